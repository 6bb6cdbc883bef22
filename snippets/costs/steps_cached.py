"""Cached equals uncached after every word, and a mask for several new words at once."""

import torch
import torch.nn.functional as F

from snippets.attention.general import W_K, W_Q, W_V, T, X, d_k

Q, K, V = X @ W_Q, X @ W_K, X @ W_V                  # (T, d_k), (T, d_k), (T, d_v)


def masked(Q, K, V, seen):
    S = Q @ K.T / d_k**0.5                           # (new, words so far)
    return S.masked_fill(~seen, -torch.inf).softmax(dim=-1) @ V


def generated(chunks, seen):
    """Z (T, d_v), some words at a time, each time from the keys and values so far."""
    rows, t = [], 0
    for new in chunks:
        t += new
        rows.append(masked(Q[t - new:t], K[:t], V[:t], seen(new, t)))
    return torch.cat(rows)


def lower_right(new, t):                             # True where key j is not after the query
    return torch.ones(new, t).tril(t - new).bool()


def upper_left(new, t):                              # as is_causal=True has it
    return torch.ones(new, t).tril().bool()


cached = generated([1] * T, lower_right)
uncached = torch.cat([masked(Q[:t], K[:t], V[:t], lower_right(t, t))[-1:] for t in range(1, T + 1)])
chunked = generated([2, 1, 2], lower_right)
whole = F.scaled_dot_product_attention(*(A[None, None] for A in (Q, K, V)), is_causal=True)[0, 0]
def wrong(Z):                                        # how many of the T words
    return int(((Z - whole).abs().amax(dim=-1) > 1e-3).sum())


wrong_words = wrong(generated([1] * T, upper_left))
wrong_chunked = wrong(generated([2, 1, 2], upper_left))

if __name__ == "__main__":
    print(bool((cached - uncached).abs().max() < 1e-12))
    print(bool((chunked - whole).abs().max() < 1e-12))
    print("with the other mask, wrong words:", wrong_words, wrong_chunked, "of", T)
