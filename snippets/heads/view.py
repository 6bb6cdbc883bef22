"""All queries in one matrix, handed out to the heads with a transpose and without."""

import torch

from snippets.example.sentence import T, X
from snippets.heads.four_words import W_Q

torch.set_default_dtype(torch.float64)

H, d_k = 2, 1
Q = X @ torch.cat([*W_Q], dim=1)                          # (T, H d_k), a column for each head
split = Q.view(T, H, d_k).transpose(0, 1)                 # (H, T, d_k), right
cut = Q.view(H, T, d_k)                                   # (H, T, d_k), wrong

if __name__ == "__main__":
    print("Q\n", Q, sep="")
    print("with a transpose:   ", *split[:, :, 0].tolist())
    print("without a transpose:", *cut[:, :, 0].tolist())
