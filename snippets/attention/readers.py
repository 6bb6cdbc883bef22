"""Four readers of one sentence: each hands out what its last word knows, (batch, d)."""

import torch
from torch import nn

torch.set_default_dtype(torch.float64)

d = 16                                           # numbers a word


class RNN(nn.RNN):
    def forward(self, X):                        # (batch, T, d)
        return super().forward(X)[0][:, -1]      # (batch, d)


class CNN(nn.Module):
    def __init__(self, dilations):
        super().__init__()
        self.layers = nn.ModuleList(
            nn.Conv1d(d, d, 3, padding=step, dilation=step) for step in dilations
        )

    def forward(self, X):                        # (batch, T, d)
        Z = X.transpose(1, 2)                    # (batch, d, T)
        for layer in self.layers:
            Z = layer(Z).tanh()                  # (batch, d, T)
        return Z[:, :, -1]                       # (batch, d)


class Attention(nn.MultiheadAttention):
    def forward(self, X):                        # (batch, T, d)
        return super().forward(X[:, -1:], X, X)[0][:, 0]                   # (batch, d)


def doubling(T):
    """1, 2, 4, … until the sum is at least T - 1."""
    return [2**layer for layer in range((T - 1).bit_length())]


first = doubling(8)                              # 1, 2, 4


readers = {"RNN": lambda T: RNN(d, d, batch_first=True),
           "CNN": lambda T: CNN([1] * (T - 1)),
           "dilated": lambda T: CNN(doubling(T)),
           "attention": lambda T: Attention(d, 1, batch_first=True)}
