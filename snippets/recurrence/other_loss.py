"""The first component of h_3 as loss: three steps, and 31."""

import torch

from snippets.recurrence.cell import W_h, gradients
from snippets.recurrence.forward import h  # (T, d_h)
from snippets.recurrence.length import h as h_long

torch.set_default_dtype(torch.float64)

first = torch.tensor([1.0, 0.0])
G_h, _ = gradients(h, W_h, first)
norms = G_h.norm(dim=1)                               # (T,)
rate = norms[0].item() ** (1 / 3)
estimate = norms[0].item() ** (31 / 3)
measured = gradients(h_long, W_h, first)[0][0].norm().item()
too_small = measured / estimate

if __name__ == "__main__":
    print(*(f"{v:.4f}" for v in norms.flip(0)))
    print(f"{rate:.3f} {estimate:.2g} {measured:.3g} {too_small:.2g}")
