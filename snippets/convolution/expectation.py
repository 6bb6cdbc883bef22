"""The mean squared gradient is a path count times a constant: 4096 choices of signs, averaged."""

import torch
from torch.nn.functional import conv1d

from snippets.convolution.paths import paths

torch.set_default_dtype(torch.float64)

T, k, N, C = 5, 3, 2, (2, 1, 2)                  # C: channels in, between, out
g = torch.tensor([0.6, -0.8])                    # (C[2],), the gradient at the last word

signs = torch.cartesian_prod(*[torch.tensor([-1.0, 1.0])] * 12)              # (nets, 12)
nets = len(signs)
W_1 = signs[:, :6].reshape(nets * C[1], C[0], k) / (3 * k * C[0]) ** 0.5     # variance 1 / (3 k in)
W_2 = signs[:, 6:].reshape(nets * C[2], C[1], k) / (3 * k * C[1]) ** 0.5

X = torch.ones(nets * C[0], T, requires_grad=True)                           # all nets at once
Y = conv1d(conv1d(X, W_1, padding=1, groups=nets), W_2, padding=1, groups=nets)
arrived = Y.reshape(nets, C[2], T)[:, :, -1] @ g                             # (nets,)
G = torch.autograd.grad(arrived.sum(), X)[0].reshape(nets, C[0], T)

mean = G.square().sum(dim=1).mean(dim=0)         # (T,)
P = paths(T, [1] * N)                            # (T,)
law = P / (3 * k) ** N                           # (T,)

if __name__ == "__main__":
    print(mean, law, sep="\n")
