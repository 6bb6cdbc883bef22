"""The same words through another W_h: the gradient grows on its way back."""

import torch

from snippets.example.sentence import X
from snippets.recurrence.cell import W_x, gradients, states

torch.set_default_dtype(torch.float64)

W_h = torch.tensor([[-0.5, -3.5], [1.0, 2.0]])        # (d_h, d_h)
lengths = [4, 8, 16, 32, 64]
norms = []
for T in lengths:
    h = states(X.repeat(T // 4, 1), W_x, W_h)         # (T, d_h)
    G_h, _ = gradients(h, W_h, torch.tensor([0.0, 1.0]))
    norms.append(G_h[0].norm().item())

if __name__ == "__main__":
    for T, norm in zip(lengths, norms, strict=True):
        print(T, f"{norm:.3g}")
