"""Exercises: the length at which alpha outgrows the parameters, and renumbered heads."""

from math import factorial

from snippets.attention.sizes import d, heads
from snippets.heads.bill import twelve

parameters = twelve[0]
T = 1
while heads * T**2 <= parameters:
    T += 1
entries = heads * T**2

orders = factorial(heads)                                 # ways to number the heads

if __name__ == "__main__":
    print("d =", d, "  T =", T, f"  {entries:,} > {parameters:,}")
    print(f"{orders:,}")
