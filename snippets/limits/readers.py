"""Two networks with one ending: features of each word; the last word's, and the largest."""

import torch
from torch import nn

from snippets.limits.tasks import T, d

features, d_model, heads = 32, 16, 2


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.answer = nn.Linear(2 * features, 2)

    def forward(self, X):                        # (batch, T, d)
        Z = self.words(X).relu()                 # (batch, T, features)
        return self.answer(torch.cat([Z[:, -1], Z.amax(dim=1)], dim=-1))    # (batch, 2)


class Convolution(Reader):
    """A kernel of width three."""

    def __init__(self):
        super().__init__()
        self.kernel = nn.Conv1d(d, features, 3, padding="same")

    def words(self, X):
        return self.kernel(X.mT).mT


class Attention(Reader):
    """Learnt positions, one layer of self-attention, then the word and what it has gathered."""

    def __init__(self):
        super().__init__()
        self.embed = nn.Linear(d, d_model)
        self.P = nn.Parameter(0.3 * torch.randn(T, d_model))
        self.attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.join = nn.Linear(2 * d_model, features)

    def words(self, X):
        Y = self.embed(X) + self.P               # (batch, T, d_model)
        Z, _ = self.attention(Y, Y, Y, need_weights=False)
        return self.join(torch.cat([Y, Z], dim=-1))


parameters = [sum(p.numel() for p in reader().parameters()) for reader in (Convolution, Attention)]

if __name__ == "__main__":
    print("parameters:", *parameters)
