"""The same gradients without any calculus: move one number of X, look at L."""

import torch

from snippets.attention.general import X, attention, dZ

STENCIL = {1: 45 / 60, 2: -9 / 60, 3: 1 / 60}  # central differences of sixth order
h = 0.01


def slope(loss) -> torch.Tensor:
    """Return the derivative of loss(X) in every entry of X, (T, d)."""
    G = torch.zeros_like(X)
    for index in range(X.numel()):
        step = torch.zeros_like(X)
        step.view(-1)[index] = h
        for k, c in STENCIL.items():
            G.view(-1)[index] += c * (loss(X + k * step) - loss(X - k * step)) / h
    return G


dX = slope(lambda Y: (dZ * attention(Y, Y, Y)).sum())
G_Q = slope(lambda Y: (dZ * attention(Y, X, X)).sum())
G_K = slope(lambda Y: (dZ * attention(X, Y, X)).sum())
G_V = slope(lambda Y: (dZ * attention(X, X, Y)).sum())

for line in dX.tolist():
    print([round(x, 4) for x in line])
