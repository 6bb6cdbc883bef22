"""Forget bias five higher, input bias five lower: keep, and let nothing in."""

import torch
from torch import nn

from snippets.gates.recall import enough, long, middle, much, shares, short

torch.set_default_dtype(torch.float64)

lengths = [short, middle, long]
right = shares(nn.LSTM, {0: -much, 1: much}, lengths)  # (lengths, seeds)
solved = (right > enough).sum(dim=1)                  # how many seeds, (lengths,)
below = (right < 0.5).sum(dim=1)                      # not even half the answers right

if __name__ == "__main__":
    for T, k, worst in zip(lengths, solved, below, strict=True):
        print(f"{T:3d} {k} {worst}")
