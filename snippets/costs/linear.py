"""Linear attention on the four words: features in place of the exponential."""

import torch
import torch.nn.functional as F

from snippets.attention.forward import K, Q, V
from snippets.attention.forward import alpha as alpha_softmax


def phi(A):                                          # positive, and as wide as A
    return F.elu(A) + 1                              # x + 1 if x > 0, else e^x


phi_Q, phi_K = phi(Q), phi(K)                        # (T, r), (T, r)
A = phi_Q @ phi_K.T                                  # (T, T), in place of e^S
alpha = A / A.sum(dim=-1, keepdim=True)
Z = alpha @ V                                        # (T, d_v)

state, total = phi_K.T @ V, phi_K.sum(dim=0)         # (r, d_v), (r,): all that a query needs
z_4 = phi_Q[3] @ state / (phi_Q[3] @ total)
numerator, denominator = phi_Q[3] @ state, (phi_Q[3] @ total).item()
last, last_softmax = alpha[3], alpha_softmax[3]

if __name__ == "__main__":
    torch.set_printoptions(precision=3, sci_mode=False)
    print("phi(q_4)", phi_Q[3], "phi(K)", phi_K, sep="\n")
    print("state", state, "total", total, sep="\n")
    print("z_4", z_4, Z[3], "weights", last, last_softmax, sep="\n")
