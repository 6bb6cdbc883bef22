"""The hooks' counts against formulas and against torch's own counter, no two sizes alike."""

import torch

from snippets.convolution.counting import count, flops
from snippets.convolution.models import Attention, stack

T, d, d_k, k, N = 7, 5, 3, 9, 4
X = torch.arange(T * d).sin().reshape(T, d)      # (T, d)

convolutions = stack(d, [1] * N, k=k)
attention = Attention(d, d_k)
with_output = Attention(d, d_k, output=True)

stack_hooks = count(convolutions, X.T)           # parameters, multiply-adds
stack_formula = [N * k * d**2, N * k * d**2 * T]

projections = len([attention.Q, attention.K, attention.V])
attention_hooks = count(attention, X)
attention_formula = [3 * d * d_k, 3 * T * d * d_k + 2 * T**2 * d_k]

output_hooks = count(with_output, X)

flops_hooks = [2 * stack_hooks[1], 2 * attention_hooks[1], 2 * output_hooks[1]]
flops_torch = [flops(convolutions, X.T[None]), flops(attention, X), flops(with_output, X)]

if __name__ == "__main__":
    print(stack_hooks, attention_hooks, output_hooks)
    print(flops_hooks, flops_torch)
