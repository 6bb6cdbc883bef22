"""The four words, each asked for the next one: outputs, errors, and the losses at every word."""

import torch

from snippets.example.sentence import X, words  # (T, d)
from snippets.recurrence.forward import h  # (T, d_h), h_{-1} = 0 and b = 0

torch.set_default_dtype(torch.float64)

W_y = torch.tensor([[2.0, 1.0], [-1.0, 1.0]])                 # (d_y, d_h); b_y = 0
Y = torch.cat([X[1:], torch.zeros(1, 2)])                     # the next word; none after the last

o = h @ W_y.T                                                 # o_t = W_y h_t, (T, d_y)
error = o - Y                                                 # (T, d_y)
losses = (error**2).sum(dim=1) / 2                            # L_t, (T,)
L = losses.sum().item()

if __name__ == "__main__":
    for t in range(4):
        print(words[t], *(f"{v:.3f}" for v in (*o[t], *error[t], losses[t])))
    print(f"L = {L:.3f}")
