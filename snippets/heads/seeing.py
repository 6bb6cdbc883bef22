"""Queries and keys see the symbols as well: one head, and two, from the same seeds."""

import torch

from snippets.heads.jobs import right, seeds, trained

torch.set_default_dtype(torch.float64)


def shares(H):                                            # (seeds, 3): previous, marked, both
    return torch.tensor(
        [right(trained(H, False, seed), False, torch.ones(H)) for seed in range(seeds)]
    )


one, two = shares(1)[:, 2], shares(2)[:, 2]               # (seeds,), both right
one_least, one_most, two_least = one.min().item(), one.max().item(), two.min().item()

if __name__ == "__main__":
    print("one head between 0.7 and 0.95:", 0.7 < one_least <= one_most < 0.95)
    print("two heads above 0.99:", two_least > 0.99)
