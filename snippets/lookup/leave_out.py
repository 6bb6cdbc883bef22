"""A reading left out of its own estimate, by the formula and by looking it up anew."""

import torch

from snippets.lookup.choice import weights
from snippets.lookup.curve import keys, m, values

torch.set_default_dtype(torch.float64)

width = 0.3
alpha = weights(keys, width)                        # (m, m)
share = alpha.diagonal()                            # (m,)
formula = (alpha @ values - share * values) / (1 - share)            # (m,)

anew = []
for i in range(m):
    rest = torch.arange(m) != i                     # (m,)
    scores = -((keys[i] - keys[rest]) ** 2) / (2 * width**2)         # (m - 1,)
    anew.append(scores.softmax(dim=0) @ values[rest])
anew = torch.stack(anew)                            # (m,)

if __name__ == "__main__":
    print(*(f"{z:.3f}" for z in formula[:6]))
    print(*(f"{z:.3f}" for z in anew[:6]))
