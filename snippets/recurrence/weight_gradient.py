"""The gradient of W_h over 32 words in float32, added up term by term."""

import torch

from snippets.recurrence.cell import W_h, W_x, gradients, states
from snippets.recurrence.length import T, X_long

torch.set_default_dtype(torch.float64)

h = states(X_long.float(), W_x.float(), W_h.float())                     # (T, d_h)
_, G_pre = gradients(h, W_h.float(), torch.tensor([0.0, 1.0]).float())
terms = [torch.outer(G_pre[t], h[t - 1]) for t in range(1, T)]           # h_{-1} = 0 adds nothing
n_terms = len(terms)

total, without_effect = torch.zeros(2, 2).float(), 0
for term in reversed(terms):                                             # the last word first
    before, total = total, total + term
    without_effect = without_effect + 1 if torch.equal(before, total) else 0

near, far = terms[-1].norm().item(), terms[0].norm().item()
size = total.norm().item()
share = far / size

if __name__ == "__main__":
    print(n_terms, without_effect)
    print(f"{near:.3g} {far:.3g} {size:.3g} {share:.3g}")
