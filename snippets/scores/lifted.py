"""Exercise: with one number more, a dot product is the Gaussian kernel."""

import torch

from snippets.scores.distances import K, halves, q

q_lifted = torch.cat([q, torch.ones(1)])                 # (d_k + 1,)
K_lifted = torch.cat([K, -halves[:, None]], dim=-1)      # (T_k, d_k + 1)
products = K_lifted @ q_lifted                           # (T_k,)
alpha = products.softmax(dim=-1)                         # (T_k,)

print(products.tolist(), [round(a, 3) for a in alpha.tolist()])
