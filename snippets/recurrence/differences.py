"""The gradient of each state by wiggling it and letting the rest of the network run."""

import torch

from snippets.recurrence.law import W_h, W_x, X, c, h, sizes

torch.set_default_dtype(torch.float64)

T, _, d_h = sizes


def loss(h_t, t):
    for x in X[t + 1 :]:
        h_t = torch.tanh(W_x @ x + W_h @ h_t)
    return c @ h_t


e, wiggle = 1e-3, torch.eye(d_h)                      # five-point difference quotient
G_h = torch.zeros(T, d_h)
for t in range(T):
    for k in range(d_h):
        up, up2, down, down2 = (loss(h[t] + s * e * wiggle[k], t) for s in (1, 2, -1, -2))
        G_h[t, k] = (8 * (up - down) - (up2 - down2)) / (12 * e)

if __name__ == "__main__":
    print(*(f"{v:.4f}" for v in G_h[0]))
