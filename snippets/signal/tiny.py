"""Tiny is not zero; but beside 1 a float32 no longer sees it."""

import torch

torch.set_default_dtype(torch.float64)

steps = 31
halves = 0.5**steps                              # a path of 31 steps, each with the factor 1/2

small = 1e-8
tiny = torch.tensor(small, dtype=torch.float32)
one = torch.tensor(1.0, dtype=torch.float32)
total = one + tiny                               # float32 holds 1e-8, but cannot add it to 1
unchanged = (total == one).item()                # True
half_gap = torch.finfo(torch.float32).eps / 2    # half the distance from 1 to the next float32

if __name__ == "__main__":
    print(f"{halves:.1e} {tiny:.0e} {unchanged} {half_gap:.1e}")
