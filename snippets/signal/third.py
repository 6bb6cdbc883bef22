"""Exercise: the loss stands at the third word; which words have a share in the gradient of W?"""

import torch

from snippets.example.sentence import T, X  # (T, d)
from snippets.signal.jacobian import near  # (T, T)

torch.set_default_dtype(torch.float64)

g_3 = torch.tensor([1.0, -1.0, 2.0])             # (3,)  ∂L/∂z_3
share = torch.stack([near[2, j] * X[j].outer(g_3) for j in range(T)])      # (T, d, 3)
size = torch.linalg.matrix_norm(share)           # (T,)

if __name__ == "__main__":
    print(size)
