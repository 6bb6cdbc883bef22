"""160 words: the gradient in float64, and the one that float32 reports."""

import torch

from snippets.example.sentence import X
from snippets.recurrence.cell import W_h, W_x, gradients, states

torch.set_default_dtype(torch.float64)

X_long = X.repeat(40, 1)                              # (T, d)
T = len(X_long)


def norms(dtype):
    h = states(X_long.to(dtype), W_x.to(dtype), W_h.to(dtype))
    G_h, _ = gradients(h, W_h.to(dtype), torch.tensor([0.0, 1.0], dtype=dtype))
    return G_h.double().norm(dim=1)                   # (T,)


double, single = norms(torch.float64), norms(torch.float32)
truth, reported = double[0].item(), single[0].item()

if __name__ == "__main__":
    print(f"{truth:.3g} {reported:.3g}")
