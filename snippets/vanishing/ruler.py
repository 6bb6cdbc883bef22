"""Another ruler for the state: after stretching one axis, every step of the example shrinks."""

from itertools import count

import torch

from snippets.vanishing.transient import W, a, b

torch.set_default_dtype(torch.float64)

needed = b / (1 - a**2)                               # s must be larger than this
s = 60.0
S = torch.diag(torch.tensor([1.0, s]))
scaled = S @ W @ S.inverse()                          # W seen with the new ruler
norm = torch.linalg.matrix_norm(scaled, 2).item()
at_needed = torch.diag(torch.tensor([1.0, needed]))
norm_at_needed = torch.linalg.matrix_norm(at_needed @ W @ at_needed.inverse(), 2).item()
guaranteed = next(n for n in count() if s * norm**n < 1)

if __name__ == "__main__":
    print(f"needed {needed:.2f}, norm {norm_at_needed:.4f}; s = {s:.0f}, norm {norm:.4f}")
    print(guaranteed)
