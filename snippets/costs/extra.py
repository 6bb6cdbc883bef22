"""The bytes that live at once while attention runs, besides Q, K, V and Z; and the work."""

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.flop_counter import FlopCounterMode
from torch.utils.weak import WeakIdKeyDictionary

from snippets.costs.blocks import blockwise

lengths, d, B = [256, 512, 1024], 64, 128            # d_k = d_v = d; blocks of B queries, B keys


class Alive(TorchDispatchMode):
    """The most bytes of results alive at one time."""

    def __init__(self):
        super().__init__()
        self.results, self.most = WeakIdKeyDictionary(), 0

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        result = function(*args, **(kwargs or {}))
        given = [a.untyped_storage()._cdata for a in args if isinstance(a, torch.Tensor)]
        if isinstance(result, torch.Tensor) and result.untyped_storage()._cdata not in given:
            self.results[result] = result.nbytes     # neither a view nor written in place
            self.most = max(self.most, sum(self.results.values()))
        return result


def plain(Q, K, V):
    S = Q @ K.T / d**0.5                             # (T, T)
    return S.softmax(dim=-1) @ V


def measured(attention, T):
    """Bytes besides the output, in float32, and multiply-adds; shapes alone, on no device."""
    Q, K, V = (torch.empty(T, d, dtype=torch.float32, device="meta") for _ in range(3))
    with Alive() as alive:
        output = attention(Q, K, V).nbytes
    with FlopCounterMode(display=False) as counter:
        attention(Q, K, V)
    return alive.most - output, counter.get_total_flops() // 2


extra_plain, work_plain = zip(*[measured(plain, T) for T in lengths], strict=True)
extra_blocks, work_blocks = zip(
    *[measured(lambda Q, K, V: blockwise(Q, K, V, B, B), T) for T in lengths], strict=True)

if __name__ == "__main__":
    for row in zip(lengths, extra_plain, extra_blocks, work_plain, work_blocks, strict=True):
        print("{:5} {:11,} {:8,} {:14,} {:14,}".format(*row))
