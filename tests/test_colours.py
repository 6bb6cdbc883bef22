"""The colours of a figure are told apart by colour-blind readers too.

Protanopia, deuteranopia and tritanopia, each complete, are simulated as Brettel, Viénot and Mollon
(doi:10.1364/JOSAA.14.002647) and Machado, Oliveira and Fernandes (doi:10.1109/TVCG.2009.113) do, by
ColorAide. Distances are those of CIEDE2000.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import combinations, product
from pathlib import Path

import pytest
from coloraide import Color

ROOT = Path(__file__).resolve().parent.parent
FIGURES = sorted((ROOT / "docs/figures").rglob("*.svg"))
APART = 7.0  # three times the distance of 2.3 that is just noticed
DEFICIENCIES = tuple(product(("protan", "deutan", "tritan"), ("brettel", "machado")))


def confused(colours: Iterable[str]) -> Iterator[str]:
    """The pairs of colours that some reader hardly tells apart, each with its distance."""
    for deficiency, method in DEFICIENCIES:
        seen = {colour: Color(colour).filter(deficiency, method=method) for colour in colours}
        for one, other in combinations(sorted(seen), 2):
            distance = seen[one].delta_e(seen[other], method="2000")
            if distance < APART:
                yield f"{one} and {other} ({deficiency}, {method}): {distance:.1f}"


def colours(svg: str) -> set[str]:
    """The colours of a picture; that of the page's text is not among them."""
    return set(re.findall(r"#[0-9a-f]{6}\b", svg))


def cycle() -> list[str]:
    """The colours of the style sheet, in the order in which matplotlib takes them."""
    style = (ROOT / "figures_src/book.mplstyle").read_text("utf-8")
    (found,) = re.findall(r'^axes\.prop_cycle: cycler\("color", \[(.*)\]\)$', style, re.MULTILINE)
    return [f"#{colour.lower()}" for colour in re.findall(r'"([0-9A-Fa-f]{6})"', found)]


@pytest.mark.parametrize(
    "bad",
    [
        ["#d62728", "#2ca02c"],  # red and green of matplotlib's own cycle
        ["#1f77b4", "#9467bd"],  # its blue and purple
        ["#0072b2", "#007a59", "#d55e00"],  # two of them alike without short waves
    ],
)
def test_a_palette_of_colours_that_are_confused_is_refused(bad):
    assert list(confused(bad))


def test_colours_far_apart_are_accepted():
    assert list(confused(["#0072b2", "#d55e00"])) == []
    assert list(confused(["#000000", "#777777", "#ffffff"])) == []


def test_all_colours_of_the_cycle_are_told_apart():
    assert len(cycle()) == 6
    assert list(confused(cycle())) == []


def test_the_colours_that_a_figure_shows_together_are_told_apart():
    together = {frozenset(colours(path.read_text("utf-8"))): path for path in FIGURES}
    assert max(map(len, together)) > 3
    assert {
        path.name: found for shown, path in together.items() if (found := [*confused(shown)])
    } == {}


def test_the_colours_of_a_picture_are_read():
    svg = '<g style="fill: #0072b2"/><path style="stroke: #d55e00; fill: currentColor"/>'
    assert colours(svg) == {"#0072b2", "#d55e00"}
