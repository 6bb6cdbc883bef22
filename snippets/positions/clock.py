"""The pair r = 0 at eight positions: a hand that turns by one radian a place."""

import math

import torch

from snippets.positions.sinusoids import sinusoids

torch.set_default_dtype(torch.float64)

n = 8
t = torch.arange(n)
hand = sinusoids(t, 2)                     # (n, d)
degrees = 180 / math.pi                    # a radian
places = 2 * math.pi                       # to a full turn

if __name__ == "__main__":
    print([[round(x, 2) for x in row] for row in hand.tolist()])
    print(round(degrees, 1), round(places, 2))
