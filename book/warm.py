"""Warm: what every drawing needs first is done once, before processes are forked that draw.

Imported for what it does: it draws what nobody sees, so that the fonts are read, and the grammar of
formulas is built, which takes a fourth of the time of a figure.
"""

import io

from matplotlib.figure import Figure

from book.fonts import use_only_the_fonts_of_the_book

use_only_the_fonts_of_the_book()
figure = Figure()
figure.subplots().set_xlabel("$x$")
figure.savefig(io.BytesIO(), format="svg")
