"""Five kernels, and the four words weighted by each of them."""

import torch

from snippets.attention.forward import K, V  # (m, d_k), (m, d_v)
from snippets.lookup.soft import q  # (d_k,)

torch.set_default_dtype(torch.float64)

kernels = {
    "Gaussian": lambda u: (-(u**2) / 2).exp(),
    "boxcar": lambda u: (u <= 1).double(),
    "triangular": lambda u: (1 - u).clamp(min=0),
    "Epanechnikov": lambda u: (1 - u**2).clamp(min=0),
    "constant": lambda u: torch.ones_like(u),
}                                                   # of u = distance / width, u >= 0

width = 2.5
distances = (q - K).norm(dim=1)                     # (m,)
heights = torch.stack([kernel(distances / width) for kernel in kernels.values()])  # (5, m)
weights = heights / heights.sum(dim=1, keepdim=True)                 # (5, m)
Z = weights @ V                                     # (5, d_v)

u = torch.linspace(0, 2, 81)                        # for the figure
gaussian, boxcar, triangular, epanechnikov, constant = [k(u) for k in kernels.values()]

if __name__ == "__main__":
    print(*(f"{v:.3f}" for v in distances))
    for name, alpha, z in zip(kernels, weights, Z, strict=True):
        print(f"{name:12s}", *(f"{a:.3f}" for a in alpha), f"({z[0]:.3f}, {z[1]:.3f})")
