"""The same Jacobian by automatic differentiation, the same gradient by difference quotients."""

import torch

from snippets.recurrence.law import W_h, W_x, X, c, h
from snippets.vanishing.product import d_h, s, t

torch.set_default_dtype(torch.float64)


def later(h_s):
    for x in X[s + 1 : t + 1]:
        h_s = torch.tanh(W_x @ x + W_h @ h_s)
    return h_s                                        # h_t, (d_h,)


J_autograd = torch.autograd.functional.jacobian(later, h[s])

e, wiggle = 1e-3, torch.eye(d_h)                      # five-point difference quotient
G_differences = torch.zeros(d_h)
for k in range(d_h):
    up, up2, down, down2 = (c @ later(h[s] + m * e * wiggle[k]) for m in (1, 2, -1, -2))
    G_differences[k] = (8 * (up - down) - (up2 - down2)) / (12 * e)

if __name__ == "__main__":
    print(*(f"{v:.4f}" for v in J_autograd[0]))
