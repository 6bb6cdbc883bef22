"""Dot products of encodings, by position and distance, and the sum of cosines."""

import torch

from snippets.positions.sinusoids import P as four  # (T, d), for the four words
from snippets.positions.sinusoids import frequencies, sinusoids

torch.set_default_dtype(torch.float64)

t, delta, d = torch.arange(5.0), torch.arange(3.0), 6
P = sinusoids(t, d)                                               # (5, d)
P_later = torch.stack([sinusoids(t + step, d) for step in delta])  # (3, 5, d)
dots = torch.einsum("tc,stc->ts", P, P_later)                     # (5, 3)
cosines = (delta[:, None] * frequencies(d)).cos().sum(dim=1)      # (3)
cosines_everywhere = cosines.expand(5, 3)                         # the same for every t

words = four @ four.T                                             # (T, T)

if __name__ == "__main__":
    print((dots - cosines_everywhere).abs().max().item() < 1e-14)
    print([round(value, 3) for value in words[0].tolist()])
