"""Concatenate and multiply, sum over the heads, run single heads, contract: the same output."""

import torch
import torch.nn.functional as F

from snippets.heads.general import W_K, W_O, W_Q, W_V, X_k, X_q, d_k

torch.set_default_dtype(torch.float64)

Q, K = X_q @ W_Q, X_k @ W_K                               # (H, T_q, d_k), (H, T_k, d_k)
V = X_k @ W_V                                             # (H, T_k, d_v)
alpha = (Q @ K.transpose(1, 2) / d_k**0.5).softmax(-1)    # (H, T_q, T_k)
heads = alpha @ V                                         # (H, T_q, d_v)
Z = torch.cat([*heads], dim=-1) @ torch.cat([*W_O])       # (T_q, d)

Z_sum = sum(heads[r] @ W_O[r] for r in range(len(W_O)))   # (T_q, d)

Z_single = torch.zeros_like(Z)                            # (T_q, d)
for r in range(len(W_O)):
    Z_single += F.scaled_dot_product_attention(X_q @ W_Q[r], X_k @ W_K[r], X_k @ W_V[r]) @ W_O[r]

q = torch.einsum("ic,rck->rik", X_q, W_Q)                 # (H, T_q, d_k)
k = torch.einsum("jc,rck->rjk", X_k, W_K)                 # (H, T_k, d_k)
v = torch.einsum("jc,rcv->rjv", X_k, W_V)                 # (H, T_k, d_v)
a = (torch.einsum("rik,rjk->rij", q, k) / d_k**0.5).softmax(-1)
Z_einsum = torch.einsum("rij,rjv,rvc->ic", a, v, W_O)     # (T_q, d)

if __name__ == "__main__":
    for other in (Z_sum, Z_single, Z_einsum):
        print("largest difference below 1e-12:", (Z - other).abs().max().item() < 1e-12)
