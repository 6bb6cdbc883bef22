"""Exercise: the first row of alpha, on paper."""

from math import exp, sqrt

from snippets.attention.forward import K, Q, V

products = (K @ Q[0]).tolist()  # q_1 = (0, 1), so these are the second numbers of the keys
powers = [exp(p / sqrt(2)) for p in products]
total = sum(powers)
weights = [power / total for power in powers]
z_1 = [sum(weights[j] * V[j, r].item() for j in range(4)) for r in range(2)]

print([round(p, 3) for p in powers], "total", round(total, 3))
print([round(w, 3) for w in weights], "z_1", [round(z, 3) for z in z_1])
