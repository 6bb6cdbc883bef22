"""Without a bias the network is an odd function of its words."""

import torch

from snippets.bptt.network import states
from snippets.bptt.sizes import W_h, W_x, X, b

torch.set_default_dtype(torch.float64)

zero = torch.zeros(len(b))
mirrored = states(-X, zero, W_x, W_h, zero)                   # (B, T, d_h)
negated = -states(X, zero, W_x, W_h, zero)                    # (B, T, d_h)
silent = states(0 * X, zero, W_x, W_h, zero)                  # words that say nothing
with_bias = (states(-X, zero, W_x, W_h, b) + states(X, zero, W_x, W_h, b)).norm().item()

if __name__ == "__main__":
    print(silent.abs().max().item(), f"{with_bias:.3f}")
