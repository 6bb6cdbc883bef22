"""Four words one at a time: keys and values are kept, and only the new word asks."""

import torch
import torch.nn.functional as F

from snippets.attention.forward import W_K, W_Q, W_V, X, d_k

K, V = X[:0] @ W_K, X[:0] @ W_V                      # (0, d_k), (0, d_v): nothing read yet
cached, misaligned = [], []
for x in X.split(1):                                 # (1, d)
    q, K, V = x @ W_Q, torch.cat([K, x @ W_K]), torch.cat([V, x @ W_V])
    cached.append((q @ K.T / d_k**0.5).softmax(dim=-1) @ V)          # (1, d_v), no mask
    misaligned.append(F.scaled_dot_product_attention(
        q[None, None], K[None, None], V[None, None], is_causal=True)[0, 0])

Z, Z_wrong = torch.cat(cached), torch.cat(misaligned)                # (T, d_v)
S = (X @ W_Q) @ (X @ W_K).T / d_k**0.5               # (T, T)
future = torch.ones_like(S).triu(1).bool()           # True where j > i
Z_whole = S.masked_fill(future, -torch.inf).softmax(dim=-1) @ (X @ W_V)
read = [t + 1 for t in range(len(X))]
kept = [2 * (t + 1) * d_k for t in range(len(X))]    # numbers in the cache

if __name__ == "__main__":
    torch.set_printoptions(precision=3, sci_mode=False)
    print("cached", Z, "all at once", Z_whole, "is_causal=True", Z_wrong, sep="\n")
    print("numbers kept", kept)
