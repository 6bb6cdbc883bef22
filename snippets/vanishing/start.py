"""Six ways to start W_h, three sizes of word: what is left of a gradient 64 steps back."""

import torch

from snippets.vanishing.decay import seeds, steps

torch.set_default_dtype(torch.float64)

d_h = 64
spread = 1 / 3                                        # d_h times the variance of the default
g_uniform = spread**0.5
half_open = 0.5**0.5                                  # root mean square, half of the slopes 1
sizes = [0.01, 0.1, 1.0]                              # of each component of W_x x_t


def uniform(draw):                                    # what torch.nn.RNN does
    return (2 * torch.rand(seeds, d_h, d_h, generator=draw) - 1) / d_h**0.5


def gaussian(draw):                                   # variance 2/d_h
    return torch.randn(seeds, d_h, d_h, generator=draw) * (2 / d_h) ** 0.5


def orthogonal(draw):
    return torch.linalg.qr(torch.randn(seeds, d_h, d_h, generator=draw)).Q


def identity(draw):
    return torch.eye(d_h).repeat(seeds, 1, 1)


def left(start, activation, slope, size):
    """Median over seeds of the norm of the gradient, from norm 1."""
    draw = torch.Generator().manual_seed(0)
    W_h, h, states = start(draw), torch.zeros(seeds, d_h), []
    for _ in range(steps + 1):
        word = size * torch.randn(seeds, d_h, generator=draw)
        h = activation(word + torch.einsum("sij,sj->si", W_h, h))
        states.append(h)
    G = torch.nn.functional.normalize(torch.randn(seeds, d_h, generator=draw), dim=1)
    for h in states[:0:-1]:
        G = torch.einsum("si,sij->sj", G * slope(h), W_h)
    return G.norm(dim=1).median().item()


def tanh(start):
    return [left(start, torch.tanh, lambda h: 1 - h**2, size) for size in sizes]


def relu(start):
    return [left(start, torch.relu, lambda h: (h > 0).double(), size) for size in sizes]


tanh_uniform, tanh_orthogonal, tanh_identity = map(tanh, (uniform, orthogonal, identity))
relu_gaussian, relu_orthogonal, relu_identity = map(relu, (gaussian, orthogonal, identity))

if __name__ == "__main__":
    print("tanh", *(f"{v:.1g}" for v in tanh_uniform + tanh_orthogonal + tanh_identity))
    print("ReLU", *(f"{row[0]:.1g}" for row in (relu_gaussian, relu_orthogonal, relu_identity)))
