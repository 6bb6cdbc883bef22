"""The multiply-adds of one layer, counted: four words, and 2048 words of GPT-3 Small."""

import torch

from snippets.convolution.counting import count
from snippets.convolution.scale import T, d
from snippets.costs.layers import layers
from snippets.example import sentence

k = 3                                                # width of the convolution


def work(name, T, d):
    """Multiply-adds of one layer over T words; shapes alone, nothing is computed."""
    return count(layers[name](d, device="meta"), torch.empty(T, d, device="meta"))[1]


four = [work(name, sentence.T, sentence.d) for name in layers]
large = [work(name, T, d) for name in layers]

T_odd, d_odd = 11, 5                                 # no two sizes alike
counted = [work(name, T_odd, d_odd) for name in layers]
pairs, products = 2 * T_odd**2 * d_odd, T_odd * d_odd**2
formula = [k * products, 2 * products, 3 * products + pairs, 4 * products + pairs]

if __name__ == "__main__":
    for row in zip(layers, four, large, strict=True):
        print("{:10} {:4} {:15,}".format(*row))
    print(counted == formula)
