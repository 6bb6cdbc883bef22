"""One query, four keys, five scores: who wins depends on what is meant by a match."""

import torch

from snippets.attention.forward import K, Q
from snippets.scores.additive import scores as additive
from snippets.scores.distances import kernel

q = Q[3]                                                 # (d_k,)
products = K @ q                                         # (T_k,)
scaled = products / 2**0.5                               # d_k = 2
cosines = products / (K.norm(dim=-1) * q.norm())         # (T_k,)

table = torch.stack([kernel, products, scaled, cosines, additive])  # (5, T_k)
alpha = table.softmax(dim=-1)                                       # (5, T_k)
lengths = K.norm(dim=-1)                                            # (T_k,)

if __name__ == "__main__":
    for name, s, a in zip(("Gaussian", "dot", "scaled", "cosine", "additive"), table, alpha,
                          strict=True):
        print(f"{name:9}", [round(x, 2) for x in s.tolist()], [round(x, 3) for x in a.tolist()])
