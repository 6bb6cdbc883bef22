"""What is left of the first word when windows pass it on: all scores equal."""

import torch

from snippets.costs.reach import window

torch.set_default_dtype(torch.float64)

T = 256
widths = [16, 52, 86, 256]                           # T - 1 = 255 is a multiple of w - 1, in each
layers = [(T - 1) // (w - 1) for w in widths]
shares = []
for w, N in zip(widths, layers, strict=True):
    alpha = window(T, w) / window(T, w).sum(dim=1, keepdim=True)     # (T, T)
    shares.append(torch.linalg.matrix_power(alpha, N)[-1, 0].item())
pairs = [N * int(window(T, w).sum()) for w, N in zip(widths, layers, strict=True)]
full = int(window(T, T).sum())                       # of one layer that sees all
times = [p / full for p in pairs]

if __name__ == "__main__":
    for row in zip(widths, layers, shares, pairs, times, strict=True):
        print("{:4} {:3} {:9.2e} {:7,} {:.2f}".format(*row))
