"""Grouped queries: H heads ask, H_K heads of keys and values answer; torch's own agrees."""

import torch
import torch.nn.functional as F

torch.set_default_dtype(torch.float64)

T, d, H, H_K, d_k, d_v = 5, 7, 6, 2, 3, 4


def waves(*shape):                                   # numbers without a pattern, typed by a sine
    return torch.arange(1.0, torch.Size(shape).numel() + 1).mul(1.7).sin().reshape(shape)


X, W_Q = waves(T, d), waves(H, d, d_k)
W_K, W_V = waves(H_K, d, d_k), waves(H_K, d, d_v)
Q, K, V = X @ W_Q, X @ W_K, X @ W_V                  # (H, T, d_k), (H_K, T, d_k), (H_K, T, d_v)

group = H // H_K                                     # heads that share keys and values
S = torch.einsum("rik,rjk->rij", Q, K.repeat_interleave(group, 0)) / d_k**0.5    # (H, T, T)
Z = torch.einsum("rij,rjv->riv", S.softmax(dim=-1), V.repeat_interleave(group, 0))
Z_torch = F.scaled_dot_product_attention(Q[None], K[None], V[None], enable_gqa=True)[0]

numbers = K.numel() + V.numel()                      # kept
full = H * T * (d_k + d_v)                           # if each head had its own
law = H_K * T * (d_k + d_v)

if __name__ == "__main__":
    print(bool((Z - Z_torch).abs().max() < 1e-12), numbers, full)
