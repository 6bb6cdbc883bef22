"""Exercise: distances, exponents and weights for the query of the first word."""

from snippets.attention.forward import K, Q

q = Q[0]                                                 # (d_k,)
squares = ((q - K) ** 2).sum(dim=-1)                     # (T_k,)
gaussian = (-squares / 2).softmax(dim=-1)                # (T_k,)
products = K @ q                                         # (T_k,)
dot = products.softmax(dim=-1)                           # (T_k,)

print([round(a, 3) for a in gaussian.tolist()], [round(a, 3) for a in dot.tolist()])
