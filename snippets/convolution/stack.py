"""The Jacobian of a stack of convolutions is a sum over paths, one product of taps each."""

from itertools import product

import torch
from torch.autograd.functional import jacobian
from torch.nn.functional import conv1d

torch.set_default_dtype(torch.float64)

T, channels, widths = 6, (2, 3, 5, 4), (3, 5, 7)
W = [torch.arange(o * i * k).add(k).sin().reshape(o, i, k)         # (out, in, k), a layer each
     for i, o, k in zip(channels, channels[1:], widths, strict=False)]
X = torch.arange(2 * T).cos().reshape(2, T)                        # (in, T)


def net(Y):
    for V in W:
        Y = conv1d(Y, V, padding=V.shape[2] // 2)
    return Y


J_autograd = jacobian(net, X)                                      # (4, T, 2, T)

J = torch.zeros(4, T, 2, T)
for p_3, p_2, p_1, p_0 in product(range(T), repeat=4):             # from output back to input
    m = [p_0 - p_1 + 1, p_1 - p_2 + 2, p_2 - p_3 + 3]              # the tap that each step uses
    if all(0 <= m[n] < widths[n] for n in range(3)):
        J[:, p_3, :, p_0] += W[2][:, :, m[2]] @ W[1][:, :, m[1]] @ W[0][:, :, m[0]]

if __name__ == "__main__":
    print((J - J_autograd).abs().max() < 1e-10)
