"""A position in bits: short, but neighbours may differ in every bit, and no affine map adds one."""

import torch

from snippets.positions.sinusoids import sinusoids

torch.set_default_dtype(torch.float64)

T, d = 16, 8
t = torch.arange(T)
bits = (t[:, None] // torch.tensor([8.0, 4.0, 2.0, 1.0])) % 2   # (16, 4)
P = sinusoids(t, d)                                              # (T, d)
flips = (bits[1:] - bits[:-1]).abs().sum(dim=1).to(int)          # (15)
steps = (P[1:] - P[:-1]).norm(dim=1)                             # (15)


def miss(A):
    """Return the largest error of the best affine map from each row of A to the next."""
    A_1 = torch.column_stack([A[:-1], torch.ones(len(A) - 1)])
    best = torch.linalg.lstsq(A_1, A[1:], driver="gelsd").solution
    return (A_1 @ best - A[1:]).abs().max().item()


miss_bits, miss_P = miss(bits), miss(P)
n, width = 14, 512
positions, bits_of_floats = 2**n, 32 * width                     # float32
ratio = bits_of_floats / n

if __name__ == "__main__":
    print(flips.tolist(), f"{steps.min():.4f} {steps.max():.4f}")
    print(round(miss_bits, 2), miss_P < 1e-12, positions, bits_of_floats, round(ratio))
