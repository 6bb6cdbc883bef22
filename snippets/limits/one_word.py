"""How far one word can move the output of the last: never more than a constant over T."""

import math

import torch

torch.set_default_dtype(torch.float64)

bound = 1.0                                      # no score is larger in size
lengths = [8, 32, 128, 512, 2048]                # T
radius = 1.0                                     # no value is longer
factor = 4


def scores(bits):                                # (…, T), depend on the bit and the place
    t = torch.arange(bits.shape[-1])
    return torch.where(bits > 0, (0.7 * t).sin(), (1.1 * t).cos())


def values(bits):                                # (…, T, d_v)
    t = torch.arange(bits.shape[-1])
    angle = 0.3 * t + math.pi * bits
    return torch.stack([angle.cos(), angle.sin()], dim=-1)


def output(bits):                                # the last word's z, (…, d_v)
    return (scores(bits).softmax(dim=-1)[..., None] * values(bits)).sum(dim=-2)


def moved(T):
    """The farthest that z moves when any one bit but the last is flipped."""
    bits = torch.arange(T).mul(7).remainder(5).remainder(2).double()        # (T,)
    flips = bits.repeat(T - 1, 1)                # (T - 1, T)
    flips[range(T - 1), range(T - 1)] = 1 - bits[: T - 1]
    return (output(flips) - output(bits)).norm(dim=-1).max().item()


farthest = [moved(T) for T in lengths]
constant = radius * factor * math.exp(bound) ** 2
limit = [constant / T for T in lengths]
times_T = [T * m for T, m in zip(lengths, farthest, strict=True)]

# z is the mean of the others, moved towards v_j by the weight of j
bits, j = torch.tensor([1.0, 0.0, 1.0, 1.0, 0.0]), 2
alpha, V = scores(bits).softmax(dim=-1), values(bits)             # (T,), (T, d_v)
others = [k for k in range(5) if k != j]
m = (alpha[others] / alpha[others].sum()) @ V[others]             # (d_v,)
z_by_parts = m + alpha[j] * (V[j] - m)
z = output(bits)

if __name__ == "__main__":
    for row in zip(lengths, farthest, times_T, strict=True):
        print("{:>5} {:.5f} {:.2f}".format(*row))
