"""What comes back to a state of the encoder: as a value and as a key, one step from each query."""

import torch

from snippets.alignment.law import G, H, U_a, W_a, Z, alpha, hidden, some, w_a

torch.set_default_dtype(torch.float64)

G_Z = some(*Z.shape, first=70.0)                      # dL/dZ, (T_q, d_v)

G_S = alpha * (G_Z @ H.T - (G_Z * Z).sum(dim=1, keepdim=True))                  # (T_q, T_k)
slope = (1 - hidden**2) * w_a                                                    # (T_q, T_k, d_a)
G_H = alpha.T @ G_Z + torch.einsum("tj,tja,va->jv", G_S, slope, U_a)             # (T_k, d_v)
G_G = torch.einsum("tj,tja,ga->tg", G_S, slope, W_a)                             # (T_q, d_g)

G_leaf, H_leaf = G.clone().requires_grad_(), H.clone().requires_grad_()
S = ((G_leaf @ W_a)[:, None] + H_leaf @ U_a).tanh() @ w_a                        # (T_q, T_k)
L = (S.softmax(dim=1) @ H_leaf * G_Z).sum()
G_S_autograd, G_H_autograd, G_G_autograd = torch.autograd.grad(L, (S, H_leaf, G_leaf))

if __name__ == "__main__":
    print(bool((G_S - G_S_autograd).abs().max() < 1e-12))
    print(bool((G_H - G_H_autograd).abs().max() < 1e-12))
    print(bool((G_G - G_G_autograd).abs().max() < 1e-12))
