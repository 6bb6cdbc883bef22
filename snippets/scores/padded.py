"""Two sentences of unequal length in one batch: what stands in the padded places."""

import torch
import torch.nn.functional as F

from snippets.attention.forward import W_K, W_Q, W_V, X

lengths, filler = [len(X), 2], 9.0
batch = torch.stack([X, torch.cat([X[:2], torch.full((2, 2), filler)])])  # (B, T, d)
M = torch.arange(4) < torch.tensor(lengths)[:, None]                   # (B, T_k)


def attend(X, M=None):
    """Attention over X (B, T, d); M (B, T_k) is True where a word is real."""
    mask = None if M is None else M[:, None, :]                        # (B, 1, T_k)
    return F.scaled_dot_product_attention(X @ W_Q, X @ W_K, X @ W_V, attn_mask=mask)


alone = attend(X[None, :2])[0]                           # (2, d_v), the short sentence by itself
masked = attend(batch, M)[1, :2]                         # (2, d_v)
unmasked = attend(batch)[1, :2]                          # (2, d_v)

unset = torch.where(M[..., None], batch, torch.nan)[1:]  # (1, T, d), padding never written
lost = int(attend(unset, M[1:])[0, :2].isnan().sum())    # of four numbers
del unset

if __name__ == "__main__":
    for name, Z in (("alone", alone), ("masked", masked), ("unmasked", unmasked)):
        print(f"{name:9}", [[round(z, 3) for z in row] for row in Z.tolist()])
    print("numbers lost when the padding holds no number:", lost)
