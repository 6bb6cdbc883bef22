"""Multiplying the loss by 1024 before going back, in float16."""

import torch

from snippets.vanishing.formats import fast, first

torch.set_default_dtype(torch.float64)

scale = 1024
half = torch.float16
one = torch.ones((), dtype=half)


def gone(scale):
    return first(lambda n: torch.tensor(scale * fast**n).to(half) == 0)


def absorbed(scale):                                  # the sum is scaled like its terms
    near = scale * one
    return first(lambda n: near + torch.tensor(scale * fast**n).to(half) == near)


zero_plain, zero_scaled = gone(1), gone(scale)
absorbed_plain, absorbed_scaled = absorbed(1), absorbed(scale)

if __name__ == "__main__":
    print("zero after", zero_plain, zero_scaled)
    print("absorbed after", absorbed_plain, absorbed_scaled)
