"""Dot product of two encodings against their distance: it falls, and it rises."""

import torch

from snippets.positions.sinusoids import frequencies

torch.set_default_dtype(torch.float64)

delta = torch.arange(2049.0)
sizes = [2, 32, 128, 512]
curves = torch.stack([(delta[:, None] * frequencies(d)).cos().mean(dim=1) for d in sizes])
rises = curves[:, 1:] > curves[:, :-1]        # (4, 2048), from each distance to the next
first = rises.int().argmax(dim=1)             # (4), the distance before the first rise
n_rises, n_steps = rises.sum(dim=1), rises.shape[1]
start = curves[:, :101]                       # for the figure
distances = [1, 10, 100, 1000]
at = curves[3, distances]                     # d = 512

if __name__ == "__main__":
    print(first.tolist(), n_rises.tolist(), n_steps, [round(value, 3) for value in at.tolist()])
