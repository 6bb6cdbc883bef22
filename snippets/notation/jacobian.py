"""A Jacobian has a row for each output number and a column for each input number."""

import torch

torch.set_default_dtype(torch.float64)

A = torch.tensor([[1.0, 2.0, 0.0], [-1.0, 0.5, 3.0]])                      # (2, 3)
B = torch.tensor([[2.0, -1.0], [0.0, 1.0], [1.0, 1.0], [-2.0, 0.5]])       # (4, 2)
x = torch.tensor([0.1, -0.3, 0.2])                                         # (3,)


def y(x):
    return torch.tanh(A @ x)                                               # (2,)


def z(y):
    return torch.tanh(B @ y)                                               # (4,)


jacobian = torch.autograd.functional.jacobian
J_y, J_z = jacobian(y, x), jacobian(z, y(x))     # (2, 3), (4, 2)
J = J_z @ J_y                                    # (4, 3)  the later map stands on the left
J_autograd = jacobian(lambda x: z(y(x)), x)      # (4, 3)
shape = list(J.shape)

v = torch.tensor([3.0, 0.0, 4.0])                # (3,)
length = v.norm()                                # Euclidean
spectral = torch.linalg.matrix_norm(A, ord=2)    # the most that A stretches a vector
frobenius = torch.linalg.matrix_norm(A)          # root of the sum of squares

if __name__ == "__main__":
    print(J, J_autograd, sep="\n")
    print(f"{length:.0f} {spectral:.3f} {frobenius:.3f}")
