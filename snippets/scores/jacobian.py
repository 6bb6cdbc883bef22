"""The Jacobian of softmax by its formula, and by autograd."""

import torch
from torch.autograd.functional import jacobian

from snippets.scores.general import K, Q

s = Q[0] @ K.T                                           # (T_k,), one row of scores
alpha = s.softmax(dim=-1)                                # (T_k,)
J = alpha.diag() - torch.outer(alpha, alpha)             # (T_k, T_k)
J_autograd = jacobian(lambda s: s.softmax(dim=-1), s)    # (T_k, T_k)

if __name__ == "__main__":
    for row in J.tolist():
        print([round(x, 4) for x in row])
