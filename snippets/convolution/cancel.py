"""Exercise: two paths that cancel, and a kernel that has none."""

import torch
from torch.autograd.functional import jacobian
from torch.nn.functional import conv1d

from snippets.convolution.paths import paths
from snippets.convolution.window import W

torch.set_default_dtype(torch.float64)

a = torch.tensor([[[1.0, 1.0, 0.0]]])            # (out 1, in 1, k): left and own
b = torch.tensor([[[-1.0, 1.0, 0.0]]])           # (out 1, in 1, k)
x = torch.tensor([[3.0, 5.0, 7.0, 9.0]])         # (in, T), any four words

J = jacobian(lambda x: conv1d(conv1d(x, a, padding=1), b, padding=1)[0, -1], x)[0]    # (T,)
P = paths(4, [1, 1]).int()                       # (T,)

V = W.clone()
V[:, :, 0] = torch.tensor([[0.0, 1.0], [0.0, 0.0]])    # left tap, two entries gone
square = V[:, :, 0] @ V[:, :, 0]                 # (out, in)

if __name__ == "__main__":
    print(J, P, square, sep="\n")
