"""The same Jacobian from automatic differentiation: nudge c_0 and let the network run."""

import torch

from snippets.gates.cell import opened, states
from snippets.gates.law import W_h, W_x, X, b

torch.set_default_dtype(torch.float64)


def jacobian(W_h):
    _, _, _, o, c, _ = states(X, W_x, W_h, b)                            # (T, d_h) each

    def last_cell(c_t):
        h_t = o[0] * c_t.tanh()
        for x in X[1:]:
            i_t, f_t, g_t, o_t = opened(W_x @ x + W_h @ h_t + b)
            c_t = f_t * c_t + i_t * g_t
            h_t = o_t * c_t.tanh()
        return c_t

    return torch.autograd.functional.jacobian(last_cell, c[0])           # (d_h, d_h)


J, J_cut = jacobian(W_h), jacobian(0 * W_h)

if __name__ == "__main__":
    print(*(f"{v:.4f}" for v in J.flatten()))
    print(*(f"{v:.4f}" for v in J_cut.flatten()))
