"""One recurrent cell: two matrices, used again at every word."""

import torch

torch.set_default_dtype(torch.float64)

W_x = torch.tensor([[-0.65, 0.20], [-0.50, 0.85]])    # (d_h, d)
W_h = torch.tensor([[-0.15, -0.40], [0.05, 0.55]])    # (d_h, d_h)
parameters = W_x.numel() + W_h.numel()


def states(X, W_x, W_h):
    h, rows = X.new_zeros(len(W_h)), []               # h_{-1} = 0
    for x in X:
        h = torch.tanh(W_x @ x + W_h @ h)             # (d_h,)
        rows.append(h)
    return torch.stack(rows)                          # (T, d_h)


def gradients(h, W_h, G):
    G_h, G_pre = [G], []                              # G is ∂L/∂h_{T-1}, (d_h,)
    for t in range(len(h) - 1, -1, -1):
        G_pre.append(G_h[-1] * (1 - h[t] ** 2))       # ∂L/∂pre_t, (d_h,)
        G_h.append(G_pre[-1] @ W_h)                   # ∂L/∂h_{t-1}, (d_h,)
    return torch.stack(G_h[-2::-1]), torch.stack(G_pre[::-1])    # (T, d_h) each


if __name__ == "__main__":
    print("W_x", *W_x.tolist())
    print("W_h", *W_h.tolist())
    print("parameters", parameters)
