"""Draws one figure: runs its module, and turns the matplotlib Figure into SVG for the page.

This module imports matplotlib, so it is imported in worker processes only.
"""

import importlib
import io
import logging
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import matplotlib
import matplotlib.pyplot as plt
import matplotlib.style
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.text import Text

from book.fonts import use_only_the_fonts_of_the_book
from book.parts import Imported, as_array
from book.plotted import unfaithful

WIDTH = 5.0  # inches
SIZE = 150_000  # bytes of an SVG
COLUMN = 358 * 72 / 96  # points: the text of a page 390 pixels wide; wider figures are scaled to it
SMALL = 8.0  # points, there
HAN = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")

Found = tuple[str, str]  # a message, and what repairs it


def drawn(
    root: str, name: str, values: list[tuple[str, str]], languages: list[str]
) -> dict[str, Any]:
    """Draw the figure `name`, once for each language (or once, if there are none), and check it.

    `values` are the snippets and variables that its module imports. The result is ready for JSON:
    "svgs" by language ("" without one), and "found", pairs of a message and what repairs it.
    """
    use_the_look_of_the_book(Path(root))
    found: list[Found] = []
    arrays = {}
    for snippet, variable in values:
        module = importlib.import_module(f"snippets.{snippet.replace('/', '.')}")
        value = getattr(module, variable)
        array = as_array(value)
        if array is not None:
            arrays[f"{snippet}.{variable}"] = array.copy()  # as it is before draw() can change it
        elif callable(value):
            remedy = "import what it returns; a figure computes nothing"
            found.append((f"{snippet}.{variable} is no value", remedy))

    module = importlib.import_module(f"figures_src.{name.replace('/', '.')}")
    svgs: dict[str, str] = {}
    wrong: dict[Found, list[str]] = {}
    for language in languages or [""]:
        complaints: list[str] = []
        with _listening(complaints):
            figure = module.draw(language) if language else module.draw()
            if not isinstance(figure, Figure):
                what = f"draw() returns {type(figure).__name__}"
                found.append((what, "return the matplotlib Figure"))
                break
            svgs[language] = svg = svg_text(figure, name)
        remedies = [
            *_shape(svg),
            *_words(figure, _width(svg)),
            *_glyphs(figure, complaints),
            *unfaithful(figure, Imported(arrays)),
        ]
        for each in remedies:
            wrong.setdefault(each, []).append(language)
        plt.close(figure)
    for (message, remedy), where in wrong.items():
        only = f"in {where[0]}: " if len(where) < len(languages) else ""
        found.append((only + message, remedy))
    return {"svgs": svgs, "found": found}


def use_the_look_of_the_book(root: Path) -> None:
    """Fonts, colormap and style sheet, for this process; what a reader has set does not count."""
    matplotlib.use("svg")
    use_only_the_fonts_of_the_book()
    if "ink" not in matplotlib.colormaps:
        ends = ["#0072B200", "#0072B2E6"]
        matplotlib.colormaps.register(LinearSegmentedColormap.from_list("ink", ends))
    matplotlib.rcdefaults()
    matplotlib.style.use(root / "figures_src" / "book.mplstyle")


def svg_text(figure: Figure, name: str) -> str:
    """The figure as SVG, the same bytes each time."""
    buffer = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": name}):
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        figure.savefig(buffer, format="svg", metadata=nothing)
    return for_the_page(buffer.getvalue(), name)


