"""An LSTM on five words of three numbers, with a state of two: forward and backward by the book."""

import torch

from snippets.gates.cell import states
from snippets.gates.gradients import gradients

torch.set_default_dtype(torch.float64)

X = torch.tensor([[1.0, 0.0, 2.0], [0.0, 1.0, -1.0], [1.0, 1.0, 0.5], [-2.0, 1.0, 0.0],
                  [0.5, -1.0, 1.0]])                                     # (T, d)
W_x = torch.tensor([[0.4, -0.2, 0.1], [0.3, 0.5, -0.4], [-0.6, 0.2, 0.3], [0.1, -0.3, 0.7],
                    [-0.5, 0.9, 0.2], [0.8, -0.1, -0.7], [0.2, 0.6, -0.3], [-0.4, 0.3, 0.5]])
W_h = torch.tensor([[0.2, -0.5], [0.6, 0.1], [-0.3, 0.9], [0.4, 0.7], [1.1, -0.8], [-0.6, 0.5],
                    [0.3, 0.2], [-0.7, 0.4]])                            # (4 d_h, d_h)
b = torch.tensor([0.1, -0.2, 0.9, 1.1, 0.0, 0.3, -0.1, 0.2])             # (4 d_h,)
G = torch.tensor([0.5, -1.5])                                            # L = G . h_{T-1}
sizes = [*X.shape, W_h.shape[1]]                                         # T, d, d_h

i, f, g, o, c, h = states(X, W_x, W_h, b)                                # (T, d_h) each
G_h, G_c, G_pre = gradients(i, f, g, o, c, h, W_h, G)
zero = torch.zeros(1, 2)
before_c, before_h = torch.cat([zero, c[:-1]]), torch.cat([zero, h[:-1]])

h_by_hand = o * c.tanh()                                                 # (T, d_h)
to_cell = G_h * o * (1 - c.tanh() ** 2)                                  # ∂L/∂c_t
to_cell[:-1] += G_c[1:] * f[1:]
to_gates = torch.cat([G_c * g * i * (1 - i), G_c * before_c * f * (1 - f),
                      G_c * i * (1 - g**2), G_h * c.tanh() * o * (1 - o)], dim=1)
one_back = G_pre[1:] @ W_h                                               # ∂L/∂h_{t-1}
to_words = G_pre @ W_x                                                   # ∂L/∂x_t
to_W_h = G_pre.T @ before_h                                              # ∂L/∂W_h
to_W_x, to_b = G_pre.T @ X, G_pre.sum(dim=0)

if __name__ == "__main__":
    print("T, d, d_h =", *sizes)
    print(*(f"{v:.4f}" for v in h[-1]))
    print(*(f"{v:.4f}" for v in to_words[0]))
