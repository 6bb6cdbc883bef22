"""A GRU on five words of three numbers, with a state of two, and torch's own beside it."""

import torch

from snippets.gates.law import X

torch.set_default_dtype(torch.float64)

W_x = torch.tensor([[0.4, -0.2, 0.1], [0.3, 0.5, -0.4], [-0.6, 0.2, 0.3], [0.1, -0.3, 0.7],
                    [-0.5, 0.9, 0.2], [0.8, -0.1, -0.7]])                # (3 d_h, d), r, z, n
W_h = torch.tensor([[0.2, -0.5], [0.6, 0.1], [-0.3, 0.9], [0.4, 0.7], [1.1, -0.8],
                    [-0.6, 0.5]])                                        # (3 d_h, d_h)
b_x = torch.tensor([0.1, -0.2, 0.5, 0.3, 0.0, 0.4])                      # (3 d_h,)
b_h = torch.tensor([0.2, 0.1, -0.3, 0.2, 0.6, -0.5])                     # (3 d_h,)
sizes = [*X.shape, W_h.shape[1]]                                         # T, d, d_h


def states(X, W_x, W_h, b_x, b_h):
    h, rows = X.new_zeros(W_h.shape[1]), []                              # h_{-1} = 0
    for x in X:
        x_r, x_z, x_n = (W_x @ x + b_x).tensor_split(3)                  # (d_h,) each
        h_r, h_z, h_n = (W_h @ h + b_h).tensor_split(3)
        r, z = (x_r + h_r).sigmoid(), (x_z + h_z).sigmoid()
        n = (x_n + r * h_n).tanh()
        h = (1 - z) * n + z * h
        rows.append(torch.stack([r, z, n, h]))
    return torch.stack(rows).unbind(1)                                   # r, z, n, h: (T, d_h)


gru = torch.nn.GRU(3, 2)                                                 # d, d_h
for parameter, value in zip(gru.parameters(), (W_x, W_h, b_x, b_h), strict=True):
    parameter.data.copy_(value)
r, z, n, h = states(X, W_x, W_h, b_x, b_h)
h_torch = gru(X)[0].detach()                                             # (T, d_h)

leaves = [A.clone().requires_grad_() for A in (X, W_x, W_h, b_x, b_h)]
leaf = X.clone().requires_grad_()
ours = torch.autograd.grad(states(*leaves)[3][-1, 0], leaves)
theirs = torch.autograd.grad(gru(leaf)[0][-1, 0], [leaf, *gru.parameters()])
gap = max((a - b).abs().max().item() for a, b in zip(ours, theirs, strict=True))
gap = max(gap, (h - h_torch).abs().max().item())
equal = gap < 1e-12

if __name__ == "__main__":
    print("T, d, d_h =", *sizes)
    print(*(f"{v:.4f}" for v in h[-1]))
    print(equal)
