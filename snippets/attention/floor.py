"""How little the last output can answer to each of the other words."""

import torch
from torch.autograd.functional import jacobian

from snippets.attention.forward import W_V, X, alpha
from snippets.attention.frozen import coefficients

J = jacobian(lambda X: coefficients(X) @ X @ W_V, X)[3]  # (d_v, T, d), of z_4
norms = torch.linalg.svdvals(J.transpose(0, 1))[:3, 0]   # (3,), the other three words
sigma = torch.linalg.svdvals(W_V)                        # (2,)
second = sigma[1].item()
bounds = alpha[3, :3] * second                           # (3,)

print("singular values of W_V:", [round(x, 3) for x in sigma.tolist()])
for j in range(3):
    print(f"{norms[j]:.4f} >= {bounds[j]:.4f}")
