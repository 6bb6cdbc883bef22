"""Backpropagation through time by its formulas, with the squared error at every step."""

import torch

from snippets.bptt.network import delayed, gradients, states
from snippets.bptt.sizes import W_h, W_x, W_y, X, Y, b, b_y, first

torch.set_default_dtype(torch.float64)

h = states(X, first, W_x, W_h, b)                             # (B, T, d_h)
before = delayed(h, first)                                    # h_{t-1}, (B, T, d_h)
pre = X @ W_x.T + before @ W_h.T + b                          # (B, T, d_h)
joined = torch.tanh(torch.cat([X, before], dim=-1) @ torch.cat([W_x, W_h], dim=-1).T + b)
o = h @ W_y.T + b_y                                           # (B, T, d_y)


def back(error):
    """From the errors of the outputs, (B, T, d_y), to every gradient; batch items s add up."""
    direct = error @ W_y                                      # ∂L_t/∂h_t, (B, T, d_h)
    G_h, G_pre, G_first = gradients(direct, h, W_h)           # totals
    return (G_h, G_pre, G_first.sum(0), G_pre @ W_x,          # and ∂L/∂x_t
            torch.einsum("sti,stj->ij", G_pre, before),       # ∂L/∂W_h
            torch.einsum("sti,stj->ij", G_pre, X),            # ∂L/∂W_x
            torch.einsum("sti->i", G_pre),                    # ∂L/∂b
            torch.einsum("stk,sti->ki", error, h),            # ∂L/∂W_y
            torch.einsum("stk->k", error))                    # ∂L/∂b_y


error = o - Y                                                 # (ŷ_t - y_t), (B, T, d_y)
direct, last = error @ W_y, error[:, -1] @ W_y
G_h, G_pre, to_first, to_X, to_W_h, to_W_x, to_b, to_W_y, to_b_y = back(error)
through_tanh = G_h * (1 - h**2)
earlier = direct[:, :-1] + G_pre[:, 1:] @ W_h                 # G_h, t from 0 to T - 2

if __name__ == "__main__":
    print(*(f"{v:.4f}" for v in to_b))
