"""Which words the last word sees after one, two and three layers, by exact Jacobians."""

import torch
from torch.autograd.functional import jacobian
from torch.nn.functional import conv1d

from snippets.convolution.window import W  # (out, in, k)
from snippets.example.sentence import X  # (T, d)

torch.set_default_dtype(torch.float64)


def last_word(layers):
    def run(X):
        Y = X.T                                  # (channels, T)
        for _ in range(layers):
            Y = conv1d(Y, W, padding=1)
        return Y[:, -1]                          # (out,)

    return run


J = torch.stack([jacobian(last_word(n), X) for n in (1, 2, 3)])    # (layers, out, T, in)
J_1, J_2, J_3 = J[:, :, 0, :]                    # the last word by the first, (out, in) each
seen = (J != 0).any(dim=3).any(dim=1).int()      # (layers, T)

W_left = W[:, :, 0]                              # (out, in)
square = W_left @ W_left
cube = W_left @ W_left @ W_left

if __name__ == "__main__":
    print(J_1, J_2, J_3, cube, seen, sep="\n")
