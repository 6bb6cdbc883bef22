"""The same gradients, from automatic differentiation alone."""

import torch

from snippets.recurrence.law import W_h, W_x, X, c

torch.set_default_dtype(torch.float64)

leaves = [A.clone().requires_grad_() for A in (X, W_x, W_h)]
X, W_x, W_h = leaves
pre, h = [], [torch.zeros(4)]                                            # h_{-1} = 0
for x in X:
    pre.append(W_x @ x + W_h @ h[-1])
    h.append(torch.tanh(pre[-1]))
L = c @ h[-1]

grads = torch.autograd.grad(L, [*pre, *h[1:], *leaves])
G_pre, G_h = torch.stack(grads[:5]), torch.stack(grads[5:10])            # (T, d_h) each
G_X, _, G_W_h = grads[10:]
G_first, G_earlier = G_h[0], G_h[:-1]

if __name__ == "__main__":
    print(*(f"{v:.4f}" for v in G_first))
