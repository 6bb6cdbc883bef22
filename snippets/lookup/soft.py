"""A soft lookup by hand: the query of the last word, scored by distance."""

import torch

from snippets.attention.forward import K, Q, V, alpha  # (m, d_k), (T, d_k), (m, d_v), (T, T)

torch.set_default_dtype(torch.float64)

q = Q[3]                                            # (d_k,)
distances = ((q - K) ** 2).sum(dim=1)               # (m,)  squared
scores = -distances / 2                             # (m,)
powers = scores.exp()                               # (m,)
total = powers.sum()
weights = powers / total                            # (m,)
z = weights @ V                                     # (d_v,)

dot_weights = alpha[3]                              # (m,)  scaled dot product, chapter attention
z_dot = dot_weights @ V                             # (d_v,)
lengths = (K**2).sum(dim=1)                         # (m,)  squared length of each key

if __name__ == "__main__":
    for row in zip(distances, powers, weights, dot_weights, strict=True):
        print("{:4.0f} {:.4f} {:.4f} {:.4f}".format(*row))
    print(f"({z[0]:.3f}, {z[1]:.3f}) ({z_dot[0]:.3f}, {z_dot[1]:.3f})")
