"""Exercise: a whole block, attention with W_O and a perceptron four times as wide."""

import torch
from torch import nn

from snippets.convolution.counting import count
from snippets.convolution.models import Attention
from snippets.convolution.scale import T as T_small
from snippets.convolution.scale import d

inner = 4                                            # source: arXiv:1706.03762, section 3.3; GPT-2


def works(T, d):
    """Multiply-adds of a block over T words: in matrices of parameters, and in all."""
    block = nn.Sequential(Attention(d, d, output=True, device="meta"),
                          nn.Linear(d, inner * d, False, device="meta"),
                          nn.ReLU(), nn.Linear(inner * d, d, False, device="meta"))
    parameters, work = count(block, torch.empty(T, d, device="meta"))
    return T * parameters, work


matrices = works(1, d)[0] // d**2                    # each of d^2
factor = 6
T = factor * d
inside, whole = works(T, d)
equal = whole - inside == inside
share = 1 - works(T_small, d)[0] / works(T_small, d)[1]

if __name__ == "__main__":
    print(matrices, T, equal, f"{share:.1%}")
