"""The lookup, learnt by the convolution from few sequences and from many."""

import torch

from snippets.limits.readers import Convolution
from snippets.limits.tasks import lookup
from snippets.limits.training import enough, far, shares, sizes

torch.set_default_dtype(torch.float64)

right = shares(Convolution, lookup)                        # (sizes, seeds)
solved = (right > enough).sum(dim=1)               # how many seeds, (sizes,)
far_off = (right < far).sum(dim=1)
highest = right.amax(dim=1)

if __name__ == "__main__":
    for n, s, f in zip(sizes, solved, far_off, strict=True):
        print(f"{n:4d} {s} {f}")
