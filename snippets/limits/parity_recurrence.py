"""Parity by a recurrence with a state of 16 numbers."""

import torch
from torch import nn

from snippets.limits.parity import lengths, shares

torch.set_default_dtype(torch.float64)

d_h = 16


class Recurrence(nn.Module):
    def __init__(self):
        super().__init__()
        self.states, self.answer = nn.RNN(1, d_h, batch_first=True), nn.Linear(d_h, 2)

    def forward(self, X):                        # (batch, T, 1)
        return self.answer(self.states(X)[0])    # (batch, T, 2)


right = shares(Recurrence, lr=0.01, steps=1500)              # (seeds, lengths)
lowest = right.amin(dim=0)                       # (lengths,)

if __name__ == "__main__":
    print([("right" if low > 0.9 else "lost") + f" at {T}"
           for T, low in zip(lengths, lowest, strict=True)])
