"""Kernel regression on the readings: five kernels, four widths, no training."""

import torch

from snippets.lookup.curve import keys, queries, truth, values
from snippets.lookup.kernels import kernels

torch.set_default_dtype(torch.float64)

widths = [0.05, 0.2, 0.5, 2.0]


def fitted(kernel, width):
    """The estimate at each query that has an answer, and which those are."""
    U = (queries[:, None] - keys).abs() / width     # (T_q, m)
    H = kernel(U)                                   # (T_q, m)
    answered = H.sum(dim=1) > 0                     # (T_q,)
    H = H[answered]
    return H / H.sum(dim=1, keepdim=True) @ values, answered


errors, silent = [], []                             # kernels down, widths across
for kernel in kernels.values():
    fits = [fitted(kernel, width) for width in widths]
    errors.append([(y - truth[a]).square().mean().sqrt().item() for y, a in fits])
    silent.append([int((~a).sum()) for _, a in fits])

bests = [min(row) for row in errors[:4]]            # (kernels,)  each at its best width
best_of_all, best_of_worst = min(bests), max(bests)

narrow, medium, good, wide = [fitted(kernels["Gaussian"], w)[0] for w in widths]  # (T_q,) each
boxcar, triangular, epanechnikov = [
    fitted(kernels[name], 0.5)[0] for name in ("boxcar", "triangular", "Epanechnikov")
]

if __name__ == "__main__":
    for name, row, gone in zip(kernels, errors, silent, strict=True):
        print(f"{name:12s}", *(f"{e:.3f}" for e in row), *gone)
