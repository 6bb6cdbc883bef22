"""Attention over the four words, with a mask or without, and with something added to the scores."""

import torch

from snippets.attention.forward import W_K, W_Q, W_V, d_k
from snippets.example.sentence import X  # (T, d)

torch.set_default_dtype(torch.float64)

M = torch.tensor([[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]]).bool()  # (T, T), causal
everywhere = torch.ones(4, 4).bool()                                               # (T, T)


def weights(X, M=everywhere, B=0):
    """Return alpha (T, T): words that M hides get nothing, and B is added to the scores."""
    S = (X @ W_Q) @ (X @ W_K).T / d_k**0.5 + B   # (T, T)
    return S.where(M, -torch.inf).softmax(dim=-1)


def attention(X, M=everywhere):
    """Return Z (T, d_v)."""
    return weights(X, M) @ (X @ W_V)


alpha = weights(X)            # (T, T)
alpha_causal = weights(X, M)  # (T, T)

if __name__ == "__main__":
    torch.set_printoptions(precision=3, sci_mode=False)
    print(alpha_causal)
