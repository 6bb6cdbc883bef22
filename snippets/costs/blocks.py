"""Attention block by block: the (T, T) table is never whole, and the result is the same."""

import torch
import torch.nn.functional as F

from snippets.costs.groups import waves

T_q, T_k, d_k, d_v = 7, 11, 3, 5
Q, K, V = 2 * waves(T_q, d_k), 2 * waves(T_k, d_k), waves(T_k, d_v)


def blockwise(Q, K, V, B_q, B_k):
    """Z (T_q, d_v) from blocks of at most B_q queries and B_k keys."""
    Z = Q.new_empty(len(Q), V.shape[1])
    for q, z in zip(Q.split(B_q), Z.split(B_q), strict=True):        # (B_q, d_k), (B_q, d_v)
        m = q.new_full((len(q), 1), -torch.inf)      # the running maximum of each query
        total, o = torch.zeros_like(m), q.new_zeros(len(q), V.shape[1])
        for k, v in zip(K.split(B_k), V.split(B_k), strict=True):
            s = q @ k.T / q.shape[1] ** 0.5          # (B_q, B_k)
            m_new = torch.maximum(m, s.amax(dim=1, keepdim=True))
            shrink, p = (m - m_new).exp(), (s - m_new).exp()
            total = shrink * total + p.sum(dim=1, keepdim=True)      # (B_q, 1)
            o, m = shrink * o + p @ v, m_new         # (B_q, d_v), not yet divided
        z.copy_(o / total)                           # into its rows of Z
    return Z


Z_blocks = blockwise(Q, K, V, 2, 4)                  # neither divides its length
Z_one = blockwise(Q, K, V, 1, 1)                     # one number of S at a time
Z = F.scaled_dot_product_attention(Q[None, None], K[None, None], V[None, None])[0, 0]

if __name__ == "__main__":
    print(bool((Z_blocks - Z).abs().max() < 1e-12))
    print(bool((Z_one - Z).abs().max() < 1e-12))
