"""One matrix, the same for every t, takes p_t to p_{t + delta}; its transpose goes back."""

import torch

from snippets.positions.sinusoids import frequencies, sinusoids

torch.set_default_dtype(torch.float64)


def R(delta: float, d: int) -> torch.Tensor:
    """Return the rotation (d, d) by delta places: a block for each pair."""
    cos, sin = (delta * frequencies(d)).cos(), (delta * frequencies(d)).sin()
    blocks = torch.stack([cos, -sin, sin, cos], dim=1).view(-1, 2, 2)     # (d/2, 2, 2)
    return torch.block_diag(*blocks)


T, d, delta = 5, 6, 2
P = sinusoids(torch.arange(float(T)), d)                 # (T, d)
P_later = sinusoids(torch.arange(float(T)) + delta, d)   # (T, d)
rotated = P @ R(delta, d)                                # (T, d)
rotated_back = P @ R(delta, d).T

gap = (rotated - P_later).abs().max().item()
gap_other_sign = (rotated_back - P_later).abs().max().item()
squared_length = (P[3] @ P[3]).item()
not_idempotent = (R(delta, d) @ R(delta, d) - R(delta, d)).abs().max().item()

if __name__ == "__main__":
    print(gap < 1e-14, round(gap_other_sign, 2), round(squared_length, 9), round(not_idempotent, 2))
