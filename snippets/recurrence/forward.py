"""The four words forward, one step after another."""

import torch

from snippets.example.sentence import X, words  # (T, d)
from snippets.recurrence.cell import W_h, W_x

torch.set_default_dtype(torch.float64)

pre = torch.zeros(4, 2)                               # (T, d_h)
h = torch.zeros(4, 2)                                 # (T, d_h)

pre[0] = W_x @ X[0]                                   # h_{-1} = 0
h[0] = torch.tanh(pre[0])
pre[1] = W_x @ X[1] + W_h @ h[0]
h[1] = torch.tanh(pre[1])
pre[2] = W_x @ X[2] + W_h @ h[1]
h[2] = torch.tanh(pre[2])
pre[3] = W_x @ X[3] + W_h @ h[2]
h[3] = torch.tanh(pre[3])

from_word = X @ W_x.T                                 # row t is W_x x_t, (T, d_h)
from_state = torch.cat([torch.zeros(1, 2), h[:-1]]) @ W_h.T    # row t is W_h h_{t-1}

if __name__ == "__main__":
    for t in range(4):
        print(words[t], *(f"{v:.3f}" for v in (*pre[t], *h[t])))
