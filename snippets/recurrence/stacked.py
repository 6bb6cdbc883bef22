"""Three recurrent layers: waiting for whole layers, and waiting only for what is needed."""

import torch

from snippets.recurrence.cell import W_h, W_x, states
from snippets.recurrence.depth import depth
from snippets.recurrence.length import T, X_long

torch.set_default_dtype(torch.float64)

layers = 3
cells = layers * T
X = X_long.clone().requires_grad_()                   # (T, d)

h = X
for _ in range(layers):
    h = states(h, W_x, W_h)                           # (T, d_h), the next layer's words
layer_by_layer = depth(h.grad_fn, {})

column = [torch.zeros(2) for _ in range(layers)]      # all layers at one time
for x in X:
    for k in range(layers):
        below = column[k - 1] if k else x
        column[k] = torch.tanh(W_x @ below + W_h @ column[k])
as_needed = depth(column[-1].grad_fn, {})

if __name__ == "__main__":
    print(T, layers, layer_by_layer, as_needed)
