"""Three steps say little about 31: other W_h, the same words and the same W_x."""

import torch

from snippets.example.sentence import X
from snippets.recurrence.cell import W_h, W_x, gradients, states

torch.set_default_dtype(torch.float64)


def norms(W_h, times):
    h = states(X.repeat(times, 1), W_x, W_h)
    return gradients(h, W_h, torch.tensor([0.0, 1.0]))[0].norm(dim=1)    # (T,)


treble = 3 * W_h
oblique = torch.tensor([[-3.0, -2.0], [1.0, -1.0]])                      # (d_h, d_h)
cells = [W_h, treble, oblique]

three_steps = torch.stack([norms(W, 1)[0] for W in cells])
rate = three_steps ** (1 / 3)
estimate = three_steps ** (31 / 3)
back = torch.stack([norms(W, 8).flip(0) for W in cells])                 # (3, 32), steps back
measured = back[:, 31]
off = torch.maximum(estimate / measured, measured / estimate)

if __name__ == "__main__":
    for row in zip(rate, estimate, measured, off, strict=True):
        print(" ".join(f"{v:.3g}" for v in row))
