"""A window of two words: each of the four sees itself and the word before it."""

import torch

from snippets.attention.forward import K, Q, V, d_k

w = 2
T = len(Q)
i, j = torch.arange(T)[:, None], torch.arange(T)
seen = (j <= i) & (j > i - w)                        # (T, T), True where i sees j
S = Q @ K.T / d_k**0.5                               # (T, T)
alpha = S.masked_fill(~seen, -torch.inf).softmax(dim=-1)
Z = alpha @ V                                        # (T, d_v)

layers = next(N for N in range(T) if torch.linalg.matrix_power(alpha, N)[3, 0] > 0)

if __name__ == "__main__":
    torch.set_printoptions(precision=3, sci_mode=False)
    print(alpha)
    print(Z[3])
    print("layers until the last word sees the first:", layers)
