"""The same gradients from torch.nn.RNN, torch's own losses and automatic differentiation."""

import torch
from torch.nn.functional import cross_entropy, mse_loss

from snippets.bptt import sizes
from snippets.bptt.sizes import B, T, Y, d, d_h, labels

torch.set_default_dtype(torch.float64)

names = ["first", "X", "W_h", "W_x", "b", "W_y", "b_y"]
leaves = [getattr(sizes, name).clone().requires_grad_() for name in names]
first, X, W_h, W_x, b, W_y, b_y = leaves

rnn = torch.nn.RNN(d, d_h, batch_first=True)                  # its second bias is zero
given = {"weight_ih_l0": W_x, "weight_hh_l0": W_h, "bias_ih_l0": b, "bias_hh_l0": 0 * b}
h_torch = torch.func.functional_call(rnn, given, (X, first.expand(1, B, d_h).contiguous()))[0]

pre, steps = [], [first.expand(B, d_h)]                       # once more, keeping each step
for t in range(T):
    pre.append(X[:, t] @ W_x.T + steps[-1] @ W_h.T + b)
    steps.append(torch.tanh(pre[-1]))
o = torch.stack(steps[1:], dim=1) @ W_y.T + b_y               # (B, T, d_y)

L = mse_loss(o, Y, reduction="sum") / 2
L_classes = cross_entropy(o.flatten(0, 1), labels.flatten(), reduction="sum")

grads = torch.autograd.grad(L, [o, *steps[1:], *pre, *leaves], retain_graph=True)
G_O, G_h, G_pre = grads[0], torch.stack(grads[1 : T + 1], 1), torch.stack(grads[T + 1 : -7], 1)
G_first, G_X, G_W_h, G_W_x, G_b, G_W_y, G_b_y = grads[-7:]
G_last, G_earlier = G_h[:, -1], G_h[:, :-1]
alone = torch.stack(steps[1:], dim=1).detach().requires_grad_()          # no step feeds the next
(direct,) = torch.autograd.grad(mse_loss(alone @ W_y.T + b_y, Y, reduction="sum") / 2, alone)
one_step = torch.stack([                                      # ∂h_t/∂h_{t-1}, t from 1
    torch.stack([torch.autograd.grad(steps[t + 1][:, i].sum(), steps[t], retain_graph=True)[0]
                 for i in range(d_h)], dim=1) for t in range(1, T)], dim=1)
G_O_classes, *classes = torch.autograd.grad(L_classes, [o, *leaves])
G_W_y_classes = classes[5]
all_classes = torch.cat([g.flatten() for g in classes])       # every gradient, one after another

if __name__ == "__main__":
    print(*(f"{v:.4f}" for v in G_b))
