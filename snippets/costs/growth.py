"""Exponents of growth: what a doubling does to the counted multiply-adds, as a power of two."""

from math import log2

from snippets.costs.work import work

d = 32
lengths = [d // 16, d, 16 * d]                       # short, as long as wide, long


def exponents(name):
    """Exponents in T and in d, at each of the lengths."""
    in_T = [log2(work(name, 2 * T, d) / work(name, T, d)) for T in lengths]
    in_d = [log2(work(name, T, 2 * d) / work(name, T, d)) for T in lengths]
    return in_T, in_d


CNN_T, CNN_d = exponents("CNN")
RNN_T, RNN_d = exponents("RNN")
attention_T, attention_d = exponents("attention")

if __name__ == "__main__":
    print("T        ", lengths)
    for name, row in (("CNN", CNN_T), ("RNN", RNN_T), ("attention", attention_T)):
        print(f"{name:9}", [round(e, 2) for e in row])
    print("in d     ", [round(e, 2) for e in attention_d])
