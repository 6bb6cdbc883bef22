"""A store whose sizes all differ: the derivative of a soft lookup is a covariance."""

import torch

from snippets.lookup.temperature import jacobian

torch.set_default_dtype(torch.float64)

K = torch.tensor([[0.3, -1.0, 0.5], [1.2, 0.4, -0.7], [-0.6, 0.9, 1.1],
                  [0.0, -0.2, -1.3], [0.8, 1.5, 0.2]])               # (m, d_k)
V = torch.tensor([[1.0, -0.5], [0.2, 2.0], [-1.5, 0.7], [0.4, -1.1], [2.2, 0.3]])  # (m, d_v)
Q = torch.tensor([[0.1, 0.2, -0.3], [0.9, -0.4, 0.6], [-1.1, 0.5, 0.0], [0.4, 1.3, -0.8]])
T_q, m, d_k, d_v = len(Q), *K.shape, V.shape[1]
sizes = [T_q, m, d_k, d_v]
tau = 0.7
q = Q[1]                                            # (d_k,)
J = jacobian(q, K, V, tau)                          # (d_v, d_k)

one_hot = torch.zeros(m)
one_hot[2] = 1.0
J_hard = torch.einsum("m,mv,mk->vk", one_hot, V - one_hot @ V, K - one_hot @ K)

if __name__ == "__main__":
    print("T_q, m, d_k, d_v =", *sizes)
    for row in J:
        print(*(f"{v:.4f}" for v in row))
    print(J_hard.abs().max().item())
