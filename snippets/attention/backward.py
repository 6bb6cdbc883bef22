"""The gradient of one output number, carried back to the four words by its three paths."""

import torch

from snippets.attention.forward import W_K, W_Q, W_V, K, Q, V, Z, alpha, d_k

dZ = torch.zeros_like(Z)  # (T, d_v)
dZ[3, 1] = 1.0            # L is the second number of z_4

dV = alpha.T @ dZ                                                   # (T, d_v)
dalpha = dZ @ V.T                                                   # (T, T)
dS = alpha * (dalpha - (dalpha * alpha).sum(dim=-1, keepdim=True))  # (T, T)
dQ, dK = dS @ K / d_k**0.5, dS.T @ Q / d_k**0.5                     # (T, d_k)

G_V, G_Q, G_K = dV @ W_V.T, dQ @ W_Q.T, dK @ W_K.T  # (T, d)
dX = G_V + G_Q + G_K                                # (T, d)

column = W_V[:, 1]               # (d,)
mean = Z[3, 1].item()
excess = dalpha[3] - mean        # (T,)
climb = Q[3] @ W_K.T / d_k**0.5  # (d,), how fast s_4j grows as x_j moves
row = dS[3]                      # (T,)
norms = dX.norm(dim=1)           # (T,)
near_to_far = (norms[3] / norms[0]).item()
far_to_second = (norms[0] / norms[1]).item()

if __name__ == "__main__":
    for name in ("dV", "dS", "G_V", "G_Q", "G_K", "dX", "norms"):
        print(name, globals()[name].numpy().round(3).tolist())
