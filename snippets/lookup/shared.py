"""The first word asks: two keys are equally near, and share."""

import torch

from snippets.attention.forward import K, Q, V  # (m, d_k), (T, d_k), (m, d_v)

torch.set_default_dtype(torch.float64)

q = Q[0]                                            # (d_k,)
distances = ((q - K) ** 2).sum(dim=1)               # (m,)  squared
near, far = (-distances / 2).exp()[:2].tolist()     # two of each
total = 2 * near + 2 * far
weights = (-distances / 2).softmax(dim=0)           # (m,)
z = weights @ V                                     # (d_v,)
z_cold = (-distances / 2 / 0.01).softmax(dim=0) @ V                  # (d_v,)

if __name__ == "__main__":
    print(distances.tolist(), f"{near:.4f} {far:.4f} {total:.4f}")
    print(*(f"{w:.3f}" for w in weights), f"({z[0]:.3f}, {z[1]:.3f})", z_cold.tolist())
