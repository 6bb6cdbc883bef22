"""How many strings a state of fixed size can tell apart: bits against bits."""

import math

n, d_h = 8, 24                                        # symbols; state in each direction
numbers = 2 * d_h                                     # the encoder's state at either end
symbol_bits = math.log2(n)
by_sign, by_float = numbers, 64 * numbers             # bits: only the signs; every bit of float64
longest_sign, longest_float = (int(bits // symbol_bits) for bits in (by_sign, by_float))
T = 12
needed = int(T * symbol_bits)                         # bits in a string
kept = T * numbers                                    # numbers, a state for each symbol

if __name__ == "__main__":
    print(numbers, by_sign, by_float, longest_sign, longest_float, needed, kept)
