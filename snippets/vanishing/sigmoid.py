"""The four words through sigmoid instead of tanh."""

import torch

from snippets.example.sentence import X
from snippets.recurrence.cell import W_h, W_x
from snippets.vanishing.bound import norm

torch.set_default_dtype(torch.float64)

h, states = torch.zeros(2), []
for x in X:
    h = torch.sigmoid(W_x @ x + W_h @ h)              # (d_h,)
    states.append(h)
G, norms = torch.tensor([0.0, 1.0]), [1.0]
for h in states[:0:-1]:                               # h_3, h_2, h_1
    G = G * h * (1 - h) @ W_h                         # ∂L/∂h_{t-1}, (d_h,)
    norms.append(G.norm().item())
bound = [(norm / 4) ** n for n in range(4)]

if __name__ == "__main__":
    print(*(f"{v:.4g}" for v in norms))
    print(*(f"{v:.4g}" for v in bound))
