"""One LSTM cell: the recurrent cell four times over, three of the four as gates."""

import torch

torch.set_default_dtype(torch.float64)

W_x = torch.tensor([[0.5, 0.5], [1.0, -4.0],          # (4 d_h, d), rows of i, f, g, o
                    [-1.0, 0.5], [0.5, -0.5],
                    [-0.5, 1.0], [1.5, 0.5],
                    [1.0, 0.0], [0.5, 1.0]])
W_h = torch.tensor([[0.5, -1.0], [-0.5, 1.0],         # (4 d_h, d_h)
                    [1.0, 0.5], [-0.5, 0.5],
                    [0.5, -1.0], [1.0, -0.5],
                    [-1.0, 0.5], [0.5, -0.5]])
b = torch.tensor([0.5, 1.0, -1.0, 2.0, 0.0, 0.0, 0.0, 1.0])              # (4 d_h,)
parameters = W_x.numel() + W_h.numel() + b.numel()


def opened(pre):
    i, f, g, o = pre.tensor_split(4)                  # (d_h,) each
    return i.sigmoid(), f.sigmoid(), g.tanh(), o.sigmoid()


def states(X, W_x, W_h, b):
    h = c = X.new_zeros(W_h.shape[1])                 # h_{-1} = c_{-1} = 0
    rows = []
    for x in X:
        i, f, g, o = opened(W_x @ x + W_h @ h + b)
        c = f * c + i * g                             # keep, and write
        h = o * c.tanh()                              # show
        rows.append(torch.stack([i, f, g, o, c, h]))
    return torch.stack(rows).unbind(1)                # i, f, g, o, c, h, each (T, d_h)


if __name__ == "__main__":
    print("W_x", *W_x.tolist())
    print("W_h", *W_h.tolist())
    print("b  ", b.tolist())
    print("parameters", parameters)
