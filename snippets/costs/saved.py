"""What a layer keeps for the way back, in bytes: every tensor that autograd saves, once."""

from math import log2

import torch
import torch.nn.functional as F
from torch.autograd.graph import saved_tensors_hooks

lengths, d = [128, 256, 512, 1024], 64               # one head, d_k = d_v = d
size = 4                                             # bytes of a float32


def saved(run, *inputs):
    """The bytes that `run` saves, each storage counted once; parameters and inputs included."""
    storages = {}

    def pack(x):
        storages[x.untyped_storage().data_ptr()] = x.untyped_storage().nbytes()
        return x

    with saved_tensors_hooks(pack, lambda x: x):
        output = run(*inputs)
    return sum(storages.values()) if output.requires_grad else 0


def plain(Q, K, V):
    return (Q @ K.T / d**0.5).softmax(dim=-1) @ V


def fused(Q, K, V):                                  # torch's own, on a CPU a FlashAttention
    return F.scaled_dot_product_attention(*(A[None, None] for A in (Q, K, V)))


def three(T):
    return [torch.ones(T, d, dtype=torch.float32, requires_grad=True) for _ in range(3)]


bytes_plain = [saved(plain, *three(T)) for T in lengths]
bytes_fused = [saved(fused, *three(T)) for T in lengths]
counted = bytes_plain + bytes_fused
arrays, arrays_fused = 3, 4                          # Q, K, V; and Z
law = [size * (arrays * T * d + T**2) for T in lengths]              # and alpha
law += [size * (arrays_fused * T * d + T) for T in lengths]          # and a number a row
ratios = [p / f for p, f in zip(bytes_plain, bytes_fused, strict=True)]
exponent_plain, exponent_fused = [log2(b[-1] / b[-2]) for b in (bytes_plain, bytes_fused)]

if __name__ == "__main__":
    for row in zip(lengths, bytes_plain, bytes_fused, ratios, strict=True):
        print("{:5} {:10,} {:10,} {:5.2f}".format(*row))
    print(counted == law)
