"""The same chains with nothing hidden: a sum of n numbers takes rounds of pairs."""

from heapq import heapify, heappop, heapreplace
from math import ceil, log2

lengths, d, k = [4, 32, 256, 2048], 8, 3


def summed(depths):
    """The depth of a sum: whatever is ready first is added first, two at a time."""
    heapify(depths)
    while len(depths) > 1:
        depths_first = heappop(depths)
        heapreplace(depths, max(depths_first, depths[0]) + 1)
    return depths[0]


def dot(a, b):
    return summed([max(pair) + 1 for pair in zip(a, b, strict=True)])


def CNN(T):
    return summed([1] * (k * d))                     # every word alike


def RNN(T):
    h = [0] * d
    for t in range(T):
        h = [summed([1] * d + [h_r + 1 for h_r in h if t]) + 1] * d      # tanh
    return h[0]


def attention(T):
    q = k = v = dot([0] * d, [0] * d)                # any entry of Q, of K, of V
    s = dot([q] * d, [k] * d) + 1                    # divided by the root
    highest = summed([s] * T)                        # a maximum is taken in pairs, too
    power = max(s, highest) + 2                      # subtract, exp
    weight = summed([power] * T) + 1                 # divide by the sum
    return dot([weight] * T, [v] * T)


measured = {f.__name__: [f(T) for T in lengths] for f in (CNN, RNN, attention)}
CNN_depths, RNN_depths, attention_depths = measured.values()
alone, over_T = 7, 3                                 # single operations, sums over the words
law = [alone + 2 * ceil(log2(d)) + over_T * ceil(log2(T)) for T in lengths]

if __name__ == "__main__":
    print("T        ", lengths)
    for name, depths in measured.items():
        print(f"{name:9}", depths)
