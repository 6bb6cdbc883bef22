"""Back through the four words: what reaches each state directly, and through the future."""

import torch

from snippets.bptt.words import W_y, error  # error is (T, d_y)
from snippets.recurrence.cell import W_h
from snippets.recurrence.forward import h  # (T, d_h)

torch.set_default_dtype(torch.float64)

slope = 1 - h**2                                              # (T, d_h)
direct = error @ W_y                                          # ∂L_t/∂h_t, (T, d_h)
future = torch.zeros_like(h)                                  # what comes back from step t + 1
G_h, G_pre = torch.zeros_like(h), torch.zeros_like(h)         # ∂L/∂h_t, ∂L/∂pre_t

G_h[3] = direct[3]                                            # the last word has no future
G_pre[3] = G_h[3] * slope[3]
future[2] = G_pre[3] @ W_h
G_h[2] = direct[2] + future[2]
G_pre[2] = G_h[2] * slope[2]
future[1] = G_pre[2] @ W_h
G_h[1] = direct[1] + future[1]
G_pre[1] = G_h[1] * slope[1]
future[0] = G_pre[1] @ W_h
G_h[0] = direct[0] + future[0]
G_pre[0] = G_h[0] * slope[0]
G_first = G_pre[0] @ W_h                                      # ∂L/∂h_{-1}, (d_h,)

terms_h = torch.stack([torch.outer(G_pre[t], h[t - 1]) for t in (1, 2, 3)])    # h_{-1} = 0
G_W_h = terms_h.sum(dim=0)                                    # (d_h, d_h)

if __name__ == "__main__":
    for t in (3, 2, 1, 0):
        print(t, *(f"{v:.4f}" for v in (*direct[t], *future[t], *G_h[t])))
    print(*(f"{v:.4f}" for v in G_W_h.flatten()))
