"""From the mean of all values to the value of the nearest key, as the temperature falls."""

import torch

from snippets.attention.forward import V  # (m, d_v)
from snippets.lookup.soft import scores  # (m,)

torch.set_default_dtype(torch.float64)

taus = torch.logspace(2, -1, 61)                    # 100 … 0.1
alphas = (scores / taus[:, None]).softmax(dim=1)    # (61, m)
Z = alphas @ V                                      # (61, d_v)

corners = V[[1, 3, 0]]                              # the third value lies on an edge
middle = V[2] - (corners[0] + corners[1]) / 2       # (0, 0): half-way
first, second = Z.T                                 # (61,) each
outline_x, outline_y = corners[[0, 1, 2, 0]].T      # (4,) each

if __name__ == "__main__":
    print(f"({Z[0, 0]:.3f}, {Z[0, 1]:.3f}) ({Z[-1, 0]:.3f}, {Z[-1, 1]:.3f})")
    print(middle.tolist())
