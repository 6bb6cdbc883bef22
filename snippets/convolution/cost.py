"""What a word 2047 places away costs: a stack of convolutions against one attention layer."""

import torch

from snippets.convolution.counting import count
from snippets.convolution.models import Attention, stack
from snippets.convolution.reach import last_sees_first, layers_until
from snippets.convolution.scale import T, d

X = torch.empty(T, d, device="meta")             # shapes without numbers

layers = layers_until(last_sees_first, T)
layers_causal = layers_until(last_sees_first, T, causal=True)

parameters, work = count(stack(d, [1] * layers, device="meta"), X.T)
parameters_causal, work_causal = count(
    stack(d, [1] * layers_causal, causal=True, device="meta"), X.T)

parameters_attention, work_attention = count(Attention(d, d, device="meta"), X)
quadratic = 2 * T**2 * d / work_attention        # the share of its two (T, T) products
parameters_output, work_output = count(Attention(d, d, output=True, device="meta"), X)

parameters_ratio = parameters / parameters_attention
work_ratio = work / work_attention
work_ratio_output = work / work_output
parameters_ratio_causal = parameters_causal / parameters_attention
work_ratio_causal = work_causal / work_attention

if __name__ == "__main__":
    print(layers, parameters, f"{work:.3e}")
    print(layers_causal, parameters_causal, f"{work_causal:.3e}")
    print(1, parameters_attention, f"{work_attention:.4e}")
    print(1, parameters_output, f"{work_output:.4e}, with W_O")
    print(f"{parameters_ratio:.0f} {work_ratio:.1f} {work_ratio_output:.1f}")
    print(f"{parameters_ratio_causal:.0f} {work_ratio_causal:.1f}")
