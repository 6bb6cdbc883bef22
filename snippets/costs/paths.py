"""Longest paths by brute force: layers, or steps, until every word has been where it may go."""

from math import ceil

import torch


def layers_until_all(T, reads):
    """Layers until each word sees all that it ever will; reads(n, t): words under layer n at t."""
    seen, n = torch.eye(T, dtype=torch.bool), 0      # (T, T), row t: what place t has seen
    while True:
        rows = [[s for s in reads(n, t) if 0 <= s < T] for t in range(T)]
        new = torch.stack([seen[row].any(dim=0) for row in rows])
        if n and torch.equal(new, seen):
            return n
        seen, n = new, n + 1


def centred(T, k):
    return layers_until_all(T, lambda n, t: range(t - k // 2, t + k // 2 + 1))


def causal(T, k):
    return layers_until_all(T, lambda n, t: range(t - k + 1, t + 1))


def dilated(T, k):                                   # 1, k, k^2, ... and causal
    return layers_until_all(T, lambda n, t: range(t, t - k ** (n + 1), -(k**n)))


def recurrent(T):                                    # one step in, then one for each word
    return 1 + layers_until_all(T, lambda n, t: (t - 1, t))


def attention(T):
    return layers_until_all(T, lambda n, t: range(T))


def logarithm(T, k):                                 # the least n with k^n >= T
    return next(n for n in range(T) if k**n >= T)


sizes = [(T, k) for T in range(3, 31, 3) for k in (3, 5, 7)]
found = [[f(T, k) for T, k in sizes] for f in (centred, causal, dilated)]
law = [[ceil(2 * (T - 1) / (k - 1)) for T, k in sizes],
       [ceil((T - 1) / (k - 1)) for T, k in sizes],
       [logarithm(T, k) for T, k in sizes]]

lengths, width = [4, 16, 64], 3
table = [[f(T, width) for T in lengths] for f in (centred, causal, dilated)]
RNN, one = [recurrent(T) for T in lengths], [attention(T) for T in lengths]

if __name__ == "__main__":
    print(lengths, *table, RNN, one, sep="\n")
    print(found == law)
