"""Divide by the root of d instead of d_k: wrong for many heads, unnoticed for one."""

import torch

from snippets.attention.sizes import d as d_gpt
from snippets.attention.sizes import d_k as d_k_gpt
from snippets.heads.packed import W_K, W_Q, X_k, X_q, d, d_k, side_by_side

torch.set_default_dtype(torch.float64)


def weights(W_Q, W_K, size):                              # (H, T_q, T_k)
    return (X_q @ W_Q @ (X_k @ W_K).transpose(1, 2) / size**0.5).softmax(-1)


right, wrong = weights(W_Q, W_K, d_k), weights(W_Q, W_K, d)
most = right[0, 0].max().item()                           # of the first query of head 1
most_wrong = wrong[0, 0].max().item()

whole_Q, whole_K = side_by_side(W_Q)[None], side_by_side(W_K)[None]          # (1, d, d), one head
width = whole_K.shape[-1]                                 # d_k of a single head
gap_one_head = (weights(whole_Q, whole_K, width) - weights(whole_Q, whole_K, d)).abs().max().item()

factor = (d_gpt / d_k_gpt) ** 0.5                         # by which GPT-2's scores would shrink

if __name__ == "__main__":
    print(f"largest weight {most:.3f}, with the other root {most_wrong:.3f}")
    print("one head:", gap_one_head, f"  GPT-2 small: {factor:.2f}")
