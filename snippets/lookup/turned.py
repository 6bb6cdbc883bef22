"""Queries and keys in different coordinates: no width helps, a matrix does."""

import torch

from snippets.attention.forward import W_Q
from snippets.example.sentence import X  # (T, d)

torch.set_default_dtype(torch.float64)

Q, K = X @ W_Q, X                                   # a quarter turn apart, (T, d)
own_product = (Q * K).sum(dim=1)                    # (T,)  each query with its own word
nearest = torch.cdist(Q, K).argmin(dim=1)           # (T,)
M = W_Q.T                                           # (d, d)
nearest_turned = torch.cdist(Q @ M, K).argmin(dim=1)                 # (T,)
found = int((nearest == torch.arange(4)).sum())
found_turned = int((nearest_turned == torch.arange(4)).sum())

if __name__ == "__main__":
    print(own_product.tolist(), found, found_turned)
