"""What float16, bfloat16 and float32 keep of a signal that shrinks by a constant factor."""

from itertools import count

import torch

torch.set_default_dtype(torch.float64)

kinds = [torch.float16, torch.bfloat16, torch.float32]
info = [torch.finfo(kind) for kind in kinds]
(bits,) = {kind.bits for kind in info[:2]}            # the first two have the same
half_eps = [kind.eps / 2 for kind in info]
normal = [kind.tiny for kind in info]                 # smallest with full precision
smallest = [kind.tiny * kind.eps for kind in info]    # smallest above zero
largest = [kind.max for kind in info]


def first(lost):
    return next(n for n in count() if lost(n))


def steps(factor, kind, tiny):
    one = torch.ones((), dtype=kind)
    return [first(lambda n: one + torch.tensor(factor**n).to(kind) == one),    # absorbed by 1
            first(lambda n: factor**n < tiny),                                 # below the normal
            first(lambda n: torch.tensor(factor**n).to(kind) == 0)]            # rounded to zero


fast, slow, growth = 0.415, 0.9, 1.8
at_fast = [steps(fast, kind, tiny) for kind, tiny in zip(kinds, normal, strict=True)]
at_slow = [steps(slow, kind, tiny) for kind, tiny in zip(kinds, normal, strict=True)]
overflow = [first(lambda n, kind=kind: torch.tensor(growth**n).to(kind).isinf()) for kind in kinds]

if __name__ == "__main__":
    for k, kind in enumerate(kinds):
        print(kind, f"{half_eps[k]:.2g} {normal[k]:.2g} {smallest[k]:.2g} {largest[k]:.2g}")
        print(at_fast[k], at_slow[k], overflow[k])
