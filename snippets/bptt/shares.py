"""Which loss sends how much to which word's state: a triangle of paths."""

import torch

from snippets.bptt.hand import direct
from snippets.recurrence.cell import W_h
from snippets.recurrence.forward import h  # (T, d_h)

torch.set_default_dtype(torch.float64)

rows = torch.zeros(4, 4, 2)                                   # [t, s] is ∂L_s/∂h_t, (T, T, d_h)
for s in range(4):
    row = direct[s]
    for t in range(s, -1, -1):
        rows[t, s] = row
        row = row * (1 - h[t] ** 2) @ W_h
norms = rows.norm(dim=-1)                                     # (T, T)

if __name__ == "__main__":
    for t in range(4):
        print(t, *(f"{v:.3f}" for v in norms[t]))
