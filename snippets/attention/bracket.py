"""The Jacobian between any two words, in one formula: a weight times a matrix."""

import torch
from torch.autograd.functional import jacobian

from snippets.attention.general import W_K, W_Q, W_V, T, X, attention, d, d_k, d_v

Q, K, V = X @ W_Q, X @ W_K, X @ W_V           # (T, d_k), (T, d_k), (T, d_v)
alpha = (Q @ K.T / d_k**0.5).softmax(dim=-1)  # (T, T)
Z = alpha @ V                                 # (T, d_v)

J = torch.zeros(T, d_v, T, d)  # J[i, :, j] is the Jacobian of z_i in x_j
for i in range(T):
    for j in range(T):
        through_V_and_K = W_V.T + torch.outer(V[j] - Z[i], Q[i] @ W_K.T) / d_k**0.5  # (d_v, d)
        J[i, :, j] = alpha[i, j] * through_V_and_K
    spread = (alpha[i, :, None] * (V - Z[i])).T @ K  # (d_v, d_k)
    J[i, :, i] += spread @ W_Q.T / d_k**0.5  # the query of z_i comes from x_i alone

J_autograd = jacobian(lambda X: attention(X, X, X), X)  # (T, d_v, T, d)

norms = torch.linalg.matrix_norm(J.transpose(1, 2), ord=2)  # (T, T)
floor = alpha * torch.linalg.svdvals(W_V)[1]                # (T, T), the bound for j other than i
apart = ~torch.eye(T, dtype=torch.bool)                     # True where j is not i
least = (norms / floor)[apart].min().item()

if __name__ == "__main__":
    print("largest difference below 1e-14:", (J - J_autograd).abs().max().item() < 1e-14)
    print(f"norm of the Jacobian, at least {least:.2f} times the bound")
