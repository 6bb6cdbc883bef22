"""Positions beside the words instead of added: a layer may have parameters that ignore them."""

import torch

from snippets.positions.general import W_K, W_Q, W_V, X, d, d_k
from snippets.positions.sinusoids import P_general as P  # (T, d)

torch.set_default_dtype(torch.float64)

W_P = torch.arange(d * d_k).view(d, d_k).cos()          # (d, d_k), parameters for positions
XP = torch.cat([X, P], dim=1)                           # (T, 2d)
beside = XP @ torch.cat([W_Q, W_P])                     # (T, d_k)
two_products = X @ W_Q + P @ W_P                        # (T, d_k)
added = (X + P) @ W_Q                                   # (T, d_k)
beside_tied = XP @ torch.cat([W_Q, W_Q])                # (T, d_k), both halves the same


def attention(XP, W_P):
    """Return Z (T, d_v): positions reach queries and keys by W_P, values not at all."""
    S = (XP @ torch.cat([W_Q, W_P])) @ (XP @ torch.cat([W_K, W_P])).T / d_k**0.5
    return S.softmax(dim=-1) @ (XP[:, :d] @ W_V)


order = [4, 2, 0, 3, 1]
XP_moved = torch.cat([X[order], P], dim=1)              # words moved, positions in place
gap_used = (attention(XP_moved, W_P) - attention(XP, W_P)[order]).abs().max().item()
none = torch.zeros_like(W_P)
gap_ignored = (attention(XP_moved, none) - attention(XP, none)[order]).abs().max().item()

if __name__ == "__main__":
    print((beside - two_products).abs().max().item() < 1e-14)
    print((added - beside_tied).abs().max().item() < 1e-14)
    print(round(gap_used, 2), gap_ignored < 1e-14)
