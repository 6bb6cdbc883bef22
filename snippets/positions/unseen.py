"""Pairs that do not complete a turn within the training length meet new angles beyond it."""

import torch

from snippets.positions.sinusoids import base


def unturned(d, T):
    """Return how many pairs of d turn by less than a full turn over T positions."""
    omega = base ** (-2 * torch.arange(d // 2, dtype=torch.float64) / d)
    return int((omega * T < 2 * torch.pi).sum())


width, length = 512, 512                     # an example
pairs, slow = width // 2, unturned(width, length)
width_llama, length_llama = 128, 4096        # d_k and positions, source: Llama 2
pairs_llama, slow_llama = width_llama // 2, unturned(width_llama, length_llama)

if __name__ == "__main__":
    print(slow, slow_llama)
