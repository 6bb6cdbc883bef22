"""Exercise: without tanh, an additive score gives every query the same weights."""

from snippets.attention.forward import K, Q
from snippets.scores.additive import U_a, W_a, w_a

A = ((Q @ W_a)[:, None] + K @ U_a) @ w_a                 # (T_q, T_k), no tanh
alpha = A.softmax(dim=-1)                                # (T_q, T_k)
first = alpha[0]
apart = (alpha - first).abs().max().item()

print([round(a, 3) for a in first.tolist()], "the same for all:", apart < 1e-15)
