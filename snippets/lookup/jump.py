"""A step, without noise: each place comes right in the end, the worst place never does."""

import torch

torch.set_default_dtype(torch.float64)

sizes = [30, 120, 480, 1920, 7680]                  # m
jump, near, levels = 2.5, 2.7, [0, 1]
beside = near - jump
closest = 0.001                                     # in widths, to the right of the jump
at_near, worst = [], []
for m in sizes:
    keys = 5 * (torch.arange(m) + 0.5) / m          # (m,)
    values = (keys > jump).double()                 # (m,)
    width = 0.3 * (m / 30) ** -0.2
    queries = torch.cat([torch.tensor([near]), jump + width * torch.linspace(closest, 3, 100)])
    alpha = (-((queries[:, None] - keys) ** 2) / (2 * width**2)).softmax(dim=1)  # (T_q, m)
    gap = (alpha @ values - 1).abs()                # (T_q,)  the truth is 1 right of the jump
    at_near.append(gap[0].item())
    worst.append(gap.max().item())

if __name__ == "__main__":
    for row in zip(sizes, at_near, worst, strict=True):
        print("{:5d} {:.4f} {:.4f}".format(*row))
