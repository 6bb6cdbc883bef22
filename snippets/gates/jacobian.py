"""All paths from c_0 to the last c, beside the one that meets nothing but forget gates."""

import torch

from snippets.gates.cell import states
from snippets.gates.law import W_h, W_x, X, b

torch.set_default_dtype(torch.float64)


def paths(X, W_x, W_h, b):
    """J_t = ∂c_t/∂c_0 and the product of the forget gates, a matrix for each t."""
    i, f, g, o, c, _ = states(X, W_x, W_h, b)                            # (T, d_h) each
    W_i, W_f, W_g, W_o = W_h.tensor_split(4)                             # (d_h, d_h) each
    slope = o * (1 - c.tanh() ** 2)                                      # ∂h_t/∂c_t
    J, P = [torch.eye(len(W_i))], [torch.eye(len(W_i))]
    H = torch.diag(slope[0])                                             # ∂h_t/∂c_0
    for t in range(1, len(X)):
        into = (torch.diag(c[t - 1] * f[t] * (1 - f[t])) @ W_f           # A_t
                + torch.diag(g[t] * i[t] * (1 - i[t])) @ W_i
                + torch.diag(i[t] * (1 - g[t] ** 2)) @ W_g)
        out = torch.diag(c[t].tanh() * o[t] * (1 - o[t])) @ W_o          # B_t
        J.append(torch.diag(f[t]) @ J[-1] + into @ H)
        H = torch.diag(slope[t]) @ J[-1] + out @ H
        P.append(torch.diag(f[t]) @ P[-1])
    return torch.stack(J), torch.stack(P)                                # (T, d_h, d_h)


J, P = (A[-1] for A in paths(X, W_x, W_h, b))                            # (d_h, d_h)
P_cut = paths(X, W_x, 0 * W_h, b)[1][-1]                                 # gates that see no state

if __name__ == "__main__":
    print("J", *(f"{v:.4f}" for v in J.flatten()))
    print("P", *(f"{v:.4f}" for v in P.flatten()))
