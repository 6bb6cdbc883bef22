"""A product of W_Q and W_K that is a rotation lets every word look at the word before it."""

import torch

from snippets.positions.rotation import R
from snippets.positions.sinusoids import P  # (T, d), for the four words

torch.set_default_dtype(torch.float64)

step, sharp = -1, 8
W_Q = sharp * R(step, 2)                 # (d, d_k), a step back
W_K = torch.eye(2)                       # (d, d_k)
S = (P @ W_Q) @ (P @ W_K).T              # (T, T), 8 cos(i - 1 - j)
alpha = S.softmax(dim=-1)                # (T, T)
on_previous = alpha.diagonal(-1)         # (T - 1)

if __name__ == "__main__":
    torch.set_printoptions(precision=3, sci_mode=False)
    print(alpha)
