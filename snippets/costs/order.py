"""One bracket moved: the same output, and T^2 gone from the work."""

import torch
from torch.utils.flop_counter import FlopCounterMode

from snippets.costs.groups import waves
from snippets.costs.linear import phi

T, r, d_v = 11, 3, 5
phi_Q, phi_K, V = phi(waves(T, r)), phi(2 * waves(T, r)), waves(T, d_v)


def work(run):
    with FlopCounterMode(display=False) as counter:
        run()
    return counter.get_total_flops() // 2


left, right = (phi_Q @ phi_K.T) @ V, phi_Q @ (phi_K.T @ V)           # (T, d_v)
work_left, work_right = work(lambda: phi_Q @ phi_K.T @ V), work(lambda: phi_Q @ (phi_K.T @ V))
counted, formula = [work_left, work_right], [T**2 * (r + d_v), 2 * T * r * d_v]

state, total, rows = torch.zeros(r, d_v), torch.zeros(r), []         # causal: a recurrence
for q, k, v in zip(phi_Q, phi_K, V, strict=True):
    state, total = state + k[:, None] * v, total + k
    rows.append(q @ state / (q @ total))
Z_recurrent = torch.stack(rows)                      # (T, d_v)

A = (phi_Q @ phi_K.T).tril()                         # (T, T), zero where j > i
Z_masked = A @ V / A.sum(dim=-1, keepdim=True)
kept = state.numel() + total.numel()                 # numbers, whatever T is

if __name__ == "__main__":
    print(bool((left - right).abs().max() < 1e-12), counted == formula, *counted)
    print(bool((Z_recurrent - Z_masked).abs().max() < 1e-12), kept)
