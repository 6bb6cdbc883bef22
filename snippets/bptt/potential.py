"""Both losses are A(o) - y . o and a constant, and the slope of A is the prediction."""

import torch

from snippets.bptt.law import o
from snippets.bptt.sizes import one_hot

torch.set_default_dtype(torch.float64)

leaf = o.clone().requires_grad_()                             # (B, T, d_y)
A_squared = (leaf**2).sum(dim=-1) / 2                         # (B, T)
A_classes = leaf.logsumexp(dim=-1)
(slope_squared,) = torch.autograd.grad(A_squared.sum(), leaf)
(slope_classes,) = torch.autograd.grad(A_classes.sum(), leaf)
Y_hat_squared, Y_hat_classes = o, o.softmax(dim=-1)

L_classes = A_classes.detach() - (one_hot * o).sum(-1)
L_classes_direct = -(one_hot * o.softmax(dim=-1).log()).sum(-1)

if __name__ == "__main__":
    print(*(f"{v:.4f}" for v in L_classes[0]))
