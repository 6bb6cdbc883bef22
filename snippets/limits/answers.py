"""Exercises: the feed-forward net's share, weights that are determined, bounds on one word."""

import math

from snippets.attention.sizes import context, d_k
from snippets.limits.one_word import constant
from snippets.limits.square import d_gpt3

wider = 4                                        # the feed-forward net is so many times as wide
matrices = 4 + 2 * wider                         # W_Q ... W_O, and two of the size (d, 4 d)
widths = matrices // 2                           # 2 T^2 d = 12 T d^2
even = widths * d_gpt3                           # words

dimension = context - d_k - 1                    # of the rows with the same output, d_v = d_k
determined = d_k + 1                             # the most words whose weights an output fixes

small = 0.01
enough = math.ceil(constant / small)             # words

if __name__ == "__main__":
    print(f"even at {even:,} words; dimension {dimension}, none up to {determined} words; {enough}")
