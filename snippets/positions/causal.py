"""The sentence and its reverse: without a mask each word gets the same, with a causal mask not."""

import torch

from snippets.positions.four import M, X, attention

torch.set_default_dtype(torch.float64)

order = [3, 2, 1, 0]
Z = attention(X)                          # (T, d_v), no mask
Z_reversed = attention(X[order])[order]   # row j belongs to word j again
Z_causal = attention(X, M)
Z_causal_reversed = attention(X[order], M)[order]

gap = (Z - Z_reversed).abs().max().item()
gap_causal = (Z_causal - Z_causal_reversed).abs().max().item()

if __name__ == "__main__":
    torch.set_printoptions(precision=3, sci_mode=False)
    print("no mask\n", torch.cat([Z, Z_reversed], dim=1), sep="")
    print("causal\n", torch.cat([Z_causal, Z_causal_reversed], dim=1), sep="")
    print("gap", gap < 1e-14, round(gap_causal, 3))
