"""Conv1d wants (batch, channels, words), and slides its kernel without turning it round."""

import torch

from snippets.notation.rows import X  # (T, d) = (5, 3)

torch.set_default_dtype(torch.float64)

inputs = X.T[None]                               # (1, d, T)  channels before words
conv = torch.nn.Conv1d(3, 2, kernel_size=7, padding=3, bias=False)
outputs = list(conv(inputs).shape)               # (1, 2, T)
stored = list(conv.weight.shape)                 # (out, in, width)

impulse = torch.tensor([0.0, 0.0, 1.0, 0.0, 0.0])                          # (5,)
kernel = torch.tensor([1.0, 2.0, 5.0])                                     # (3,)  W_-1, W_0, W_+1
ours = torch.nn.functional.conv1d(impulse[None, None], kernel[None, None], padding=1)[0, 0]  # (5,)
turned = torch.nn.functional.conv1d(impulse[None, None], kernel.flip(0)[None, None], padding=1)
turned = turned[0, 0]                            # (5,)  what mathematics calls convolution

if __name__ == "__main__":
    print(outputs, stored)
    print(ours, turned, sep="\n")
