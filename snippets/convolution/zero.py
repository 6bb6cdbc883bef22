"""Outside the field nothing arrives, ever; inside, a ReLU may shut the only path at a point."""

import torch
from torch.autograd.functional import jacobian
from torch.nn.functional import conv1d, relu

from snippets.convolution.window import W  # (out, in, k)
from snippets.example.sentence import X  # (T, d)

torch.set_default_dtype(torch.float64)


def last_word(layers):
    def run(first):                              # (d,), put in the place of the first word
        Y = torch.cat([first[:, None], X.T[:, 1:]], dim=1)
        for _ in range(layers):
            Y = relu(conv1d(Y, W, padding=1))
        return Y[:, -1]                          # (out,)

    return run


far_off = torch.tensor([1e6, -1e6])
outside = last_word(2)(far_off) - last_word(2)(X[0])     # (out,)

shut = torch.tensor([1.0, -5.0])
gate_shut = conv1d(torch.stack([shut, *X[1:]]).T, W, padding=1)[:, 1]
three = last_word(3)
J_open, J_shut = jacobian(three, X[0]), jacobian(three, shut)    # (out, in)
y_open, y_shut = three(X[0]), three(shut)                        # (out,)

if __name__ == "__main__":
    print(outside, gate_shut, J_open, J_shut, y_open, y_shut, sep="\n")
