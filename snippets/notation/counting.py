"""One multiply-add counts one, two in torch's counter; parameters with and without bias."""

import torch
from torch import nn
from torch.utils.flop_counter import FlopCounterMode

torch.set_default_dtype(torch.float64)

T, d, k = 5, 3, 2
left, right = [T, d], [d, k]                     # shapes of two matrices
multiply_adds = T * d * k                        # (T, d) @ (d, k)
with FlopCounterMode(display=False) as counter:
    torch.ones(T, d) @ torch.ones(d, k)
flops = counter.get_total_flops()


def count(layer):
    return sum(p.numel() for p in layer.parameters())


linear, linear_bias = count(nn.Linear(d, k, bias=False)), count(nn.Linear(d, k))
conv, conv_bias = count(nn.Conv1d(d, k, 7, bias=False)), count(nn.Conv1d(d, k, 7))
rnn, rnn_bias = count(nn.RNN(d, k, bias=False)), count(nn.RNN(d, k))       # torch has two biases

if __name__ == "__main__":
    print(multiply_adds, flops)
    print(linear, linear_bias, conv, conv_bias, rnn, rnn_bias)
