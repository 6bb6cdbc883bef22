"""Without tanh: three steps back are three factors W_h and nothing else."""

import torch

from snippets.recurrence.backward import state_norms
from snippets.recurrence.cell import W_h

torch.set_default_dtype(torch.float64)

G = torch.tensor([0.0, 1.0])                          # ∂L/∂h_3
norms = [1.0]
for _ in range(3):
    G = G @ W_h                                       # (d_h,)
    norms.append(G.norm().item())
without_tanh = norms[3]
share_of_tanh = (state_norms[0] / without_tanh).item()
radius = torch.linalg.eigvals(W_h).abs().max().item()

if __name__ == "__main__":
    print(*(f"{v:.4f}" for v in norms))
    print(f"{share_of_tanh:.3f} {radius:.3f}")
