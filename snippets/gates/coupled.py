"""What is let in is what was forgotten, i = 1 - f: the memory never leaves (-1, 1)."""

import torch

from snippets.example.sentence import X
from snippets.gates.cell import W_h, W_x, b, opened, states

torch.set_default_dtype(torch.float64)

T = 256
X_long = X.repeat(T // 4, 1)                          # (T, d)
free = states(X_long, W_x, W_h, b)[4].abs().max().item()

h = c = torch.zeros(2)
cells, inputs = [], []
for x in X_long:
    _, f, g, o = opened(W_x @ x + W_h @ h + b)
    c = f * c + (1 - f) * g
    h = o * c.tanh()
    cells.append(c)
    inputs.append(g)
coupled = torch.stack(cells).abs().max().item()
largest_input = torch.stack(inputs).abs().max().item()

if __name__ == "__main__":
    print(f"{free:.3g} {coupled:.3g} {largest_input:.3g}")
