"""Words in another order: scores and outputs move along, and no number changes."""

import torch

from snippets.positions.general import X, attention, scores

Pi = torch.tensor([[0.0, 0.0, 0.0, 1.0, 0.0],
                   [1.0, 0.0, 0.0, 0.0, 0.0],
                   [0.0, 0.0, 0.0, 0.0, 1.0],
                   [0.0, 1.0, 0.0, 0.0, 0.0],
                   [0.0, 0.0, 1.0, 0.0, 0.0]])  # (T, T), a single one in each row and column

S_moved = scores(Pi @ X)       # (T, T)
moved_S = Pi @ scores(X) @ Pi.T
Z_moved = attention(Pi @ X)    # (T, d_v)
moved_Z = Pi @ attention(X)

print("scores:", (S_moved - moved_S).abs().max().item() < 1e-14)
print("outputs:", (Z_moved - moved_Z).abs().max().item() < 1e-14)
