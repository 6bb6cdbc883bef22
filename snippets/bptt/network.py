"""A recurrent network with a bias, forward and back; it may have a loss at every step."""

import torch

torch.set_default_dtype(torch.float64)


def states(X, first, W_x, W_h, b):
    h, rows = first.expand(*X.shape[:-2], len(b)), []         # h_{-1}, (..., d_h)
    for x in X.unbind(dim=-2):
        h = torch.tanh(x @ W_x.T + h @ W_h.T + b)             # (..., d_h)
        rows.append(h)
    return torch.stack(rows, dim=-2)                          # (..., T, d_h)


def gradients(direct, h, W_h):
    G_h, G_pre = torch.zeros_like(h), torch.zeros_like(h)     # (..., T, d_h) each
    future = torch.zeros_like(h[..., 0, :])                   # nothing comes after the last step
    for t in reversed(range(h.shape[-2])):
        G_h[..., t, :] = direct[..., t, :] + future
        G_pre[..., t, :] = G_h[..., t, :] * (1 - h[..., t, :] ** 2)
        future = G_pre[..., t, :] @ W_h                       # (..., d_h)
    return G_h, G_pre, future                                 # at last, future is ∂L/∂h_{-1}


def delayed(h, first):
    start = first.expand(*h.shape[:-2], 1, len(first))
    return torch.cat([start, h[..., :-1, :]], dim=-2)         # row t is h_{t-1}, (..., T, d_h)


def wave(*shape, step):
    count = torch.Size(shape).numel()
    return torch.sin(step * torch.arange(1, count + 1)).reshape(shape)


if __name__ == "__main__":
    print(wave(2, 3, step=2.0))
