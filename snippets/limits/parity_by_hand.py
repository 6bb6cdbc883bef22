"""Odd or even, by a recurrence with two ReLUs: right at any length."""

import torch

lengths = [8, 64, 512, 4096]


def state(bits):
    h = 0.0
    for x in bits:
        h = max(0.0, h - x) + max(0.0, x - h)    # |h - x|: stays at 0, flips at 1
    return h


strings = [torch.arange(T).mul(5).remainder(7).remainder(2).tolist() for T in lengths]
ones = [sum(bits) for bits in strings]
ends = [int(state(bits)) for bits in strings]    # 1 where the number of ones is odd

four = [1, 0, 1, 1]
states = [int(state(four[: t + 1])) for t in range(4)]

print("bits", four, "states", states)
for T, n, h in zip(lengths, ones, ends, strict=True):
    print(T, n, h)
