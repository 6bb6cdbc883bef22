"""Relative keys: added to each key, or their own products with the query picked by distance."""

import torch

from snippets.positions.general import W_K, W_Q, T, X, d_k

torch.set_default_dtype(torch.float64)

clip = 2                                           # distances beyond it share a vector
A = torch.tensor([[0.3, -0.7, 0.2, 0.5], [-0.4, 0.1, 0.6, -0.2], [0.8, 0.3, -0.5, 0.1],
                  [-0.1, 0.9, 0.4, -0.6], [0.2, -0.3, 0.7, 0.5]])   # (2 clip + 1, d_k)
Q, K = X @ W_Q, X @ W_K                            # (T, d_k)
offset = torch.arange(T) - torch.arange(T)[:, None]                # (T, T), j - i
index = offset.clamp(-clip, clip) + clip           # (T, T), rows of A

by_keys = torch.stack([torch.stack([Q[i] @ (K[j] + A[index[i, j]]) for j in range(T)])
                       for i in range(T)]) / d_k**0.5              # (T, T)
by_products = (Q @ K.T + (Q @ A.T).gather(1, index)) / d_k**0.5    # (T, T)
vectors = len(A)

if __name__ == "__main__":
    print((by_keys - by_products).abs().max().item() < 1e-14)
