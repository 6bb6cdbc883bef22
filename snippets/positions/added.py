"""Sinusoids added to the four words: one score comes apart into four terms, and order shows."""

import torch

from snippets.attention.forward import W_K, W_Q, d_k
from snippets.positions.four import X, attention, weights
from snippets.positions.sinusoids import P

torch.set_default_dtype(torch.float64)

Q, K = X @ W_Q, X @ W_K                  # (T, d_k), of the words
Q_P, K_P = P @ W_Q, P @ W_K              # (T, d_k), of the positions
terms = [(a[3] @ b[0]).item() for a in (Q, Q_P) for b in (K, K_P)]   # of s_41, undivided
product = ((Q + Q_P)[3] @ (K + K_P)[0]).item()
score = product / d_k**0.5
alpha = weights(X + P)                   # (T, T)
last = alpha[3]

order = [3, 2, 1, 0]
in_place = attention(X + P)[3]                   # z of the last word, in its place
up_front = attention(X[order] + P)[0]            # the same word at position 0
together = attention((X + P)[order])[0]          # word and position moved together

if __name__ == "__main__":
    print([round(term, 3) for term in terms], round(product, 3), round(score, 3))
    print([round(weight, 3) for weight in last.tolist()])
    print([[round(value, 3) for value in z.tolist()] for z in (in_place, up_front, together)])
