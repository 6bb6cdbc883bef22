"""Both sides of the two sums that forbid one row of weights to do both jobs."""

import torch

from snippets.heads.general import wave

torch.set_default_dtype(torch.float64)

n, f, g = 5, 0.7, 0.2                                     # symbols, weight on previous, on marked
M = wave(1, n, n)                                         # M[a, c]: what symbol a says for answer c
rest = wave(101, n)                                       # what all other words say for c


def logit(c, a, b):
    """For the answer c, where a is the previous symbol and b the marked one."""
    return f * M[a, c] + g * M[b, c] + rest[c]


pairs = [(a, b) for a in range(n) for b in range(n) if a != b]
D = torch.stack([M[a, a] + M[b, b] - M[a, b] - M[b, a] for a, b in pairs])
equal = torch.stack([logit(a, a, a) - logit(b, a, a) + logit(b, b, b) - logit(a, b, b)
                     for a, b in pairs])
marked = torch.stack([logit(b, a, b) - logit(a, a, b) + logit(a, b, a) - logit(b, b, a)
                      for a, b in pairs])
previous = torch.stack([logit(a, a, b) - logit(b, a, b) + logit(b, b, a) - logit(a, b, a)
                        for a, b in pairs])
equal_by_D, marked_by_D, previous_by_D = (f + g) * D, (g - f) * D, (f - g) * D

if __name__ == "__main__":
    for one, two in ((equal, equal_by_D), (marked, marked_by_D), (previous, previous_by_D)):
        print("largest difference below 1e-12:", (one - two).abs().max().item() < 1e-12)
