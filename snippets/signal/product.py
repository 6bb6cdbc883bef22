"""Exercise: z = x_1 x_4, a path that the last word opens and shuts."""

import torch

torch.set_default_dtype(torch.float64)

x_1 = torch.tensor(3.0, requires_grad=True)
x_4 = torch.tensor([0.0, 0.5])                   # (2,)  shut, open
slope = torch.stack([torch.autograd.grad(x_1 * gate, x_1)[0] for gate in x_4])  # (2,)

if __name__ == "__main__":
    print(slope)
