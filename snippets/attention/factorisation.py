"""One square matrix W_QK, or W_Q and W_K: parameters and multiply-adds, counted."""

import torch
from torch.utils.flop_counter import FlopCounterMode

from snippets.attention.sizes import d, d_k

T = 2048
X = torch.empty(T, d, device="meta")  # shapes alone: nothing is computed
W_QK = torch.empty(d, d, device="meta")
W_Q, W_K = torch.empty(d, d_k, device="meta"), torch.empty(d, d_k, device="meta")

with FlopCounterMode(display=False) as counter:
    X @ W_QK @ X.T
multiply_adds_free = counter.get_total_flops() // 2  # a multiply-add is two operations

with FlopCounterMode(display=False) as counter:
    (X @ W_Q) @ (X @ W_K).T
multiply_adds = counter.get_total_flops() // 2

counted = [multiply_adds_free, multiply_adds]
formula = [T * d**2 + T**2 * d, 2 * T * d * d_k + T**2 * d_k]
work_ratio = multiply_adds_free / multiply_adds

parameters_free = W_QK.numel()
parameters = W_Q.numel() + W_K.numel()
parameter_ratio = parameters_free // parameters
freedom = d_k * (2 * d - d_k)  # dimension of the set of matrices of rank d_k
redundant = parameters - freedom

print(f"free:     {parameters_free:>9,} parameters {multiply_adds_free:>15,} multiply-adds")
print(f"factored: {parameters:>9,} parameters {multiply_adds:>15,} multiply-adds")
print(f"ratio {work_ratio:.2f}, degrees of freedom of the product {freedom:,}")
