"""What a table of scores costs, by products and by an additive score: counted by torch."""

import torch
from torch.utils.flop_counter import FlopCounterMode

T, d_k, d_a = 2048, 64, 64

with torch.device("meta"):                               # shapes alone: nothing is computed
    Q, K = torch.empty(T, d_k), torch.empty(T, d_k)
    W_a, U_a, w_a = torch.empty(d_k, d_a), torch.empty(d_k, d_a), torch.empty(d_a, 1)

with FlopCounterMode(display=False) as counter:
    S = Q @ K.T                                          # (T, T)
dot = counter.get_total_flops() // 2                     # a multiply-add is two operations

with FlopCounterMode(display=False) as counter:
    inside = ((Q @ W_a)[:, None] + K @ U_a).tanh()       # (T, T, d_a)
    _ = inside @ w_a                                     # (T, T, 1)
additive = counter.get_total_flops() // 2

counted = [dot, additive]
formula = [T * T * d_k, T * d_k * d_a + T * d_k * d_a + T * T * d_a]
more = additive / dot - 1
numbers_dot, numbers_additive = S.numel(), inside.numel()
gibibytes = numbers_additive * 4 / 2**30                 # in float32

print(f"dot {dot:,} multiply-adds, additive {additive:,}")
print(f"numbers held: {numbers_dot:,} and {numbers_additive:,}")
