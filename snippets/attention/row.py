"""One score and one row of weights, the way one does them on paper."""

from math import exp, sqrt

from snippets.attention.forward import K, Q, V, d_k

q_4, k_1 = Q[3].tolist(), K[0].tolist()

products = [q_4[0] * k_j[0] + q_4[1] * k_j[1] for k_j in K.tolist()]
scores = [p / sqrt(d_k) for p in products]
product, score = products[0], scores[0]
powers = [exp(s) for s in scores]
total = sum(powers)
gap = max(scores) - min(scores)
weights = [power / total for power in powers]
z_4 = [sum(weights[j] * V[j, r].item() for j in range(4)) for r in range(2)]

for j in range(4):
    print(f"{products[j]:4.0f} {scores[j]:7.3f} {powers[j]:8.3f} {weights[j]:8.4f}")
print(f"total {total:.3f}   z_4 = ({z_4[0]:.3f}, {z_4[1]:.3f})")
