"""From which length on the two (T, T) products do at least the work of the projections."""

from bisect import bisect_left

import torch

from snippets.attention import sizes
from snippets.convolution import scale
from snippets.convolution.counting import count
from snippets.convolution.models import Attention

d_large, T_large = 12288, 2048                       # source: arXiv:2005.14165, table 2.1


def parts(T, d, output):
    """Multiply-adds of one head of width d: in the projections, and in the (T, T) products."""
    layer = Attention(d, d, output=output, device="meta")
    parameters, work = count(layer, torch.empty(T, d, device="meta"))
    projections = T * parameters                     # each parameter works once for each word
    return projections, work - projections


def first(d, output):
    def overtaken(T):
        projections, products = parts(T, d, output)
        return products >= projections

    return 1 + bisect_left(range(1, 4 * d), True, key=overtaken)


def share(T, d, output):
    projections, products = parts(T, d, output)
    return products / (projections + products)


widths = [64, scale.d, d_large]
without, with_O = [first(d, False) for d in widths], [first(d, True) for d in widths]
factor, factor_O = 1.5, 2
found, law = without + with_O, [int(f * d) for f in (factor, factor_O) for d in widths]
small, large = share(sizes.context, sizes.d, True), share(T_large, d_large, True)
farther = with_O[2] // T_large                       # times
usual = share(scale.T, scale.d, True)

if __name__ == "__main__":
    print(widths, without, with_O, sep="\n")
    print(f"GPT-2 small {small:.1%}, GPT-3 Small {usual:.1%}, GPT-3 {large:.1%}")
