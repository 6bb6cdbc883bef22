"""Attention's multiply-adds in two parts, over a range of lengths, at the width of GPT-2."""

from snippets.convolution.scale import d
from snippets.costs.overtake import parts, widths, with_O, without

lengths = [2**n for n in range(6, 15)]
three = [parts(T, d, False)[0] for T in lengths]     # W_Q, W_K, W_V
four = [parts(T, d, True)[0] for T in lengths]       # and W_O
products = [parts(T, d, True)[1] for T in lengths]   # Q K^T and alpha V
meet = [without[1], with_O[1]]                       # at this d
at_meeting = [parts(T, d, True)[1] for T in meet]
width = widths[1]

if __name__ == "__main__":
    print(width, meet)
    for row in zip(lengths, three, four, products, strict=True):
        print("{:6} {:16,} {:16,} {:18,}".format(*row))
