"""How many layers until the last word sees the first: light one word and watch it spread."""

import torch
from torch.nn.functional import pad

torch.set_default_dtype(torch.float64)


def spread(lit, k=3, dilation=1, causal=False):
    """The words (T,) that a layer lights: those with a lit word under one of their k taps."""
    both = (k - 1) * dilation                    # places to pad, on both ends together
    ends = (both, 0) if causal else (both // 2,) * 2
    return pad(lit, ends).unfold(0, both + 1, 1)[:, ::dilation].any(dim=1)    # (T, k) -> (T,)


def layers_until(done, T, **setting):
    first, last, layers = torch.arange(T) == 0, torch.arange(T) == T - 1, 0
    while not done(first, last):
        first, last, layers = spread(first, **setting), spread(last, **setting), layers + 1
    return layers


def last_sees_first(first, last):
    return first[-1]


def some_word_sees_both(first, last):
    return (first & last).any()


lengths = [4, 16, 32, 2048]
centred = [layers_until(last_sees_first, T) for T in lengths]
middle = [layers_until(some_word_sees_both, T) for T in lengths]
causal = [layers_until(last_sees_first, T, causal=True) for T in lengths]

if __name__ == "__main__":
    print(lengths, centred, middle, causal, sep="\n")
