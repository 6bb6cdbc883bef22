"""Softmax and cross-entropy: another error, and from there on the same function."""

import torch

from snippets.bptt.law import back, o
from snippets.bptt.sizes import one_hot

torch.set_default_dtype(torch.float64)

Y_hat = o.softmax(dim=-1)                                     # (B, T, d_y)
error = Y_hat - one_hot                                       # ∂L_t/∂o_t

_, _, to_first, to_X, to_W_h, to_W_x, to_b, to_W_y, to_b_y = back(error)
everything = [to_first, to_X, to_W_h, to_W_x, to_b, to_W_y, to_b_y]
all_gradients = torch.cat([g.flatten() for g in everything])

if __name__ == "__main__":
    print(*(f"{v:.4f}" for v in to_b))
