"""The same two matrices and the same first word, with other words after it."""

import torch

from snippets.example.sentence import X
from snippets.recurrence.cell import W_h, W_x, gradients, states
from snippets.recurrence.length import after_31 as estimate

torch.set_default_dtype(torch.float64)


def first(X):
    G_h, _ = gradients(states(X, W_x, W_h), W_h, torch.tensor([0.0, 1.0]))
    return G_h[0].norm().item()


repeated = first(X.repeat(8, 1))                             # the sentence, eight times
silent = first(torch.cat([X, torch.zeros(28, 2)]))           # the sentence, then zeros
second = first(torch.cat([X[:1], X[1:2].repeat(31, 1)]))     # one word, then 31 times the second
too_small = silent / estimate
too_large = estimate / second

if __name__ == "__main__":
    print(f"{repeated:.3g} {silent:.3g} {second:.3g}")
