"""torch.nn.MultiheadAttention: where each head lies in its matrices, and what it returns."""

import torch
from torch import nn

from snippets.heads.general import wave

torch.set_default_dtype(torch.float64)

H, d_k, T_q, T_k = 3, 2, 4, 5
d = H * d_k                                               # torch's d_k and d_v are d / H

X_q, X_k = wave(1, T_q, d), wave(101, T_k, d)             # (T_q, d), (T_k, d)
W_Q, W_K, W_V = (wave(start, H, d, d_k) for start in (201, 301, 401))
W_O = wave(501, d, d)                                     # (H d_v, d)


def side_by_side(W):
    """The heads' matrices as one, head after head from left to right: (H, d, d_k) to (d, H d_k)."""
    return torch.cat([*W], dim=1)


layer = nn.MultiheadAttention(d, H, bias=False, batch_first=True)
layer.in_proj_weight.data = torch.cat([side_by_side(W).T for W in (W_Q, W_K, W_V)])    # (3 d, d)
layer.out_proj.weight.data = W_O.T                        # (d, d)
with torch.no_grad():
    Z_torch, alpha_torch = layer(X_q, X_k, X_k, average_attn_weights=False)
    mean_torch = layer(X_q, X_k, X_k)[1]                  # (T_q, T_k), averaged unless forbidden

Q, K, V = X_q @ W_Q, X_k @ W_K, X_k @ W_V                 # (H, T_q, d_k), (H, T_k, d_k) twice
alpha = (Q @ K.transpose(1, 2) / d_k**0.5).softmax(-1)    # (H, T_q, T_k)
Z = torch.cat([*(alpha @ V)], dim=-1) @ W_O               # (T_q, d)

packed = list(layer.in_proj_weight.shape)
gap = max((Z - Z_torch).abs().max().item(), (alpha - alpha_torch).abs().max().item())
gap_mean = (alpha.mean(dim=0) - mean_torch).abs().max().item()

if __name__ == "__main__":
    print("in_proj_weight:", packed, "  weights:", list(alpha_torch.shape), list(mean_torch.shape))
    print("largest difference below 1e-12:", max(gap, gap_mean) < 1e-12)
