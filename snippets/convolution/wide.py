"""Exercise: one wide layer instead of 2047 narrow ones."""

import torch
from torch import nn

from snippets.convolution.counting import count
from snippets.convolution.models import Attention, stack
from snippets.convolution.scale import T, d

X = torch.empty(T, d, device="meta")             # shapes without numbers
k = 2 * (T - 1) + 1                              # half of it must span T - 1 words

parameters, work = count(nn.Conv1d(d, d, k, padding=T - 1, bias=False, device="meta"), X.T)
parameters_narrow, _ = count(stack(d, [1] * (T - 1), device="meta"), X.T)
_, work_attention = count(Attention(d, d, device="meta"), X)

saved = 1 - parameters / parameters_narrow
work_ratio = work / work_attention

if __name__ == "__main__":
    print(k, parameters, f"{work:.3e} {saved:.3f} {work_ratio:.0f}")
