"""The gradient of the parameters, word by word: who has a share in it when the last word errs."""

import torch

from snippets.example.sentence import T, X  # (T, d)
from snippets.signal.jacobian import near  # (T, T)

torch.set_default_dtype(torch.float64)

W = torch.tensor([[1.0, 0.0, -1.0], [0.5, 2.0, 0.0]], requires_grad=True)  # (d, 3)
g_4 = torch.tensor([1.0, -1.0, 2.0])             # (3,)  ∂L/∂z_4; no loss at the other words

L = (near @ X @ W)[3] @ g_4
(G_W,) = torch.autograd.grad(L, W)               # (d, 3)

share = torch.stack([near[3, j] * X[j].outer(g_4) for j in range(T)])      # (T, d, 3)
total = share.sum(0)                             # (d, 3)
size = torch.linalg.matrix_norm(share)           # (T,)

if __name__ == "__main__":
    print(total, G_W, sep="\n")
    print(size)
