"""The gradient back through the four words, along the cell and along the state."""

import torch

from snippets.example.sentence import X
from snippets.gates.cell import W_h, W_x, b, states
from snippets.gates.gradients import gradients

torch.set_default_dtype(torch.float64)

i, f, g, o, c, h = states(X, W_x, W_h, b)                                # (T, d_h) each
G_h, G_c, G_pre = gradients(i, f, g, o, c, h, W_h, torch.tensor([0.0, 1.0]))
slope = o * (1 - c.tanh() ** 2)                                          # ∂h_t/∂c_t, (T, d_h)
along = G_c[1:] * f[1:]                                                  # row t-1: ∂L/∂c_t f_t
aside = G_h[:3] * slope[:3]                                              # through h_t
word_norms = (G_pre @ W_x).norm(dim=1)                                   # (T,)
cell_norms = G_c.norm(dim=1)                                             # (T,)
far, near = word_norms[0].item(), word_norms[3].item()
ratio = near / far

if __name__ == "__main__":
    for t in (3, 2, 1, 0):
        print(t, f"{G_c[t, 1]:.4f} {cell_norms[t]:.4f} {word_norms[t]:.4f}")
    print(f"{ratio:.2f}")
