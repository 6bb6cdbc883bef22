"""The work of writing T words, with a cache and without, counted."""

import torch
from torch.utils.flop_counter import FlopCounterMode

from snippets.convolution.scale import T, d


def written(T, d, cached):
    """Word after word: all words again, or the last alone with its keys and values kept."""
    work = 0
    for t in range(1, T + 1):
        new, seen = torch.empty(1, d, device="meta"), torch.empty(t, d, device="meta")
        W = torch.empty(d, d, device="meta")
        with FlopCounterMode(display=False) as counter:
            if cached:
                new @ W, new @ W                     # a key and a value, to be kept
                (new @ W @ seen.T).softmax(dim=-1) @ seen
            else:
                (seen @ W @ (seen @ W).T).softmax(dim=-1) @ (seen @ W)
        work += counter.get_total_flops() // 2
    return work


def formula(T, d):
    again = sum(3 * t * d**2 + 2 * t**2 * d for t in range(1, T + 1))
    return [again, 3 * T * d**2 + T * (T + 1) * d]


T_odd, d_odd = 23, 7
counted = [written(T_odd, d_odd, cached) for cached in (False, True)]
closed = formula(T_odd, d_odd)
again, once = formula(T, d)
ratio = again / once

if __name__ == "__main__":
    print(counted == closed)
    print(f"{again:.3e} {once:.3e} {ratio:.0f}")
