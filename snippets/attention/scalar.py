"""With one number a word and every parameter 1: the formula against autograd, and differences."""

import torch
from torch.autograd.functional import jacobian

x = torch.tensor([0.7, -1.1, 0.4, 1.6, -0.3], dtype=torch.float64)  # (T,)


def attention(x: torch.Tensor) -> torch.Tensor:
    return torch.outer(x, x).softmax(dim=-1) @ x  # (T,)


alpha, z = torch.outer(x, x).softmax(dim=-1), attention(x)  # (T, T), (T,)
J = alpha * (1 + x[:, None] * (x[None, :] - z[:, None]))    # (T, T), right off the diagonal
apart = ~torch.eye(len(x), dtype=torch.bool)

J_apart, J_apart_autograd = J[apart], jacobian(attention, x)[apart]
print("largest difference below 1e-15:", (J_apart - J_apart_autograd).abs().max().item() < 1e-15)
