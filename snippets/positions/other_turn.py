"""RoPE turned the other way gives other scores; negate one column of each pair to mend them."""

import torch

from snippets.positions.general import W_K, W_Q, T, X, d_k
from snippets.positions.rope_law import S_own
from snippets.positions.rotation import R

torch.set_default_dtype(torch.float64)


def scores(W_Q, W_K):
    """Return S (T, T) with queries and keys turned clockwise."""
    Q = torch.stack([X[i] @ W_Q @ R(i, d_k) for i in range(T)])   # (T, d_k)
    K = torch.stack([X[j] @ W_K @ R(j, d_k) for j in range(T)])   # (T, d_k)
    return Q @ K.T / d_k**0.5


signs = torch.tensor([1.0, -1.0, 1.0, -1.0])                      # (d_k)
S_clockwise = scores(W_Q, W_K)
S_mended = scores(W_Q * signs, W_K * signs)
gap = (S_clockwise - S_own).abs().max().item()

if __name__ == "__main__":
    print(round(gap, 2), (S_mended - S_own).abs().max().item() < 1e-14)
