"""The same gradients again, by wiggling each number on its own and running the network anew."""

import torch

from snippets.bptt import law, sizes
from snippets.bptt.network import states
from snippets.bptt.sizes import T, X, Y, one_hot

torch.set_default_dtype(torch.float64)

e = 1e-3                                                      # five-point difference quotient
names = ["first", "X", "W_h", "W_x", "b", "W_y", "b_y"]
network = {name: getattr(sizes, name) for name in names}


def slope(loss, A):
    nudge = e * torch.eye(A.numel()).reshape(-1, *A.shape)    # one entry of A in each
    at = [torch.vmap(loss)(A + s * nudge) for s in (1, 2, -1, -2)]
    return ((8 * (at[0] - at[2]) - (at[1] - at[3])) / (12 * e)).reshape(A.shape)


def run(X, first, W_x, W_h, b, W_y, b_y):
    return states(X, first, W_x, W_h, b) @ W_y.T + b_y        # (B, T, d_y)


def squared(o, Y=Y):
    return ((o - Y) ** 2).sum() / 2


def crossed(o):
    return -(one_hot * o.log_softmax(dim=-1)).sum()


def alone(h_t, t):                                            # L_t and nothing else
    return squared(h_t @ sizes.W_y.T + sizes.b_y, Y[:, t])


def later(h_t, t):                                            # L_t + ... + L_{T-1}, run from h_t
    if t == T - 1:
        return alone(h_t, t)
    rest = run(**(network | {"X": X[:, t + 1 :], "first": h_t}))
    return alone(h_t, t) + squared(rest, Y[:, t + 1 :])


def everything(loss):
    return [slope(lambda A, name=name: loss(run(**(network | {name: A}))), network[name])
            for name in names]


G_O, G_O_classes = slope(squared, law.o), slope(crossed, law.o)
direct = torch.stack([slope(lambda v, t=t: alone(v, t), law.h[:, t]) for t in range(T)], 1)
G_h = torch.stack([slope(lambda v, t=t: later(v, t), law.h[:, t]) for t in range(T)], 1)
G_pre = torch.stack([slope(lambda v, t=t: later(torch.tanh(v), t), law.pre[:, t])
                     for t in range(T)], 1)
one_step = torch.stack([torch.stack([                         # ∂h_t/∂h_{t-1}, t from 1
    slope(lambda v, t=t, i=i: states(X[:, t : t + 1], v, sizes.W_x, sizes.W_h, sizes.b)
          [:, 0, i].sum(), law.h[:, t - 1]) for i in range(sizes.d_h)], 1) for t in range(1, T)], 1)
G_earlier, G_last = G_h[:, :-1], G_h[:, -1]
G_first, G_X, G_W_h, G_W_x, G_b, G_W_y, G_b_y = everything(squared)
all_classes = torch.cat([g.flatten() for g in everything(crossed)])

if __name__ == "__main__":
    print(*(f"{v:.4f}" for v in G_b))
