"""How small the one path is at T = 2048, and how small a float64 can be."""

import math

from snippets.convolution.scale import T

factor, exponent = 3, -(T - 1)
digits = -exponent * math.log10(factor)          # factor**exponent is 10**-digits
zeros = math.ceil(digits) - 1                    # behind the decimal point
as_float64 = float(factor) ** exponent
smallest = math.ulp(0.0)                         # the least positive float64

exponent_dilated = -8
dilated = float(factor) ** exponent_dilated

if __name__ == "__main__":
    print(f"{digits:.1f} {zeros} {as_float64} {smallest:.0e} {dilated:.1e}")
