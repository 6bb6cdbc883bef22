"""The same gradients, asked of autograd at every station on the way."""

import torch

from snippets.attention.general import W_K, W_Q, W_V, X, d_k, dZ

X_Q, X_K, X_V = (X.clone().requires_grad_() for _ in range(3))  # three roles, kept apart
Q, K, V = X_Q @ W_Q, X_K @ W_K, X_V @ W_V                       # (T, d_k), (T, d_k), (T, d_v)
S = Q @ K.T / d_k**0.5                                          # (T, T)
alpha = S.softmax(dim=-1)                                       # (T, T)
L = (dZ * (alpha @ V)).sum()                                    # a loss whose gradient on Z is dZ

dV, dalpha, dS, dQ, dK, G_V, G_Q, G_K = torch.autograd.grad(
    L, (V, alpha, S, Q, K, X_V, X_Q, X_K)
)

X_all = X.clone().requires_grad_()  # (T, d), one leaf with all three roles
Z = (X_all @ W_Q @ (X_all @ W_K).T / d_k**0.5).softmax(dim=-1) @ X_all @ W_V  # (T, d_v)
(dX,) = torch.autograd.grad((dZ * Z).sum(), X_all)

for line in dX.tolist():
    print([round(x, 4) for x in line])
