"""Name the word before: one causal layer, and six ways to tell it where the words stand."""

import torch
from torch.nn.functional import cross_entropy

from snippets.positions.sinusoids import frequencies, sinusoids

torch.set_num_threads(1)                                         # matrices too small to share
torch.set_default_dtype(torch.float64)

n, d, T, T_long, B, steps = 8, 16, 16, 64, 32, 150
kinds = ["none", "sinusoids", "learnt", "relative", "RoPE", "ALiBi"]
t = torch.arange(float(T_long))
distance = (t[:, None] - t).clamp(min=0).long()                  # (T_long, T_long), i - j
hidden = torch.ones(T_long, T_long).triu(1).bool()               # True where j > i
P = sinusoids(t, d)                                              # (T_long, d)
turn = torch.polar(torch.ones(T_long, d // 2), t[:, None] * frequencies(d))   # complex


def start(generator):
    """Return parameters: words, W_Q, W_K, W_V, to the answer and past the layer, table, biases."""
    square, answer = [(d, d)] * 3, [(d, n)] * 2
    drawn = [torch.randn(s, generator=generator) / d**0.5 for s in square + answer]
    E, table = (torch.randn(rows, d, generator=generator) for rows in (n, T))
    return [p.requires_grad_() for p in (E, *drawn, table, torch.zeros(T // 2 + 1))]


def answers(kind, parameters, x):
    """Return the scores of the n words (B, T, n) as the word before each word of x (B, T)."""
    E, W_Q, W_K, W_V, W_O, W_past, table, b = parameters
    T = x.shape[1]
    X = E[x] + {"sinusoids": P, "learnt": table}.get(kind, torch.zeros(T_long, 1))[:T]   # (B, T, d)
    Q, K = X @ W_Q, X @ W_K                                      # (B, T, d)
    if kind == "RoPE":
        Q, K = (torch.view_as_real(torch.view_as_complex(A.view(*A.shape[:2], -1, 2)) * turn[:T])
                .flatten(2) for A in (Q, K))
    S = Q @ K.mT / d**0.5                                        # (B, T, T)
    D = distance[:T, :T]
    if kind in ("relative", "ALiBi"):
        S = S + (b[D.clamp(max=len(b) - 1)] if kind == "relative" else -D)
    alpha = S.masked_fill(hidden[:T, :T], -torch.inf).softmax(dim=-1)
    return alpha @ (X @ W_V) @ W_O + X @ W_past


def trained(kind, seed):
    """Return parameters after training on sentences of T words, every word drawn at random."""
    generator = torch.Generator().manual_seed(seed)
    parameters = start(generator)
    adam = torch.optim.Adam(parameters, lr=0.01)
    for _ in range(steps):
        x = torch.randint(n, (B, T), generator=generator)
        out = answers(kind, parameters, x)[:, 1:]
        adam.zero_grad()
        cross_entropy(out.flatten(0, 1), x[:, :-1].flatten()).backward()
        adam.step()
    return parameters
