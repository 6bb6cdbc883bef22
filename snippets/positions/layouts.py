"""Half-and-half is a permutation of interleaved; the two do not mix."""

import torch

from snippets.positions.general import W_Q, X
from snippets.positions.sinusoids import P_general, base, frequencies

torch.set_default_dtype(torch.float64)

T, d = P_general.shape
angles = torch.arange(T)[:, None] * frequencies(d)         # (T, d/2)
P_half = torch.cat([angles.sin(), angles.cos()], dim=1)    # (T, d), sines first

C = torch.zeros(d, d)                                      # a permutation of the columns
for r in range(d // 2):
    C[2 * r, r] = C[2 * r + 1, d // 2 + r] = 1
P_moved = P_general @ C                                    # (T, d)

same = (P_general[3] @ P_general[3]).item()                # one layout
mixed = (P_general[3] @ P_half[3]).item()                  # two

Q = (X + P_general) @ W_Q                                  # (T, d_k)
Q_moved = (X @ C + P_half) @ (C.T @ W_Q)                   # columns of words, rows of W_Q moved
gap_rows = ((X + P_half) @ (C.T @ W_Q) - Q).abs().max().item()   # rows of W_Q only

column = 4                                                 # the sine of pair r = 2
right = base ** (-column / d)                              # 2r is the column
wrong = base ** (-2 * column / d)                          # the column taken for r

if __name__ == "__main__":
    print(round(same, 3), round(mixed, 3), f"{right:.1e} {wrong:.1e}")
    print((Q_moved - Q).abs().max().item() < 1e-14, f"{gap_rows:.2f}")
