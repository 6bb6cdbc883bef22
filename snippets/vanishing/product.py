"""The Jacobian from one state to a later one, as a product of slopes and W_h."""

import torch

from snippets.recurrence.law import W_h, c, h, sizes

torch.set_default_dtype(torch.float64)

T, d, d_h = sizes
s, t = 0, 4                                           # from h_s to h_t

J = torch.eye(d_h)                                    # ∂h_t/∂h_s, (d_h, d_h)
for r in range(s + 1, t + 1):
    J = torch.diag(1 - h[r] ** 2) @ W_h @ J
through_J = c @ J                                     # ∂L/∂h_s, with c = ∂L/∂h_t, (d_h,)

if __name__ == "__main__":
    print("T, d, d_h =", *sizes)
    print(*(f"{v:.4f}" for v in J[0]))
