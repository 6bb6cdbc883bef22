"""W_h squared is zero, tanh never enlarges anything, and the gradient explodes."""

import torch

from snippets.recurrence.cell import gradients

torch.set_default_dtype(torch.float64)

W_h = torch.tensor([[2.0, -4.0], [1.0, -2.0]])        # (d_h, d_h)
W_x = torch.eye(2)                                    # (d_h, d)
square = W_h @ W_h
h_fixed = torch.tensor([0.0, 0.9**0.5])               # the state that every step returns to
slope = 1 - h_fixed**2
first = torch.atanh(h_fixed)                          # the first word leads there,
other = first - W_h @ h_fixed                         # the others stay there

T = 31
X = torch.stack([first] + [other] * (T - 1))          # (T, d)
h, states = torch.zeros(2), []
for x in X:
    h = torch.tanh(W_x @ x + W_h @ h)                 # (d_h,)
    states.append(h)
G_h, _ = gradients(torch.stack(states), W_h, torch.tensor([1.0, 0.0]))    # (T, d_h)
norms = G_h.norm(dim=1).flip(0)                       # 0, 1, 2, … steps back
factor = (norms[2] / norms[1]).item()
steps, grown = T - 1, norms[-1].item()

if __name__ == "__main__":
    print(square.tolist(), [round(v, 2) for v in slope.tolist()])
    print(f"{norms[1]:.3f} {factor:.3f} {grown:.3g}")
