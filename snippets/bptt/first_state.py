"""One step of gradient descent on h_{-1} alone, over the four words."""

import torch

from snippets.bptt.hand import G_first
from snippets.bptt.network import states
from snippets.bptt.words import L, W_y, Y
from snippets.example.sentence import X
from snippets.recurrence.cell import W_h, W_x

torch.set_default_dtype(torch.float64)

rate = 0.1
first = -rate * G_first                                       # it was zero, (d_h,)
o = states(X, first, W_x, W_h, torch.zeros(2)) @ W_y.T        # (T, d_y)
L_after = ((o - Y) ** 2).sum().item() / 2
gain = L - L_after
promised = rate * (G_first @ G_first).item()
missed = gain - promised

if __name__ == "__main__":
    print(*(f"{v:.4f}" for v in first))
    print(f"{L:.4f} {L_after:.4f} {gain:.4f} {promised:.4f} {missed:.4f}")
