"""The cell of 1997: no forget gate, so the memory is carried on by a factor of exactly one."""

import torch

from snippets.example.sentence import X
from snippets.gates.cell import W_h, W_x, b

torch.set_default_dtype(torch.float64)


def states(X, keep):
    """Cells and slopes ∂h_t/∂c_t, with the forget gate (keep) or without one."""
    h = c = torch.zeros(2)
    cells, slopes = [], []
    for x in X:
        i, f, g, o = (W_x @ x + W_h @ h + b).tensor_split(4)
        c = (f.sigmoid() if keep else 1.0) * c + i.sigmoid() * g.tanh()
        h = o.sigmoid() * c.tanh()
        cells.append(c)
        slopes.append(o.sigmoid() * (1 - c.tanh() ** 2))
    return torch.stack(cells), torch.stack(slopes)    # (T, d_h) each


lengths = [4, 32, 256]
c, slope, c_forgetting = [], [], []
for T in lengths:
    X_long = X.repeat(T // 4, 1)                      # (T, d)
    cells, slopes = states(X_long, keep=False)
    c.append(cells[-1, 1].item())
    slope.append(slopes[-1, 1].item())
    c_forgetting.append(states(X_long, keep=True)[0][-1, 1].item())
saturated = torch.tensor(c[-1]).tanh().item()        # over 256 words

if __name__ == "__main__":
    for T, *row in zip(lengths, c, slope, c_forgetting, strict=True):
        print(f"{T:3d}", *(f"{v:.3g}" for v in row))
