"""PyTorch's layer: its mask means the opposite, and asking for the weights changes the output."""

import torch

from snippets.attention.forward import W_K, W_Q, W_V, X
from snippets.scores.causal import M, Z

layer = torch.nn.MultiheadAttention(2, 1, bias=False, batch_first=True)
layer.in_proj_weight.data = torch.cat([W_Q.T, W_K.T, W_V.T])
layer.out_proj.weight.data = torch.eye(2)
words = X[None]                                          # (1, T, d)


def output(mask, need_weights=True):
    """Return Z (T, d_v); here mask (T, T) is True where a key is hidden."""
    with torch.no_grad():
        return layer(words, words, words, attn_mask=mask, need_weights=need_weights)[0][0]


gap = (output(~M) - Z).abs().max().item()
lost_turned = int(output(M).isnan().any(dim=-1).sum())   # words lost when M itself is given

everything = torch.ones_like(M)                          # all hidden
numbers = Z.numel()
lost_with_weights = int(output(everything).isnan().sum())
lost_without = int(output(everything, need_weights=False).isnan().sum())

if __name__ == "__main__":
    print("the mask turned round gives the causal output:", gap < 1e-12)
    print("undefined numbers with weights:", lost_with_weights, " without:", lost_without)
