"""How many times the data halve the error, for keys of one number and of eight."""

import torch

from snippets.lookup.task import d

torch.set_default_dtype(torch.float64)


def times(d):
    """The error falls like m^(-2 / (4 + d)): Stone, 1982, two derivatives."""
    return 2 ** ((4 + d) / 2)


one, eight = times(1), times(d)

if __name__ == "__main__":
    print(f"{one:.1f} {eight:.0f}")
