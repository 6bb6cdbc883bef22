"""Tiny is not zero; but beside 1 a float32 no longer sees it."""

import torch

torch.set_default_dtype(torch.float64)

halves = 0.5**31                                 # a path of 31 steps, each with the factor 1/2

tiny = torch.tensor(1e-8, dtype=torch.float32)
one = torch.tensor(1.0, dtype=torch.float32)
kept = tiny.item() > 0                           # True: float32 holds 1e-8
lost = (one + tiny == one).item()                # True: it cannot add 1e-8 to 1
half_gap = torch.finfo(torch.float32).eps / 2    # half the distance from 1 to the next float32
two_power = 2.0**-24

if __name__ == "__main__":
    print(f"{halves:.1e} {kept} {lost} {half_gap:.1e}")
