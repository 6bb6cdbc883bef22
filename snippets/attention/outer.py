"""A product of two thin matrices is a sum of outer products, and nothing about eigenvectors."""

import torch

from snippets.attention.general import W_K, W_Q, d, d_k

M = W_Q @ W_K.T                                                       # (d, d)
M_outer = sum(torch.outer(W_Q[:, r], W_K[:, r]) for r in range(d_k))  # (d, d)
rank = int(torch.linalg.matrix_rank(M))

w_Q, w_K = torch.tensor([1.0, 0.0]), torch.tensor([0.0, 1.0])  # (d,), (d,): d_k = 1
N = torch.outer(w_Q, w_K)                                      # (d, d)
eigenvalues = torch.linalg.eigvals(N).abs()
largest = eigenvalues.max().item()
x_1, x_2 = torch.tensor([3.0, 0.0]), torch.tensor([0.0, 2.0])
score = (x_1 @ N @ x_2).item()


def directions(d: int, d_k: int) -> int:
    """Return in how many independent directions A B^T moves when A and B, both (d, d_k), move."""
    A, B = (torch.arange(d * d_k).reshape(d, d_k) ** p * 1.0 for p in (2, 3))
    A, B = A.sin(), B.cos()
    J = torch.autograd.functional.jacobian(lambda A, B: A @ B.T, (A, B))
    return int(torch.linalg.matrix_rank(torch.cat([j.reshape(d * d, -1) for j in J], dim=1)))


freedom = [directions(5, 2), directions(7, 3)]
formula = [2 * (2 * 5 - 2), 3 * (2 * 7 - 3)]

print("rank", rank, "of", d, "; eigenvalues", eigenvalues.tolist(), "score", score)
print("degrees of freedom", freedom, formula)
