"""The general layer Z = M X W: its Jacobian blocks, and the gradient that arrives at X and W."""

import torch

torch.set_default_dtype(torch.float64)

T, d = 5, 3
M = (torch.arange(25.0).reshape(T, T) - 9).sin()  # (T, T)  not symmetric
X = torch.arange(15.0).reshape(T, d).cos()        # (T, d)
W = torch.tensor([[0.5, -1.0], [2.0, 0.3], [-0.7, 0.4]])                # (d, d_v)
G = torch.tensor([[1.0, -2.0], [0.5, 0.1], [-1.5, 0.2], [0.3, 0.8], [2.0, -0.6]])  # (T, d_v)

X.requires_grad_(), W.requires_grad_()
Z = M @ X @ W                                     # (T, d_v)
L = (G * Z).sum()                                 # a loss whose gradient on Z is G

J_autograd = torch.autograd.functional.jacobian(lambda X: M @ X @ W, X)  # (T, d_v, T, d)
J_autograd = J_autograd.transpose(1, 2)           # (T, T, d_v, d)
G_X_autograd, G_W_autograd = torch.autograd.grad(L, (X, W))

X, W = X.detach(), W.detach()
J = M[:, :, None, None] * W.T                     # (T, T, d_v, d)  J[i, j] = M_ij Wᵀ
G_X = torch.einsum("iv,ijvc->jc", G, J)           # (T, d)     row j: sum over i of g_i J_ij
G_X_matrix = M.T @ G @ W.T                        # (T, d)
G_W = torch.einsum("jc,ij,iv->cv", X, M, G)       # (d, d_v)   sum over i, j of x_jᵀ M_ij g_i

if __name__ == "__main__":
    print(G_X, G_X_autograd, sep="\n")
    print(G_W, G_W_autograd, sep="\n")
