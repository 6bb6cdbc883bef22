"""Warm: what every drawing needs first is done once, before processes are forked that draw.

Imported for what it does: it draws what nobody sees, so that the list of fonts is read, and the
grammar of formulas is built, which takes a fourth of the time of a figure. The fonts themselves are
closed again: a forked process closes all files that it has not opened, and a font that goes there
would take with it the file of another that has its number now.
"""

import gc
import io

from matplotlib import font_manager
from matplotlib.figure import Figure
from matplotlib.mathtext import MathTextParser

from book.fonts import use_only_the_fonts_of_the_book

use_only_the_fonts_of_the_book()
figure = Figure()
figure.subplots().set_xlabel("$x$")
figure.savefig(io.BytesIO(), format="svg")
del figure
font_manager._get_font.cache_clear()
MathTextParser._parse_cached.cache_clear()
gc.collect()
