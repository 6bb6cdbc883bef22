"""The recall task with an LSTM as PyTorch starts it."""

import torch
from torch import nn

from snippets.gates.recall import enough, middle, shares, short

torch.set_default_dtype(torch.float64)

lengths = [short, middle]
right = shares(nn.LSTM, {}, lengths)  # (lengths, seeds)
solved = (right > enough).sum(dim=1)                  # how many seeds, (lengths,)
below = (right < 0.5).sum(dim=1)                      # not even half the answers right

if __name__ == "__main__":
    for T, k, worst in zip(lengths, solved, below, strict=True):
        print(f"{T:3d} {k} {worst}")