def for_the_page(svg: str, name: str) -> str:
    """SVG of matplotlib, made fit to stand in a page beside other figures.

    Ids nobody refers to are dropped, the others start with the figure's name; the style element,
    which would reach every drawing of the page, becomes attributes; black becomes currentColor.
    """
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"\s*<defs>\s*<style.*?</style>\s*</defs>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'<g id="QuadMesh_\d+"', '<g shape-rendering="crispEdges"', svg)
    used: dict[str, str] = {}
    for id_ in re.findall(r'(?:xlink:href="|url\()#([^")]+)', svg):
        used.setdefault(id_, f"{name.replace('/', '-')}-{len(used)}")
    svg = re.sub(r' id="([^"]+)"', lambda m: f' id="{used[m[1]]}"' if m[1] in used else "", svg)
    svg = re.sub(r'((?:xlink:href="|url\()#)([^")]+)', lambda m: m[1] + used[m[2]], svg)
    svg = svg.replace("#000000", "currentColor")
    inherited = 'fill="currentColor" stroke-linejoin="round" stroke-linecap="butt"'
    svg = svg.replace("<svg", f"<svg {inherited}", 1)
    first = f"<!-- {name}, drawn by matplotlib {matplotlib.__version__} -->"
    return "\n".join([first, *(line.rstrip() for line in svg.splitlines()), ""])


def _shape(svg: str) -> Iterator[Found]:
    if len(svg.encode()) > SIZE:
        yield f"{len(svg.encode()) // 1000} kB of SVG", f"fewer points: at most {SIZE // 1000} kB"
    width = _width(svg) / 72
    if width > WIDTH * 1.02:
        yield f"{width:.2f} in wide", f"at most {WIDTH:g} in, or words get too small on a telephone"
    if re.search(r"#fff(?:fff)?\b", svg):
        yield (
            "white is drawn, and stays white on a dark page",
            'leave it out: "none" shows the page',
        )
    if "<image" in svg:
        yield "pixels are drawn", "no images, nothing rasterized: an SVG scales"


def _width(svg: str) -> float:
    """The width of a picture in points."""
    return float(re.search(r'<svg[^>]* width="([\d.]+)pt"', svg)[1])


def _words(figure: Figure, width: float) -> Iterator[Found]:
    """Words that nobody can read on a telephone, where a figure `width` points wide is smaller."""
    scale = min(1.0, COLUMN / width)
    for text in figure.findobj(Text):
        label, points = text.get_text(), text.get_fontsize()
        if label.strip() and text.get_visible() and points * scale < SMALL:
            yield (
                f"label {label!r} is set in {points:g} points, "
                f"{points * scale:.1f} on a page 390 pixels wide",
                f"at least {SMALL / scale:.1f}, or a narrower figure",
            )


def _glyphs(figure: Figure, complaints: list[str]) -> Iterator[Found]:
    """Labels that come out as boxes, and all else that matplotlib warned about."""
    mixed = False
    for text in figure.findobj(Text):
        label = text.get_text()
        if HAN.search(label) and len(re.findall(r"(?<!\\)\$", label)) > 1 and text.get_parse_math():
            mixed = True
            yield (
                f"label {label!r} is set as a formula, which has no Chinese glyphs",
                "two labels, one of words and one of mathematics",
            )
    for complaint in dict.fromkeys(complaints):
        if re.search(r"does not have a glyph|Substituting with a dummy", complaint):
            if not mixed:
                yield complaint, "write the formula with glyphs that the fonts of the book have"
        elif "missing from font" in complaint:
            yield complaint, "use characters that DejaVu Sans or Noto Sans SC has"
        else:
            yield f"matplotlib warns: {complaint}", "draw it so that nothing is warned about"


class _Listener(logging.Handler):
    def __init__(self, complaints: list[str]) -> None:
        super().__init__(logging.WARNING)
        self.complaints = complaints

    def emit(self, record: logging.LogRecord) -> None:
        self.complaints.append(record.getMessage())


@contextmanager
def _listening(complaints: list[str]) -> Iterator[None]:
    """Collect what matplotlib logs and warns about."""
    listener = _Listener(complaints)
    logger = logging.getLogger("matplotlib")
    logger.addHandler(listener)
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            warnings.simplefilter("ignore", DeprecationWarning)
            yield
        complaints.extend(str(warning.message) for warning in caught)
    finally:
        logger.removeHandler(listener)
