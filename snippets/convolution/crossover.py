"""Exercise: the length from which a dilated stack does less work than one layer of attention."""

import torch

from snippets.convolution.counting import count
from snippets.convolution.models import Attention, stack
from snippets.convolution.scale import d


def dilations(T):
    """1, 3, 9, ..., the last one shortened so that their sum is T - 1."""
    threes = []
    while sum(threes) < T - 1:
        threes.append(min(3 ** len(threes), T - 1 - sum(threes)))
    return threes


def works(T):
    X = torch.empty(T, d, device="meta")         # (T, d)
    rivals = stack(d, dilations(T), device="meta"), Attention(d, d, device="meta")
    return count(rivals[0], X.T)[1], count(rivals[1], X)[1]


def cheaper(T):
    conv, attention = works(T)
    return conv < attention


layers = [len(dilations(T)) for T in (2048, 9217, 9842, 10369)]
around = [cheaper(T) for T in (9216, 9217, 9841, 9842, 10368, 10369)]

if __name__ == "__main__":
    print(layers, around)
