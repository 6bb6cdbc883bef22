"""Four sine columns of d = 32 as waves along the positions."""

import torch

from snippets.positions.sinusoids import frequencies

torch.set_default_dtype(torch.float64)

d = 32
pairs = torch.tensor([0, 2, 4, 6])
t = torch.arange(0, 60.25, 0.25)                            # four points a position
sines = (t[:, None] * frequencies(d)[pairs]).sin()          # (points, 4)
periods = 2 * torch.pi / frequencies(d)[pairs]              # (4)

if __name__ == "__main__":
    print([round(period, 1) for period in periods.tolist()])
