"""The additive score is a multilayer perceptron on the concatenation [q, k]."""

import torch
from torch import nn

from snippets.scores.general import K, T_k, T_q

d_q, d_k, d_a = 2, K.shape[1], 6
Q = torch.tensor([[0.9, -0.4], [0.3, 1.2], [-1.1, 0.7]])  # (T_q, d_q), shorter than the keys
W_a = torch.arange(d_q * d_a).sin().reshape(d_q, d_a)     # (d_q, d_a)
U_a = torch.arange(d_k * d_a).cos().reshape(d_k, d_a)     # (d_k, d_a)
w_a = torch.tensor([0.5, -1.0, 0.8, 1.1, -0.6, 0.2])      # (d_a,)

A = ((Q @ W_a)[:, None] + K @ U_a).tanh() @ w_a           # (T_q, T_k)

first, last = nn.Linear(d_q + d_k, d_a, bias=False), nn.Linear(d_a, 1, bias=False)
perceptron = nn.Sequential(first, nn.Tanh(), last)
first.weight.data = torch.cat([W_a, U_a]).T               # W_a above U_a
last.weight.data.copy_(w_a)
pairs = torch.cat([Q.repeat_interleave(T_k, 0), K.repeat(T_q, 1)], dim=-1)
A_perceptron = perceptron(pairs).detach().reshape(T_q, T_k)

if __name__ == "__main__":
    for row in A.tolist():
        print([round(a, 4) for a in row])
