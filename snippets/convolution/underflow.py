"""How small the one path is at T = 2048, and how small a float64 can be."""

import math

from snippets.convolution.scale import T

N = T - 1
digits = N * math.log10(3)                       # 1 / 3**N is 10**-digits
zeros = math.ceil(digits) - 1                    # behind the decimal point
as_float64 = (1 / 3) ** N
smallest = math.ulp(0.0)                         # the least positive float64
dilated = (1 / 3) ** 8

if __name__ == "__main__":
    print(f"{digits:.1f} {zeros} {as_float64} {smallest:.0e} {dilated:.1e}")
