"""Pairs that do not complete a turn within the training length meet new angles beyond it."""

import torch


def unturned(d, T, base):
    """Return how many pairs of d turn by less than a full turn over T positions."""
    omega = base ** (-2 * torch.arange(d // 2, dtype=torch.float64) / d)
    return int((omega * T < 2 * torch.pi).sum())


pairs, length = 256, 512                     # d = 512, an example
slow = unturned(2 * pairs, length, 10000)
pairs_llama, length_llama = 64, 4096         # d_k = 128, source: Llama 2, base 10000
slow_llama = unturned(2 * pairs_llama, length_llama, 10000)

if __name__ == "__main__":
    print(slow, slow_llama)
