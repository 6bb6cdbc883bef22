"""What the bound promises and what is measured; and a network that attains it."""

import torch

from snippets.recurrence.backward import state_norms
from snippets.recurrence.cell import W_h
from snippets.recurrence.length import first_state, steps

torch.set_default_dtype(torch.float64)

gamma = 1                                             # the largest slope of tanh
norm = torch.linalg.matrix_norm(W_h, 2).item()        # largest singular value
radius = torch.linalg.eigvals(W_h).abs().max().item()
after_3, after_31 = (gamma * norm) ** 3, (gamma * norm) ** steps
too_large = after_31 / first_state
treble = 3 * norm                                     # the norm of 3 W_h

Q = torch.tensor([[0.6, -0.8], [0.8, 0.6]])           # a rotation, (d_h, d_h)
scales = [0.9, 1.1]
h, on_the_bound = torch.zeros(2), []                  # silent words keep the state at 0
for scale in scales:
    G = torch.tensor([0.0, 1.0])
    for _ in range(steps):
        G = G * (1 - torch.tanh(scale * Q @ h) ** 2) @ (scale * Q)
    on_the_bound.append(G.norm().item())

if __name__ == "__main__":
    print(f"norm {norm:.4f}, radius {radius:.4f}")
    print(f"bound {after_3:.3f} {after_31:.3g}")
    print(f"measured {state_norms[0]:.4f} {first_state:.3g}")
    print(*(f"{v:.3g}" for v in on_the_bound))
