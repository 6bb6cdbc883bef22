"""How to tell a missing path from a zero at a point: look at many inputs and parameters."""

import torch

torch.set_default_dtype(torch.float64)
torch.manual_seed(0)

T, d, draws = 6, 2, 300


def J_last_first(layers):
    """∂z_T/∂x_1 of a random stack of width-3 ReLU layers at a random input, (d, d)."""
    W = torch.randn(layers, d, d, 3)             # new parameters at every call
    x = torch.randn(1, d, T)                     # (1, d, T)

    def last(first):
        z = torch.cat([first[None, :, None], x[:, :, 1:]], dim=2)
        for w in W:
            z = torch.nn.functional.conv1d(z, w, padding=1).relu()
        return z[0, :, -1]

    return torch.autograd.functional.jacobian(last, x[0, :, 0])


short = torch.stack([J_last_first(4) for _ in range(draws)])               # (draws, d, d)
deep = torch.stack([J_last_first(5) for _ in range(draws)])                # (draws, d, d)

largest_short = short.abs().max()
zero_deep = (deep == 0).all(dim=(1, 2)).sum().item()                       # draws with a dead path
alive_deep = draws - zero_deep

if __name__ == "__main__":
    print(largest_short.item(), zero_deep, alive_deep)
