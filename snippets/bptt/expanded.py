"""The recursion written out: one product of Jacobians for each loss from step t on."""

import torch

from snippets.bptt.law import direct, h
from snippets.bptt.sizes import T, W_h

torch.set_default_dtype(torch.float64)

step = (1 - h**2)[..., None] * W_h                            # diag(1 - h_t^2) W_h, [..., i, j]
terms = torch.zeros(len(h), T, T, h.shape[-1])                # what L_s sends to h_t: [:, t, s]
for t in range(T):
    for s in range(t, T):
        row = direct[:, s]                                    # ∂L_s/∂h_s, (B, d_h)
        for k in range(s, t, -1):                             # k = s, ..., t + 1
            row = torch.einsum("si,sij->sj", row, step[:, k])
        terms[:, t, s] = row
later = step[:, 1:]                                           # ∂h_t/∂h_{t-1}, t from 1
G_h = terms.sum(dim=2)                                        # (B, T, d_h)
count = (terms.abs().sum(dim=(0, 3)) > 0).sum(dim=1)          # how many s for each t

if __name__ == "__main__":
    print("T =", T, "terms", *count.tolist())
