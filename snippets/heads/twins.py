"""Two heads that start equal receive equal gradients."""

import torch

from snippets.heads.general import W_K, W_O, W_Q, W_V, X_k, X_q, d_k, wave

torch.set_default_dtype(torch.float64)

leaves = [W[:1].repeat(2, 1, 1).requires_grad_() for W in (W_Q, W_K, W_V, W_O)]        # equal heads
Q, K, V = X_q @ leaves[0], X_k @ leaves[1], X_k @ leaves[2]
alpha = (Q @ K.transpose(1, 2) / d_k**0.5).softmax(-1)    # (H, T_q, T_k)
Z = (alpha @ V @ leaves[3]).sum(dim=0)                    # (T_q, d)
(Z.sin() * wave(601, *Z.shape)).sum().backward()          # some loss L

first, second = (torch.cat([leaf.grad[r].flatten() for leaf in leaves]) for r in range(2))
numbers = len(first)

if __name__ == "__main__":
    print("numbers:", numbers, "  largest:", f"{first.abs().max():.3f}")
    print("largest difference below 1e-12:", (first - second).abs().max().item() < 1e-12)
