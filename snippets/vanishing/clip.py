"""Clipping by norm: the direction stays, the length is capped."""

import torch

torch.set_default_dtype(torch.float64)

G_W = torch.tensor([[3.0, -4.0, 12.0], [0.0, 84.0, 1.0]])    # gradients of a matrix (2, 3)
G_b = torch.tensor([5.0, -2.0])                              # and of a vector (2)
theta, epsilon = 2.0, 1e-6


def clip(*gradients):
    norm = sum(G.square().sum() for G in gradients).sqrt()     # of all parameters
    factor = torch.clamp(theta / (norm + epsilon), max=1.0)
    return torch.cat([factor * G.flatten() for G in gradients])


def clip_by_torch(*gradients):
    parameters = [torch.zeros_like(G, requires_grad=True) for G in gradients]
    for p, G in zip(parameters, gradients, strict=True):
        p.grad = G.clone()
    torch.nn.utils.clip_grad_norm_(parameters, theta)
    return torch.cat([p.grad.flatten() for p in parameters])


long, short = (G_W, G_b), (G_W / 100, G_b / 100)
clipped = torch.stack([clip(*long), clip(*short)])              # (2, 8)
by_torch = torch.stack([clip_by_torch(*long), clip_by_torch(*short)])

if __name__ == "__main__":
    for before, after in zip((long, short), clipped, strict=True):
        norm = torch.cat([G.flatten() for G in before]).norm()
        print(f"norm {norm:.6f}, after {after.norm():.6f}")
