"""The lengths of the four words."""

import torch

from snippets.example.sentence import X

torch.set_default_dtype(torch.float64)

lengths = X.norm(dim=1)                          # (T,)
longest = lengths.max()
d = X.shape[1]
numbers = X.numel()

squares = lengths**2                             # (T,)
products = torch.einsum("tc,tc->t", X, X)        # (T,)

if __name__ == "__main__":
    for length in lengths:
        print(f"{length:.3f}")
