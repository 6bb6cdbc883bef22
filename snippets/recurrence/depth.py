"""How many nonlinear steps must wait for one another: the longest chain in the graph."""

import torch

from snippets.example.sentence import X
from snippets.recurrence.cell import W_h, W_x, states

torch.set_default_dtype(torch.float64)


SQUASHING = ("Tanh", "Sigmoid", "Softmax")


def depth(node, seen):
    if node is None:
        return 0
    if node not in seen:
        before = [depth(n, seen) for n, _ in node.next_functions]
        seen[node] = max(before, default=0) + node.name().startswith(SQUASHING)
    return seen[node]


lengths = [4, 8, 16, 32]
recurrent, attention = [], []
for T in lengths:
    X_long = X.repeat(T // 4, 1).requires_grad_()                        # (T, d)
    h = states(X_long, W_x, W_h)                                         # (T, d_h)
    Z = (X_long @ X_long.T).softmax(dim=-1) @ X_long                     # (T, d)
    recurrent.append(depth(h.grad_fn, {}))
    attention.append(depth(Z.grad_fn, {}))

if __name__ == "__main__":
    print("T        ", lengths)
    print("recurrent", recurrent)
    print("attention", attention)
