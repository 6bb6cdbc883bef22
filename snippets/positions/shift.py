"""The same sentence seven places further on: whose weights change?"""

import torch

from snippets.attention.forward import K, Q, d_k
from snippets.positions.four import X, weights
from snippets.positions.relative import b
from snippets.positions.rope import turned
from snippets.positions.sinusoids import sinusoids

torch.set_default_dtype(torch.float64)

shift = 7
table = torch.tensor([[0.2, 0.1], [-0.4, 0.3], [0.1, -0.5], [-0.3, -0.2], [0.5, 0.0], [0.0, 0.4],
                      [-0.2, 0.2], [0.3, -0.1], [0.1, 0.6], [-0.5, 0.2], [0.4, 0.3]])  # (11, d)


def added(t):
    return weights(X + sinusoids(t, 2))


def learnt(t):
    return weights(X + table[t.long()])


def relative(t):
    return weights(X, B=b[(t - t[:, None] + 3).long()])


def rope(t):
    return (turned(Q, t) @ turned(K, t).T / d_k**0.5).softmax(dim=-1)


def alibi(t):
    return weights(X, t <= t[:, None], -0.5 * (t[:, None] - t))


t = torch.arange(4.0)
gaps = [(of(t) - of(t + shift)).abs().max().item() for of in (added, learnt, relative, rope, alibi)]

if __name__ == "__main__":
    print([round(gap, 3) for gap in gaps])
