"""Another start, another gradient: three initialisations that are not PyTorch's own."""

import torch
from torch import nn

from snippets.attention.reading import arriving

torch.set_default_dtype(torch.float64)

score_factor = 16


def orthogonal(model):
    nn.init.orthogonal_(model.weight_hh_l0)      # W_h shortens no vector


def larger(model):
    for layer in model.layers:
        layer.weight *= 3**0.5                   # entries of variance 1 / fan_in


def sharper(model):
    model.in_proj_weight[: 2 * model.embed_dim] *= score_factor**0.5       # W_Q and W_K


lengths = [32, 256]
RNN, dilated, attention = [
    torch.stack([arriving(reader, T, change) for T in lengths])            # (2,)
    for reader, change in [("RNN", orthogonal), ("dilated", larger), ("attention", sharper)]
]

if __name__ == "__main__":
    for g in (RNN, dilated, attention):
        print(*(f"{value:.1e}" for value in g))
