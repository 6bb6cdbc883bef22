"""Words count from 1, time and code from 0: from the last state to the first are T - 1 steps."""

import torch

from snippets.example.sentence import T, X  # (T, d)

torch.set_default_dtype(torch.float64)

x_1 = X[0]                                       # (d,)  the first word, x_0 in the RNN
x_4 = X[T - 1]                                   # (d,)  the last word, x_3 in the RNN

h = torch.ones((), requires_grad=True)           # h_0
first, steps = h, 0
for _ in range(1, T):                            # t = 1, 2, 3
    h, steps = 0.5 * h, steps + 1
(reached,) = torch.autograd.grad(h, first)       # ∂h_3/∂h_0
too_far = 0.5**T                                 # with one step too many

if __name__ == "__main__":
    print(x_1, x_4, steps)
    print(reached.item(), too_far)
