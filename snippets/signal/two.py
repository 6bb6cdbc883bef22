"""Two layers: the gradient from z_i to x_j is a sum over the words between them."""

import torch

torch.set_default_dtype(torch.float64)

T, d, d_y, d_z = 5, 3, 4, 2
M = (torch.arange(25.0).reshape(T, T) - 9).sin()                           # (T, T)
W_1 = torch.arange(12.0).reshape(d, d_y).cos() / 2                         # (d, d_y)
W_2 = torch.arange(8.0).reshape(d_y, d_z).sin() / 2                        # (d_y, d_z)
X = torch.arange(15.0).reshape(T, d).cos()                                 # (T, d)


def first(X):
    return torch.tanh(M @ X @ W_1)               # (T, d_y)


def second(Y):
    return torch.tanh(M.T @ Y @ W_2)             # (T, d_z)


def blocks(layer, X):
    return torch.autograd.functional.jacobian(layer, X).transpose(1, 2)    # (T, T, out, in)


J_1, J_2 = blocks(first, X), blocks(second, first(X))
J = torch.einsum("ikzy,kjyx->ijzx", J_2, J_1)    # (T, T, d_z, d)  sum over k
J_autograd = blocks(lambda X: second(first(X)), X)                         # (T, T, d_z, d)

if __name__ == "__main__":
    print(J[4, 0], J_autograd[4, 0], sep="\n")
