"""Three layers of torch's own convolution over the four words, all with the same kernel."""

import torch
from torch.nn.functional import conv1d

from snippets.convolution.window import W  # (out, in, k)
from snippets.example.sentence import X  # (T, d)

torch.set_default_dtype(torch.float64)

Y_1 = conv1d(X.T, W, padding=1)                  # (out, T)
Y_2 = conv1d(Y_1, W, padding=1)                  # (out, T)
Y_3 = conv1d(Y_2, W, padding=1)                  # (out, T)

ten, three = Y_2[0, 3], Y_3[0, 3]

if __name__ == "__main__":
    print(Y_1, Y_2, Y_3, sep="\n")
