"""Equal scores and a mark at the start: a causal layer writes down 1 / (t + 1), a position."""

import torch

from snippets.positions.four import X, attention

torch.set_default_dtype(torch.float64)

T = 6
M = torch.ones(T, T).tril().bool()       # (T, T), True where j <= i
S = torch.zeros(T, T)                    # (T, T), W_Q = 0
marked = torch.zeros(T, 1)               # (T, 1), a word is one number
marked[0] = 1                            # the mark
z = S.where(M, -torch.inf).softmax(dim=-1) @ marked   # (T, 1), W_V = 1
closed = 1 / torch.arange(1.0, T + 1)[:, None]        # (T, 1)

same = X[[1] * T]                        # (T, d), one word T times, no mark
n_same = len({tuple(row) for row in attention(same, M).round(decimals=9).tolist()})

if __name__ == "__main__":
    print([round(value, 3) for value in z[:, 0].tolist()], n_same)
