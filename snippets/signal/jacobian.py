"""Three layers on the four words: each word alone, width-3 average, all words together."""

import torch

from snippets.example.sentence import T, X  # (T, d)

torch.set_default_dtype(torch.float64)

alone = torch.eye(T)                             # (T, T)
near = torch.tensor([[1.0, 1.0, 0.0, 0.0],       # (T, T)  z_i: mean of x_{i-1}, x_i, x_{i+1},
                     [1.0, 1.0, 1.0, 0.0],       #         zeros beyond the ends
                     [0.0, 1.0, 1.0, 1.0],
                     [0.0, 0.0, 1.0, 1.0]]) / 3
every = torch.ones(T, T) / T                     # (T, T)

Z = near @ X                                     # (T, d)
J = torch.autograd.functional.jacobian(lambda X: near @ X, X)          # (T, d, T, d)
J_43, J_41 = J[3, :, 2, :], J[3, :, 0, :]        # (d, d)  ∂z_4/∂x_3, ∂z_4/∂x_1


def sizes(M):
    """The norm of every block ∂z_i/∂x_j, (T, T)."""
    J = torch.autograd.functional.jacobian(lambda X: M @ X, X)         # (T, d, T, d)
    return torch.linalg.matrix_norm(J.transpose(1, 2), ord=2)          # (T, T)


size_alone, size_near, size_every = sizes(alone), sizes(near), sizes(every)

if __name__ == "__main__":
    print(Z, J_43, J_41, size_near, size_every, sep="\n")
