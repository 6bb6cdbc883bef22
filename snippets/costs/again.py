"""The way back without alpha: scores once more, and one number a row in place of the softmax."""

import torch
from torch.utils.flop_counter import FlopCounterMode

from snippets.costs.blocks import K, Q, T_k, T_q, V, d_k, d_v
from snippets.costs.groups import waves

dZ = waves(T_q, d_v).cos()                           # a gradient on the output


def back(Q, K, V, dZ, alpha, rows):
    """Gradients of Q, K and V; rows is rowsum(dalpha * alpha), (T_q, 1)."""
    dS = alpha * (dZ @ V.T - rows) / d_k**0.5        # (T_q, T_k)
    return dS @ K, dS.T @ Q, alpha.T @ dZ


S = Q @ K.T / d_k**0.5                               # (T_q, T_k)
alpha, total = S.softmax(dim=-1), S.logsumexp(dim=-1, keepdim=True)  # (T_q, T_k), (T_q, 1)
Z = alpha @ V
rows_long = (dZ @ V.T * alpha).sum(dim=-1)           # needs the (T_q, T_k) table
rows = (dZ * Z).sum(dim=-1)                          # does not

leaves = [A.clone().requires_grad_() for A in (Q, K, V)]
with FlopCounterMode(display=False) as counter:
    ((leaves[0] @ leaves[1].T / d_k**0.5).softmax(dim=-1) @ leaves[2]).backward(dZ)
kept = counter.get_total_flops() // 2                # both ways, alpha kept

with FlopCounterMode(display=False) as counter:
    (Q @ K.T / d_k**0.5).softmax(dim=-1) @ V         # forward: only Z and the totals are kept
    P = (Q @ K.T / d_k**0.5 - total).exp()           # alpha once more
    dQ, dK, dV = back(Q, K, V, dZ, P, rows[:, None])
recomputed = counter.get_total_flops() // 2
product = T_q * T_k * d_k                            # one of the products
more = recomputed - kept                             # exactly one of them

gradients = torch.cat([A.flatten() for A in (dQ, dK, dV)])
gradients_autograd = torch.cat([A.grad.flatten() for A in leaves])

if __name__ == "__main__":
    print(bool((gradients - gradients_autograd).abs().max() < 1e-12), more == product)
