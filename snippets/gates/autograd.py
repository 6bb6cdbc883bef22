"""The gradients of the same LSTM from automatic differentiation alone."""

import torch

from snippets.gates.cell import opened
from snippets.gates.law import G, W_h, W_x, X, b

torch.set_default_dtype(torch.float64)

leaves = [A.clone().requires_grad_() for A in (X, W_x, W_h, b)]
X, W_x, W_h, b = leaves
pre, c, h = [], [torch.zeros(2)], [torch.zeros(2)]                       # h_{-1} = c_{-1} = 0
for x in X:
    pre.append(W_x @ x + W_h @ h[-1] + b)
    i, f, g, o = opened(pre[-1])
    c.append(f * c[-1] + i * g)
    h.append(o * c[-1].tanh())
grads = torch.autograd.grad(G @ h[-1], [*pre, *c[1:], *h[1:], *leaves])
G_pre, G_c, G_h = (torch.stack(grads[k : k + 5]) for k in (0, 5, 10))
G_earlier = G_h[:-1]                                                     # ∂L/∂h_{t-1}, t from 1
G_X, G_W_x, G_W_h, G_b = grads[15:]

if __name__ == "__main__":
    print(*(f"{v:.4f}" for v in G_X[0]))
