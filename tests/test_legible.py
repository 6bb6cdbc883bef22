"""The words of a figure are read on a telephone: at least 8 points on a page 390 pixels wide.

There a figure has 358 pixels, and one 5 inches wide (358 points after its margins are cut, 478
pixels) is scaled to three quarters: words of 11 points are read at 8.2, words of 10 at 7.5.
"""

import re
from pathlib import Path

import pytest
from matplotlib.figure import Figure

from book.drawing import COLUMN, SMALL, _words

ROOT = Path(__file__).resolve().parent.parent
FIGURES = sorted((ROOT / "docs/figures").rglob("*.svg"))


def smallest(svg: str) -> float:
    """The smallest words of a picture, in points on a page 390 pixels wide; infinite without any.

    Matplotlib draws words from outlines of 100 points, scaled; indices and exponents are smaller
    than the formula that they belong to, whose size counts.
    """
    (width,) = re.findall(r'<svg[^>]* width="([\d.]+)pt"', svg)
    sizes = re.findall(r'transform="translate\([^)]*\)[^"]*scale\(([\d.]+) -[\d.]+\)"', svg)
    scale = min(1.0, COLUMN / float(width))
    return min((100 * float(size) * scale for size in sizes), default=float("inf"))


def picture(width: float, *sizes: float) -> str:
    words = (f'<g transform="translate(3 4) scale({size / 100} -{size / 100})"/>' for size in sizes)
    return f'<svg width="{width}pt" height="200pt">{"".join(words)}</svg>'


def test_a_wide_picture_is_scaled_to_the_page_and_a_narrow_one_is_not():
    assert smallest(picture(358, 11, 10)) == pytest.approx(7.5, abs=0.01)
    assert smallest(picture(268.5, 11, 10)) == pytest.approx(10)
    assert smallest(picture(100, 11)) == pytest.approx(11)
    assert smallest(picture(358)) == float("inf")


def test_the_words_of_every_figure_are_read_on_a_telephone():
    sizes = {path.name: smallest(path.read_text("utf-8")) for path in FIGURES}
    assert sum(size < float("inf") for size in sizes.values()) > 50
    assert {name: size for name, size in sizes.items() if size < SMALL} == {}


@pytest.mark.parametrize(("points", "width", "read"), [(11, 358, True), (10, 358, False)])
def test_a_label_too_small_for_a_telephone_is_refused_when_it_is_drawn(points, width, read):
    figure = Figure()
    figure.text(0.5, 0.5, "word", fontsize=points)
    found = [message for message, _ in _words(figure, width)]
    assert found == (
        [] if read else ["label 'word' is set in 10 points, 7.5 on a page 390 pixels wide"]
    )
