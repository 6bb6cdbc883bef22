"""The third word lies halfway between the second and the fourth, and so does its score."""

import torch

from snippets.example.sentence import X
from snippets.heads.general import wave

torch.set_default_dtype(torch.float64)

H, d_k = 5, 3
W_Q, W_K = 2 * wave(1, H, 2, d_k), 2 * wave(101, H, 2, d_k)              # (H, d, d_k) each
S = X @ W_Q @ (X @ W_K).transpose(1, 2) / d_k**0.5        # (H, T, T)
alpha = S.softmax(dim=-1)                                 # (H, T, T)

squared = alpha[:, :, 2] ** 2                             # (H, T)
product = alpha[:, :, 1] * alpha[:, :, 3]                 # (H, T)
largest = alpha[:, :, 2].max().item()                     # in these heads; never above a third
third = 1 / 3

if __name__ == "__main__":
    print("largest difference below 1e-12:", (squared - product).abs().max().item() < 1e-12)
    print("largest weight on the third word:", round(largest, 3))
