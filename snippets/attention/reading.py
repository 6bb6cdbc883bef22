"""The task: the last word is asked about the first; and the gradient that arrives there."""

import torch
from torch import nn

from snippets.attention.readers import d, readers

torch.set_default_dtype(torch.float64)

seeds, batch = 5, 8


def sentences(T, batch, seed):
    """Random words; number 0 marks the first word; the label is the sign of its number 1."""
    X = torch.randn(batch, T, d, generator=torch.Generator().manual_seed(seed))
    X[:, :, 0] = 0.0
    X[:, 0, 0] = 1.0
    return X, (X[:, 0, 1] > 0).long()            # (batch, T, d), (batch,)


def arriving(reader, T, change=lambda model: None):
    """Median over seeds and sentences of ‖∂L/∂x_1‖, L the cross-entropy at the last word."""
    norms = []
    for seed in range(seeds):
        X, label = sentences(T, batch, seed)     # the same for all readers
        torch.manual_seed(seed)                  # PyTorch's own initialisation
        model, head = readers[reader](T), nn.Linear(d, 2)
        with torch.no_grad():
            change(model)
        L = nn.functional.cross_entropy(head(model(X.requires_grad_())), label, reduction="sum")
        (G,) = torch.autograd.grad(L, X)         # (batch, T, d)
        norms.append(G[:, 0].norm(dim=-1))       # (batch,)
    return torch.cat(norms).median()
