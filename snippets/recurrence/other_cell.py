"""Three steps say little about 31: other W_h, the same words and the same W_x."""

import torch

from snippets.example.sentence import X
from snippets.recurrence.cell import W_h, W_x, gradients, states

torch.set_default_dtype(torch.float64)


def norms(W_h, times):
    h = states(X.repeat(times, 1), W_x, W_h)
    G_h, _ = gradients(h, W_h, torch.tensor([0.0, 1.0]))
    return G_h.norm(dim=1).flip(0)                    # (T,), counted in steps back


scale = 3
other = torch.tensor([[0.5, 3.0], [-2.5, -2.0]])      # (d_h, d_h)
cells = [W_h, scale * W_h, other]

rate = torch.stack([norms(W, 1)[3] for W in cells]) ** (1 / 3)
promise = rate[:, None] ** torch.arange(32)           # (3, 32)
back = torch.stack([norms(W, 8) for W in cells])      # (3, 32)
estimate, measured = promise[:, 31], back[:, 31]
off = torch.maximum(estimate / measured, measured / estimate)
slopes = torch.stack([1 - states(X.repeat(8, 1), W_x, W) ** 2 for W in cells])    # (3, 32, d_h)
mean_slope = slopes.mean(dim=(1, 2))
rate_in_place = back[:, 3] ** (1 / 3)                 # the last three of the 31 steps

if __name__ == "__main__":
    for row in zip(rate, estimate, measured, off, rate_in_place, mean_slope, strict=True):
        print(" ".join(f"{v:.3g}" for v in row))
