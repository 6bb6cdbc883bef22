"""For the heat map: 24 positions, in five bits and in 16 sines and cosines."""

import torch

from snippets.positions.sinusoids import sinusoids

torch.set_default_dtype(torch.float64)

T, d = 24, 16
t = torch.arange(float(T))
worth = [1, 2, 4, 8, 16]                                    # of each bit, the fastest first
bits = (t[:, None] // torch.tensor(worth)) % 2              # (T, 5)
P = sinusoids(t, d)                                         # (T, d)

if __name__ == "__main__":
    print(bits[-1].int().tolist())
