"""The gap between two scores from which the smaller weight is stored as zero."""

from math import log

import torch

formats = [torch.float16, torch.float32, torch.float64]


def smallest_gap(dtype: torch.dtype) -> float:
    """Return, by bisection, where softmax of (0, -gap) begins to give an exact zero."""
    low, high = 0.0, 2000.0
    for _ in range(60):
        gap = (low + high) / 2
        weight = torch.tensor([0.0, -gap], dtype=dtype).softmax(dim=-1)[1]
        low, high = (low, gap) if weight == 0 else (gap, high)
    return high


base = 2
halvings = [25, 150, 1075]  # half the smallest positive number is base to minus this
gaps = [smallest_gap(dtype) for dtype in formats]
closed = [n * log(base) for n in halvings]

for i, dtype in enumerate(formats):
    print(f"{dtype!s:14} {gaps[i]:8.2f} {closed[i]:8.2f}")
