"""A gradient is a row: it goes back through W_h from the left, not through its transpose."""

import torch

torch.set_default_dtype(torch.float64)

W_x = torch.tensor([[0.5, -0.2], [0.1, 0.4], [-0.3, 0.6]])                 # (d_h, d) = (3, 2)
W_h = torch.tensor([[0.2, 0.9, -0.4], [-0.7, 0.3, 0.5], [0.1, -0.6, 0.8]])  # (d_h, d_h)
x = torch.tensor([1.0, -2.0])                                              # (d,)
h = torch.tensor([0.3, -0.1, 0.6], requires_grad=True)                     # (d_h,)  h_{t-1}

new = torch.tanh(W_x @ x + W_h @ h)                                        # (d_h,)  h_t
on_new = torch.tensor([1.0, -1.0, 2.0])                                    # (d_h,)  ∂L/∂h_t
(autograd,) = torch.autograd.grad(new @ on_new, h)                         # (d_h,)  ∂L/∂h_{t-1}

on_pre = on_new * (1 - new.detach() ** 2)                                  # (d_h,)  ∂L/∂pre_t
row = on_pre @ W_h                                                         # (d_h,)  ours
transposed = on_pre @ W_h.T                                                # (d_h,)  not ours

if __name__ == "__main__":
    print(autograd, row, transposed, sep="\n")
