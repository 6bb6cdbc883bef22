"""Attention with any mask, against torch; no two sizes are equal."""

import torch
import torch.nn.functional as F

from snippets.scores.general import K, M, Q, V, d_k

E = torch.exp(Q @ K.T / d_k**0.5) * M                    # (T_q, T_k), nothing where M is False
alpha = E / E.sum(dim=-1, keepdim=True)                  # (T_q, T_k)
Z = alpha @ V                                            # (T_q, d_v)

Z_torch = F.scaled_dot_product_attention(Q, K, V, attn_mask=M)  # (T_q, d_v)

if __name__ == "__main__":
    for row in alpha.tolist():
        print([round(a, 4) for a in row])
