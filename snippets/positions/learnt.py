"""A learnt table on the four words; GPT-2's table, its size, and where it ends."""

import torch

from snippets.positions.four import X, weights

torch.set_default_dtype(torch.float64)

P = torch.tensor([[0.2, 0.1], [-0.4, 0.3], [0.1, -0.5], [-0.3, -0.2]])   # (T, d), as if learnt
last = weights(X + P)[3]                 # (T)

context, d = 1024, 768                   # source: GPT-2 small, wpe
parameters = context * d
try:
    torch.zeros(context)[context]
    beyond = True
except IndexError:
    beyond = False

if __name__ == "__main__":
    print([round(weight, 3) for weight in last.tolist()], parameters, beyond)
