"""The backward pass on five words of three numbers, with a state of four, against autograd."""

import torch

from snippets.recurrence.cell import gradients, states

torch.set_default_dtype(torch.float64)

X = torch.tensor([[1.0, 0.0, 2.0], [0.0, 1.0, -1.0], [1.0, 1.0, 0.5], [-2.0, 1.0, 0.0],
                  [0.5, -1.0, 1.0]])                                     # (T, d)
W_x = torch.tensor([[0.4, -0.2, 0.1], [0.3, 0.5, -0.4], [-0.6, 0.2, 0.3],
                    [0.1, -0.3, 0.7]])                                   # (d_h, d)
W_h = torch.tensor([[0.2, -0.5, 0.3, 0.1], [0.6, 0.1, -0.2, 0.4], [-0.3, 0.2, 0.5, -0.6],
                    [0.1, 0.7, -0.4, 0.3]])                              # (d_h, d_h)
c = torch.tensor([0.5, -1.0, 2.0, 1.5])                                  # L = c . h_{T-1}
sizes = [*X.shape, len(W_h)]                                             # T, d, d_h

h = states(X, W_x, W_h)                                                  # (T, d_h)
G_h, G_pre = gradients(h, W_h, c)                                        # ∂L/∂h_t, ∂L/∂pre_t
through_tanh = G_h * (1 - h**2)                                          # ∂L/∂pre_t
one_back = G_pre[1:] @ W_h                                               # ∂L/∂h_{t-1}, t from 1
to_words = G_pre @ W_x                                                   # ∂L/∂x_t
to_W_h = sum(torch.outer(G_pre[t], h[t - 1]) for t in (1, 2, 3, 4))      # ∂L/∂W_h
to_first = c                                                             # ∂L/∂h_0, a product
for t in (4, 3, 2, 1):
    to_first = to_first @ torch.diag(1 - h[t] ** 2) @ W_h

if __name__ == "__main__":
    print("T, d, d_h =", *sizes)
    print(*(f"{v:.4f}" for v in to_first))
