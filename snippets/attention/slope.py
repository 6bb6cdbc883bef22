"""How the last output answers to the first word: alpha kept, and alpha computed."""

from torch.autograd.functional import jacobian

from snippets.attention.forward import W_V, X, alpha
from snippets.attention.frozen import W, coefficients

J_kept = jacobian(lambda X: W @ X @ W_V, X)[-1, :, 0]           # (d_v, d), of z_4 in x_1
J = jacobian(lambda X: coefficients(X) @ X @ W_V, X)[-1, :, 0]  # (d_v, d)
by_hand = alpha[-1, 0] * W_V.T                                  # (d_v, d)
rest = J - J_kept                                               # what the moving coefficients add
fall = -J[1, 0].item()

for name, matrix in (("alpha W_V^T", by_hand), ("kept", J_kept), ("computed", J), ("rest", rest)):
    print(f"{name:12}", [[round(x, 3) for x in line] for line in matrix.tolist()])
