"""The formula for Z against torch's own attention."""

import torch.nn.functional as F

from snippets.attention.general import W_K, W_Q, W_V, X, attention

Z = attention(X, X, X)                                               # (T, d_v)
Z_torch = F.scaled_dot_product_attention(X @ W_Q, X @ W_K, X @ W_V)  # (T, d_v)
difference = (Z - Z_torch).abs().max().item()

print("largest difference below 1e-12:", difference < 1e-12)
