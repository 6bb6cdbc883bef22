"""Colder and colder: the weights harden, and the derivative first grows, then vanishes."""

import torch

from snippets.attention.forward import K, V  # (m, d_k), (m, d_v)
from snippets.lookup.soft import q, scores  # (d_k,), (m,)

torch.set_default_dtype(torch.float64)


def jacobian(q, K, V, tau):
    """∂z/∂q of the soft lookup with minus half the squared distance as score, (d_v, d_k)."""
    alpha = (-((q - K) ** 2).sum(dim=1) / 2 / tau).softmax(dim=0)    # (m,)
    V_mid, K_mid = V - alpha @ V, K - alpha @ K     # (m, d_v), (m, d_k)
    return torch.einsum("m,mv,mk->vk", alpha, V_mid, K_mid) / tau


taus = [100.0, 4.0, 1.0, 0.25, 0.0625]
alphas = torch.stack([(scores / tau).softmax(dim=0) for tau in taus])      # (5, m)
Z = alphas @ V                                      # (5, d_v)
norms = torch.stack([torch.linalg.matrix_norm(jacobian(q, K, V, tau), 2) for tau in taus])

gap = (scores[0] - scores[1:].max()).item()         # how far the best score is ahead
bound = [((len(K) - 1) * torch.tensor(-gap / tau).exp()).item() for tau in taus]

if __name__ == "__main__":
    for tau, alpha, z, norm in zip(taus, alphas, Z, norms, strict=True):
        print(f"{tau:8.4f}", *(f"{a:.3f}" for a in alpha), f"({z[0]:.3f}, {z[1]:.3f}) {norm:.2g}")
    print(gap, *(f"{b:.2g}" for b in bound))
