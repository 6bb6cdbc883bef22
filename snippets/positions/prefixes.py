"""What the last word gets when those before it change places: one causal layer, and two."""

from itertools import permutations

import torch

from snippets.positions.four import M, X, attention

torch.set_default_dtype(torch.float64)

orders = [X[[*order, 3]] for order in permutations(range(3))]       # the last word stays
one = [attention(Y, M)[3].round(decimals=9).tolist() for Y in orders]
two = [attention(attention(Y, M), M)[3].round(decimals=9).tolist() for Y in orders]

n_orders = len(orders)
n_one = len({tuple(z) for z in one})   # different outputs at the last word
n_two = len({tuple(z) for z in two})

if __name__ == "__main__":
    print(n_orders, n_one, n_two)
