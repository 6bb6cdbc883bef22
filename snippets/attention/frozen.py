"""Coefficients that are computed against the same coefficients, learnt and kept."""

import torch

from snippets.attention.forward import W_K, W_Q, W_V, X, alpha

W = alpha.clone()  # (T, T), a table of parameters that happens to hold alpha


def coefficients(X: torch.Tensor) -> torch.Tensor:
    """Return alpha (T, T) for the sentence X (T, d)."""
    return ((X @ W_Q) @ (X @ W_K).T / 2**0.5).softmax(dim=-1)


X_new = X.clone()
X_new[0] = torch.tensor([0.0, 1.0])  # the first word says what the second says
alpha_new = coefficients(X_new)      # (T, T)

row, row_new, row_kept = alpha[-1], alpha_new[-1], W[-1]
z, z_new = (alpha @ X @ W_V)[-1], (alpha_new @ X_new @ W_V)[-1]  # computed coefficients
z_kept, z_kept_new = (W @ X @ W_V)[-1], (W @ X_new @ W_V)[-1]    # learnt coefficients

moved = alpha_new != alpha
moved_entries = int(moved.sum())

if __name__ == "__main__":
    for line in (row, row_new, row_kept, z, z_new, z_kept, z_kept_new):
        print([round(x, 3) for x in line.tolist()])
    print("entries of alpha that moved:", moved_entries, "of", alpha.numel())
