"""The quotient of kernels fails where the softmax does not."""

import torch

from snippets.lookup.curve import keys, queries, values

torch.set_default_dtype(torch.float64)

width = 0.002
scores = -((queries[:, None] - keys) ** 2) / (2 * width**2)          # (T_q, m)
sums = scores.exp().sum(dim=1)                      # (T_q,)
lost = int((sums == 0).sum())                       # zero over zero
by_softmax = scores.softmax(dim=1) @ values         # (T_q,)
answered = int(by_softmax.isfinite().sum())
reach = (2 * 745.13) ** 0.5                         # exp(-745.13) is the last above zero

if __name__ == "__main__":
    print(lost, answered, len(queries), f"{reach:.1f}")
