"""More data alone is not enough: four ways to choose the width, expected error exact."""

import torch

from snippets.lookup.curve import f

torch.set_default_dtype(torch.float64)

sigma = 0.6                                         # size of the noise at each key
sizes = [30, 120, 480, 1920, 7680, 30720]           # m
queries = torch.linspace(1.5, 3.5, 41)              # (T_q,)  away from the ends


def error(m, width):
    """Root of the mean over the queries of bias² + σ² Σ α²."""
    keys = 5 * (torch.arange(m) + 0.5) / m          # (m,)
    alpha = (-((queries[:, None] - keys) ** 2) / (2 * width**2)).softmax(dim=1)  # (T_q, m)
    bias = alpha @ f(keys) - f(queries)             # (T_q,)
    return (bias**2 + sigma**2 * (alpha**2).sum(dim=1)).mean().sqrt().item()


start = 0.3                                         # the width at m = 30
fixed = [start for m in sizes]
fifth = [start * (m / 30) ** -0.2 for m in sizes]
half = [start * (m / 30) ** -0.5 for m in sizes]
inverse = [start * 30 / m for m in sizes]           # m λ stays as it is
by_fixed, by_fifth, by_half, by_inverse = [
    [error(m, w) for m, w in zip(sizes, widths, strict=True)]
    for widths in (fixed, fifth, half, inverse)
]
times = 4                                           # from one size to the next
last_factor = by_fifth[-2] / by_fifth[-1]
rate = times**0.4

if __name__ == "__main__":
    for row in zip(sizes, by_fixed, by_fifth, by_half, by_inverse, strict=True):
        print("{:5d} {:.4f} {:.4f} {:.4f} {:.4f}".format(*row))
    print(f"{last_factor:.3f} {rate:.3f}")
