"""The four words through the gates, one step after another."""

import torch

from snippets.example.sentence import X, words  # (T, d)
from snippets.gates.cell import W_h, W_x, b, states

torch.set_default_dtype(torch.float64)

i, f, g, o, c, h = states(X, W_x, W_h, b)             # (T, d_h) each
kept = f[1:] * c[:-1]                                 # f_t c_{t-1}, row t - 1
written = i * g                                       # (T, d_h)
gates = torch.stack([i, f, o])                        # (3, T, d_h)
least_kept = f[:, 1].min().item()                     # by the second memory

if __name__ == "__main__":
    for t in range(4):
        print(words[t], *(f"{v:6.3f}" for v in (i[t, 1], f[t, 1], g[t, 1], o[t, 1])),
              *(f"{v:6.3f}" for v in (c[t, 1], h[t, 1])))
