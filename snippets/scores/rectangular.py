"""Two new queries, five keys: a causal mask must be aligned at its lower right corner."""

import torch
import torch.nn.functional as F

from snippets.scores.general import K, T_k, V

Q_all = K.roll(1, dims=1)                                # (T_k, d_k), a query for each key
Q = Q_all[-2:]                                           # (T_q, d_k), the last two
T_q = len(Q)

Z_all = F.scaled_dot_product_attention(Q_all, K, V, is_causal=True)  # (T_k, d_v)
M = torch.ones(T_q, T_k).bool().tril(T_k - T_q)          # (T_q, T_k)
Z = F.scaled_dot_product_attention(Q, K, V, attn_mask=M) # (T_q, d_v)
Z_upper = F.scaled_dot_product_attention(Q, K, V, is_causal=True)

seen = M.sum(dim=-1).tolist()                            # keys that each query sees
M_upper = torch.ones(T_q, T_k).bool().tril()             # what is_causal means
seen_upper = M_upper.sum(dim=-1).tolist()
Z_last = Z_all[-2:]                                      # (T_q, d_v)
off = (Z_upper - Z_last).abs().max().item()

if __name__ == "__main__":
    print("lower right:", seen, " upper left:", seen_upper)
    print("off by", round(off, 2))
