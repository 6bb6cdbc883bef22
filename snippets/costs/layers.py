"""One layer of each architecture, as modules whose multiply-adds a hook can count."""

import torch
from torch import nn

from snippets.convolution.models import Attention, stack


class Recurrent(nn.Module):
    def __init__(self, d, device=None):
        super().__init__()
        self.W_x, self.W_h = (nn.Linear(d, d, False, device) for _ in range(2))

    def forward(self, X):                            # (T, d) -> (T, d)
        h, rows = X.new_zeros(X.shape[1]), []
        for x in X:
            h = (self.W_x(x) + self.W_h(h)).tanh()   # (d,)
            rows.append(h)
        return torch.stack(rows)


class Convolution(nn.Module):
    def __init__(self, d, k=3, device=None):
        super().__init__()
        self.inner = stack(d, [1], k=k, device=device)

    def forward(self, X):                            # (T, d) -> (T, d)
        return self.inner(X.T).T


layers = {
    "CNN": Convolution,
    "RNN": Recurrent,
    "attention": lambda d, device=None: Attention(d, d, device=device),
    "with W_O": lambda d, device=None: Attention(d, d, output=True, device=device),
}
