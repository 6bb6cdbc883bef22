"""Parity by causal self-attention with sinusoids, eight heads, and a perceptron behind it."""

import torch
from torch import nn

from snippets.limits.parity import lengths, shares

torch.set_default_dtype(torch.float64)

d, heads, hidden = 32, 8, 64


def sinusoids(T):
    angle = torch.arange(T)[:, None] * 10000 ** (-2 * torch.arange(d // 2) / d)
    return torch.stack([angle.sin(), angle.cos()], dim=-1).reshape(T, d).float()


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Linear(1, d)
        self.attention = nn.MultiheadAttention(d, heads, batch_first=True)
        self.answer = nn.Sequential(nn.Linear(2 * d, hidden), nn.ReLU(),
                                    nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, 2))

    def forward(self, X):                        # (batch, T, 1)
        T = X.shape[1]
        Y = self.embed(2 * X - 1) + sinusoids(T) # (batch, T, d)
        hidden_from = torch.ones(T, T, dtype=torch.bool).triu(1)            # True: not to be seen
        Z, _ = self.attention(Y, Y, Y, attn_mask=hidden_from, need_weights=False)
        return self.answer(torch.cat([Y, Z], dim=-1))                       # (batch, T, 2)


right = shares(Attention, lr=0.005, steps=800)              # (seeds, lengths)
lowest, highest = right.amin(dim=0), right.amax(dim=0)                      # (lengths,)

if __name__ == "__main__":
    print([("right" if low > 0.9 else "lost" if high < 0.65 else "between") + f" at {T}"
           for T, low, high in zip(lengths, lowest, highest, strict=True)])
