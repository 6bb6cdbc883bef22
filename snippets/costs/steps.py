"""The longest chain of operations that wait for one another, in the graph of one layer."""

import torch

from snippets.costs.layers import layers

torch.set_default_dtype(torch.float64)

lengths, d = [4, 8, 16, 32], 4


def chain(node, seen):
    """Operations on the longest way from a node of the graph back to the words."""
    if node is None or node.name().endswith("AccumulateGrad"):
        return 0
    if node not in seen:
        seen[node] = 1 + max((chain(n, seen) for n, _ in node.next_functions), default=0)
    return seen[node]


def steps(name):
    layer = layers[name](d)
    return [chain(layer(torch.ones(T, d, requires_grad=True)).grad_fn, {}) for T in lengths]


CNN, RNN, attention = steps("CNN"), steps("RNN"), steps("attention")
each = (RNN[-1] - RNN[0]) / (lengths[-1] - lengths[0])               # a word

if __name__ == "__main__":
    print("T        ", lengths)
    print("CNN      ", CNN)
    print("RNN      ", RNN)
    print("attention", attention)
