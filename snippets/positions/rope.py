"""Queries and keys of the four words turned by their positions, one radian a place."""

import torch

from snippets.attention.forward import K, Q, d_k  # (T, d_k)

torch.set_default_dtype(torch.float64)


def turned(A, t):
    """Return rows (T, 2) of A, row by row turned counterclockwise by the angles t."""
    cos, sin = t.cos(), t.sin()
    return torch.stack([A[:, 0] * cos - A[:, 1] * sin, A[:, 0] * sin + A[:, 1] * cos], dim=1)


t = torch.arange(4.0)
Q_turned, K_turned = turned(Q, t), turned(K, t)   # (T, d_k)
S = Q_turned @ K_turned.T / d_k**0.5              # (T, T)
alpha = S.softmax(dim=-1)                         # (T, T)
last = alpha[3]
q_4, k_1 = Q_turned[3], K_turned[0]
product = (q_4 @ k_1).item()

if __name__ == "__main__":
    torch.set_printoptions(precision=3, sci_mode=False)
    print(Q_turned, K_turned, alpha, sep="\n")
