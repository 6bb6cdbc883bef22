"""The four words with a causal mask: nobody looks at what comes later."""

import torch
import torch.nn.functional as F

from snippets.attention.forward import K, Q, S, V

M = torch.ones(4, 4).bool().tril()                       # (T, T), True where j <= i
alpha = S.masked_fill(~M, -torch.inf).softmax(dim=-1)    # (T, T)
Z = alpha @ V                                            # (T, d_v)

Z_torch = F.scaled_dot_product_attention(Q, K, V, is_causal=True)
same = bool((Z - Z_torch).abs().max() < 1e-12)
pairs = M.numel()
seen = int(M.sum())                                      # pairs that may meet

if __name__ == "__main__":
    for row in alpha.tolist():
        print([round(a, 2) for a in row])
    print("equal to torch:", same)
