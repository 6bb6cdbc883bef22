"""Ranks at a quarter of the size of GPT-2 small, with parameters drawn at random."""

import torch

from snippets.attention.sizes import d as d_gpt
from snippets.attention.sizes import heads

torch.set_default_dtype(torch.float64)
generator = torch.Generator().manual_seed(0)
d = d_gpt // 4
d_k = d // heads


def drawn(*shape):
    return torch.randn(*shape, generator=generator)


def rank(M):
    return torch.linalg.matrix_rank(M).item()


W_Q, W_K, W_V = (drawn(heads, d, d_k) for _ in range(3))  # (H, d, d_k) each
W_O = drawn(heads, d_k, d)                                # (H, d_v, d)
rank_QK = rank(W_Q[0] @ W_K[0].T)                         # what one head compares
rank_VO = rank(W_V[0] @ W_O[0])                           # what one head carries over
rank_VO_all = rank((W_V @ W_O).sum(dim=0))                # all heads, if their weights agreed
rank_full = rank(drawn(d, d) @ drawn(d, d).T)             # one head of full width

if __name__ == "__main__":
    print(rank_QK, rank_VO, rank_VO_all, rank_full)
