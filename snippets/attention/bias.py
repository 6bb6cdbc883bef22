"""Exercise: a bias on the keys, and a bias on the queries."""

import torch

from snippets.attention.forward import K, Q, alpha, d_k

b = torch.tensor([1.0, 0.0])                              # (d_k,)
alpha_key = (Q @ (K + b).T / d_k**0.5).softmax(dim=-1)    # (T, T)
alpha_query = ((Q + b) @ K.T / d_k**0.5).softmax(dim=-1)  # (T, T)

key_changes = (alpha_key - alpha).abs().max().item()
last_query = alpha_query[-1]

print("a bias on the keys changes alpha by less than 1e-15:", key_changes < 1e-15)
print("last row with a bias on the queries:", [round(x, 4) for x in last_query.tolist()])
