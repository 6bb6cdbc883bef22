"""The sinusoidal encoding, interleaved: sine and cosine of pair r in columns 2r and 2r + 1."""

import torch

torch.set_default_dtype(torch.float64)

base = 10000


def frequencies(d: int) -> torch.Tensor:
    """Return omega (d/2)."""
    return base ** (-2 * torch.arange(d // 2) / d)


def sinusoids(t: torch.Tensor, d: int) -> torch.Tensor:
    """Return a row (d) for each position in t."""
    angles = t[:, None] * frequencies(d)                                # (T, d/2)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)  # (T, d)


P = sinusoids(torch.arange(4.0), 2)        # (T, d), for the four words
omega = frequencies(6)                     # (d/2), for d = 6
P_general = sinusoids(torch.arange(5.0), 6)  # (T, d), T = 5

if __name__ == "__main__":
    torch.set_printoptions(precision=4, sci_mode=False)
    print(P, omega, P_general, sep="\n")
