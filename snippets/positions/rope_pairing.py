"""Neighbours paired, or halves: the same scores if the columns of W_Q and W_K move along."""

import torch

from snippets.positions.general import W_K, W_Q, T, X, d_k
from snippets.positions.sinusoids import frequencies

torch.set_default_dtype(torch.float64)

angles = torch.arange(T)[:, None] * frequencies(d_k)            # (T, d_k/2)
cos, sin = angles.cos(), angles.sin()


def neighbours(A):
    """Return A (T, d_k) with columns 2r and 2r + 1 turned as a pair."""
    a, b = A[:, 0::2], A[:, 1::2]
    return torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1).flatten(1)


def halves(A):
    """Return A (T, d_k) with columns r and r + d_k/2 turned as a pair."""
    a, b = A.tensor_split(2, dim=1)
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=1)


def S(turned, C):
    """Return the scores (T, T), with the columns of W_Q and W_K in the order C."""
    return turned(X @ W_Q[:, C]) @ turned(X @ W_K[:, C]).T / d_k**0.5


C, as_they_are = [0, 2, 1, 3], [0, 1, 2, 3]       # even columns first; no change
S_neighbours, S_halves = S(neighbours, as_they_are), S(halves, C)
S_mixed = S(halves, as_they_are)                  # parameters of one, code of the other
gap = (S_mixed - S_neighbours).abs().max().item()

if __name__ == "__main__":
    print((S_neighbours - S_halves).abs().max().item() < 1e-14, round(gap, 2))
