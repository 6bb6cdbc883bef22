"""The shortest and the longest wave of d = 512, as the paper defines them and as its code did."""

import math

from snippets.positions.sinusoids import base, frequencies

d = 512                                                    # source: Vaswani and others, 2017
omega = frequencies(d)
pairs = len(omega)
shortest, longest = (2 * math.pi / omega[[0, -1]]).tolist()
stated = 2 * math.pi * base                                # where the paper says that they end
lowest = omega[-1].item()
lowest_in_code = base ** (-(pairs - 1) / (pairs - 1))      # tensor2tensor: r / (d/2 - 1)

if __name__ == "__main__":
    print(round(shortest, 3), round(longest), round(stated), f"{lowest:.3e} {lowest_in_code:.3e}")
