"""The words in another order give the outputs in that order, and nothing else."""

from snippets.attention.general import X, attention

order = [3, 0, 4, 1, 2]
X_moved = X[order]                              # (T, d)
Z_moved = attention(X_moved, X_moved, X_moved)  # (T, d_v)
moved_Z = attention(X, X, X)[order]             # (T, d_v)

print("largest difference below 1e-15:", (Z_moved - moved_Z).abs().max().item() < 1e-15)
