"""A network in which the sizes all differ, so that no transposed matrix can pass."""

import torch

from snippets.bptt.network import wave

torch.set_default_dtype(torch.float64)

B, T, d, d_h, d_y = sizes = [2, 5, 3, 4, 6]

X = wave(B, T, d, step=2.3)                                   # sentences
W_x = 0.8 * wave(d_h, d, step=1.7)
W_h = 0.8 * wave(d_h, d_h, step=2.9)
b = 0.5 * wave(d_h, step=0.9)
first = 0.6 * wave(d_h, step=2.1)                             # h_{-1}, learnt, the same for all
W_y = wave(d_y, d_h, step=1.3)
b_y = 0.4 * wave(d_y, step=1.9)

Y = wave(B, T, d_y, step=3.1)                                 # targets, when they are numbers
labels = torch.tensor([[0, 3, 5, 1, 2], [4, 4, 0, 5, 3]])     # (B, T), when they are classes
one_hot = torch.nn.functional.one_hot(labels, d_y).double()   # (B, T, d_y)

if __name__ == "__main__":
    print("B, T, d, d_h, d_y =", *sizes)
