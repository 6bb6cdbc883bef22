"""The gradient of row t of a learnt table is the sum of those of the words at position t."""

import torch

from snippets.positions.general import X as X_long
from snippets.positions.general import attention, d

torch.set_default_dtype(torch.float64)

T = 7                                              # rows of the table
P = torch.arange(T * d).view(T, d).sin() / 2       # (T, d)
sentences = [X_long, X_long[1:4]]                  # (5, d) and (3, d)


def L(inputs):
    """Return a loss on the outputs of both sentences."""
    return sum((attention(x) ** 2).sum() for x in inputs)


inputs = [(X + P[: len(X)]).requires_grad_() for X in sentences]
G = torch.autograd.grad(L(inputs), inputs)         # (5, d) and (3, d)
G_P_by_words = torch.zeros(T, d)                   # (T, d)
for G_X in G:
    G_P_by_words[: len(G_X)] += G_X

e, G_P = 1e-3, torch.zeros(T, d)                   # by differences, without a chain rule
for t in range(T):
    for c in range(d):
        nudge = torch.zeros(T, d)
        nudge[t, c] = e
        at = {k: L([X + (P + k * nudge)[: len(X)] for X in sentences]) for k in (-2, -1, 1, 2)}
        G_P[t, c] = (8 * (at[1] - at[-1]) - (at[2] - at[-2])) / (12 * e)

norms = G_P_by_words.norm(dim=1)                   # (T)
untouched = int((norms == 0).sum())                # rows that no sentence reaches

if __name__ == "__main__":
    print((G_P - G_P_by_words).abs().max().item() < 1e-10, untouched)
