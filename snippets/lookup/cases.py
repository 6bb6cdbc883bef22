"""Four rows of coefficients over the same four values."""

import torch

from snippets.attention.forward import V  # (m, d_v)
from snippets.lookup.soft import weights

torch.set_default_dtype(torch.float64)

C = torch.stack([
    torch.tensor([0.0, 0.0, 0.0, 1.0]),             # one-hot: the dictionary
    torch.full((4,), 1 / 4),                        # uniform: mean pooling
    weights,                                        # positive, sum one: soft lookup
    torch.tensor([1.0, -1.0, 0.0, 1.0]),            # sum one, but one is negative
    torch.tensor([1.0, 0.0, 0.0, 1.0]),             # none negative, but the sum is two
])                                                  # (5, m)
outputs = C @ V                                     # (5, d_v)
sums = C.sum(dim=1)                                 # (5,)
mean_gap = (outputs[1] - V.mean(dim=0)).abs().max().item()

low, high = V.min(dim=0).values, V.max(dim=0).values                 # (d_v,) each

if __name__ == "__main__":
    for total, row in zip(sums, outputs, strict=True):
        print(f"{total:.0f} ({row[0]:5.2f}, {row[1]:4.2f})")
    print(low.tolist(), high.tolist(), mean_gap)
