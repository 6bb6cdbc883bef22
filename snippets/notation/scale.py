"""A score is divided by the root of d_k, the width of a key, not of d, the width of a word."""

import torch

torch.set_default_dtype(torch.float64)

T, d, d_k, d_v = 4, 6, 3, 2
X = (torch.arange(24.0).reshape(T, d) / 5).sin()                           # (T, d)
W_Q = (torch.arange(18.0).reshape(d, d_k) / 2).cos()                       # (d, d_k)
W_K = (torch.arange(18.0).reshape(d, d_k) / 3).sin()                       # (d, d_k)
W_V = (torch.arange(12.0).reshape(d, d_v) / 4).cos()                       # (d, d_v)

Q, K, V = X @ W_Q, X @ W_K, X @ W_V              # (T, d_k), (T, d_k), (T, d_v)
Z = (Q @ K.T / d_k**0.5).softmax(dim=-1) @ V     # (T, d_v)
Z_torch = torch.nn.functional.scaled_dot_product_attention(Q[None], K[None], V[None])[0]

score = Q[0] @ K[1]
ours, other = score / d_k**0.5, score / d**0.5

if __name__ == "__main__":
    print(Z, Z_torch, sep="\n")
    print(f"{ours:.2f} {other:.2f}")
