"""The gradient back through the four words, one step after another."""

import torch

from snippets.recurrence.cell import W_h, W_x
from snippets.recurrence.forward import h  # (T, d_h)

torch.set_default_dtype(torch.float64)

slope = 1 - h**2                                      # tanh'(pre_t), (T, d_h)
G_h = torch.zeros(4, 2)                               # row t is ∂L/∂h_t
G_pre = torch.zeros(4, 2)                             # row t is ∂L/∂pre_t

G_h[3] = torch.tensor([0.0, 1.0])                     # L is the second component of h_3
G_pre[3] = G_h[3] * slope[3]
G_h[2] = G_pre[3] @ W_h
G_pre[2] = G_h[2] * slope[2]
G_h[1] = G_pre[2] @ W_h
G_pre[1] = G_h[1] * slope[1]
G_h[0] = G_pre[1] @ W_h
G_pre[0] = G_h[0] * slope[0]
G_x = G_pre @ W_x                                     # row t is ∂L/∂x_t, (T, d)

state_norms = G_h.norm(dim=1)                         # (T,)
word_norms = G_x.norm(dim=1)                          # (T,)
step = state_norms[:-1] / state_norms[1:]             # one factor per step back
far, near = word_norms[0].item(), word_norms[3].item()
ratio = near / far

if __name__ == "__main__":
    for t in (3, 2, 1, 0):
        print(t, f"{state_norms[t]:.4f} {word_norms[t]:.4f}")
    print(f"{ratio:.2f}")
