"""Answers to the exercises: operations, biases, columns of weights, a Jacobian's entries."""

import torch

from snippets.notation.softmax import alpha  # (2, 3)

torch.set_default_dtype(torch.float64)

T, d_k = 2048, 64
product = T * T * d_k                            # multiply-adds of Q @ K.T
operations = 2 * product                         # for those who count two

rnn = torch.nn.RNN(3, 5)
total = sum(p.numel() for p in rnn.parameters())
spare = rnn.bias_hh_l0.numel()                   # two biases are added: one would do

columns = alpha.sum(dim=0)                       # (3,)
together = columns.sum()

X = torch.ones(5, 3)                             # (T, d)
W = torch.ones(3, 2)                             # (d, k)
J = torch.autograd.functional.jacobian(lambda X: X @ W, X)                 # (T, k, T, d)
shape_X, shape_W = list(X.shape), list(W.shape)
shape, entries = list(J.shape), J.numel()
nonzero = (J != 0).sum().item()                  # a word's output hears that word alone

if __name__ == "__main__":
    print(product, operations, total, spare)
    print(columns, together)
    print(shape, entries, nonzero)
