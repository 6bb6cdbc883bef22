"""The same parameters, three GRUs: torch's, r before the matrix, z the other way round."""

import torch

from snippets.gates.gru import W_h, W_x, X, b_h, b_x, h_torch

torch.set_default_dtype(torch.float64)


def last_state(X, W_x, W_h, b_x, b_h, *, reset_first=False, swapped=False):
    h = X.new_zeros(W_h.shape[1])
    W_r, W_z, W_n = W_h.tensor_split(3)                                  # (d_h, d_h) each
    b_r, b_z, b_n = b_h.tensor_split(3)
    for x in X:
        x_r, x_z, x_n = (W_x @ x + b_x).tensor_split(3)
        r, z = (x_r + W_r @ h + b_r).sigmoid(), (x_z + W_z @ h + b_z).sigmoid()
        inner = W_n @ (r * h) + b_n if reset_first else r * (W_n @ h + b_n)
        n = (x_n + inner).tanh()
        h = (1 - z) * h + z * n if swapped else (1 - z) * n + z * h
    return h


ours = last_state(X, W_x, W_h, b_x, b_h)                                 # (d_h,)
reset_first = last_state(X, W_x, W_h, b_x, b_h, reset_first=True)
swapped = last_state(X, W_x, W_h, b_x, b_h, swapped=True)
from_torch = h_torch[-1]

one = [A[::2] for A in (W_x, W_h[:, :1], b_x)]                           # d_h = 1, no b_h
apart = (last_state(X, *one, 0 * one[2])
         - last_state(X, *one, 0 * one[2], reset_first=True)).abs().max().item()
together = apart < 1e-15

if __name__ == "__main__":
    for state in (from_torch, ours, reset_first, swapped):
        print(*(f"{v:.4f}" for v in state))
    print(together)
