"""Draws one figure: runs its module, and turns the matplotlib Figure into SVG for the page.

This module imports matplotlib, so it is imported in worker processes only.
"""

import importlib
import inspect
import io
import logging
import re
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import matplotlib
import matplotlib.style
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

from book.fonts import use_only_the_fonts_of_the_book

LANGUAGES = ("zh", "en")


def use_the_look_of_the_book(root: Path) -> None:
    """Fonts, colormap and style sheet, for this process."""
    matplotlib.use("svg")
    use_only_the_fonts_of_the_book()
    if "ink" not in matplotlib.colormaps:
        matplotlib.colormaps.register(
            LinearSegmentedColormap.from_list("ink", ["#0072B200", "#0072B2E6"])
        )
    matplotlib.rcdefaults()
    matplotlib.style.use(root / "figures_src" / "book.mplstyle")


def svg_text(figure: Figure, name: str) -> str:
    """The figure as SVG: the same bytes each time, ids that no other figure uses, black as currentColor."""
    buffer = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": name}):
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        figure.savefig(buffer, format="svg", metadata=nothing)
    return for_the_page(buffer.getvalue(), name)


def for_the_page(svg: str, name: str) -> str:
    """SVG of matplotlib, made fit to stand inside a page beside other figures.

    Ids nobody refers to are dropped, the others start with the figure's name; the style element, which
    would reach every drawing of the page, becomes attributes; black becomes currentColor.
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
    svg = svg.replace(
        "<svg", '<svg fill="currentColor" stroke-linejoin="round" stroke-linecap="butt"', 1
    )
    version = f"<!-- {name}, drawn by matplotlib {matplotlib.__version__} -->\n"
    return version + "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"


def draw(root: Path, name: str) -> tuple[dict[str, str], list[str]]:
    """Run figures_src/<name>.py: the SVGs by file name, and what matplotlib complained about."""
    complaints: list[str] = []
    with _listening(complaints):
        module = importlib.import_module("figures_src." + name.replace("/", "."))
        pictures: dict[str, Callable[[], Figure]] = {f"{name}.svg": module.draw}
        if inspect.signature(module.draw).parameters:
            pictures = {
                f"{name}.{language}.svg": lambda language=language: module.draw(language)
                for language in LANGUAGES
            }
        svgs = {file: svg_text(picture(), name) for file, picture in pictures.items()}
    return svgs, complaints


class _listening(logging.Handler):
    """Collects what matplotlib warns about or logs."""

    def __init__(self, complaints: list[str]) -> None:
        super().__init__(logging.WARNING)
        self.complaints = complaints

    def emit(self, record: logging.LogRecord) -> None:
        self.complaints.append(record.getMessage())

    def __enter__(self) -> None:
        logging.getLogger("matplotlib").addHandler(self)
        self._warnings = warnings.catch_warnings()
        self._warnings.__enter__()
        warnings.simplefilter("always")
        warnings.showwarning = lambda message, *_: self.complaints.append(str(message))

    def __exit__(self, *exc) -> None:
        self._warnings.__exit__(*exc)
        logging.getLogger("matplotlib").removeHandler(self)


if __name__ == "__main__":
    sys.path.insert(0, str(Path.cwd()))
    use_the_look_of_the_book(Path.cwd())
    failed = False
    for name in sys.argv[1:]:
        svgs, complaints = draw(Path.cwd(), name)
        for file, svg in svgs.items():
            path = Path("docs/figures", file)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(svg, encoding="utf-8")
            print(path)
        for complaint in complaints:
            print(f"figures_src/{name}.py: {complaint}")
        failed = failed or bool(complaints)
    sys.exit(failed)
