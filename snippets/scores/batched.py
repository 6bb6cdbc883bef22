"""A batch of score tables in one product, and one table after the other."""

import torch

from snippets.scores.general import T_k, T_q, d_k, d_v

B = 6
Q = torch.arange(B * T_q * d_k).sin().reshape(B, T_q, d_k)
K = torch.arange(B * T_k * d_k).cos().reshape(B, T_k, d_k)
V = torch.arange(B * T_k * d_v).sin().reshape(B, T_k, d_v)

S = torch.einsum("bic,bjc->bij", Q, K) / d_k**0.5        # (B, T_q, T_k)
Z = torch.einsum("bij,bjr->bir", S.softmax(dim=-1), V)   # (B, T_q, d_v)

Z_bmm = torch.bmm((torch.bmm(Q, K.transpose(1, 2)) / d_k**0.5).softmax(dim=-1), V)
loop = [(q @ k.T / d_k**0.5).softmax(dim=-1) @ v for q, k, v in zip(Q, K, V, strict=True)]
Z_loop = torch.stack(loop)                               # (B, T_q, d_v)
entries = S.numel()

if __name__ == "__main__":
    print("scores:", list(S.shape), " output:", list(Z.shape))
    print("largest difference below 1e-15:", (Z_bmm - Z_loop).abs().max().item() < 1e-15)
