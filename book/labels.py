"""The numbers in the labels of a figure, compared with the values it imports.

This module imports matplotlib, so it is imported in worker processes only.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.collections import QuadMesh
from matplotlib.figure import Figure
from matplotlib.text import Annotation, Text
from matplotlib.ticker import FixedFormatter, FuncFormatter

from book.artists import is_colorbar
from book.literals import Literal, Tie, Unwritable, agrees, formula_literals, literals
from book.parts import Imported


@dataclass(frozen=True)
class Cell:
    """A cell of a heat map of the given shape."""

    row: int
    column: int
    shape: tuple[int, int]


def mislabelled(
    figure: Figure, axes: Sequence[Axes], imported: Imported
) -> Iterator[tuple[str, str]]:
    """Every number in a label that is the rounding of no value, with what repairs it."""
    for text, place in _labels(figure, axes):
        yield from _wrong_numbers(text, place, imported)


def _labels(figure: Figure, axes: Sequence[Axes]) -> Iterator[tuple[Text, float | Cell | None]]:
    """Every text that an author wrote, with the place of its tick, or its cell, if it has one."""
    automatic: set[int] = set()
    for each in axes:
        for axis in (each.xaxis, each.yaxis):
            automatic.add(id(axis.offsetText))
            for place, text in _ticks(axis):
                automatic.add(id(text))
                if isinstance(axis.get_major_formatter(), FixedFormatter | FuncFormatter):
                    yield text, place
    for text in figure.findobj(Text):
        if id(text) not in automatic and text.get_visible() and text.get_text().strip():
            yield text, _cell(text)


def _ticks(axis: Axis) -> Iterator[tuple[float, Text]]:
    for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
        yield float(tick.get_loc()), tick.label1
        yield float(tick.get_loc()), tick.label2


def _cell(text: Text) -> Cell | None:
    """The cell that a text stands in, on axes with one heat map."""
    axes = text.axes
    if axes is None or is_colorbar(axes):
        return None
    meshes = [each for each in axes.collections if isinstance(each, QuadMesh)]
    if isinstance(text, Annotation):
        x, y = text.xy
        here = text.xycoords == "data"
    else:
        x, y = text.get_unitless_position()
        here = text.get_transform() == axes.transData
    if len(meshes) != 1 or not here:
        return None
    corners = meshes[0].get_coordinates()
    column, row = _between(corners[0, :, 0], x), _between(corners[:, 0, 1], y)
    if row is None or column is None:
        return None
    return Cell(row, column, (corners.shape[0] - 1, corners.shape[1] - 1))


def _between(edges: np.ndarray, at: float) -> int | None:
    for index, (low, high) in enumerate(pairwise(edges)):
        if min(low, high) <= at < max(low, high):
            return index
    return None


def _numbers(text: str) -> list[Literal]:
    """The numbers in a label: in the words, and in its formulas."""
    parts = text.replace(r"\$", "￼￼").split("$")
    if len(parts) % 2 == 0:  # a lone dollar sign is no formula
        return literals(text)
    found: list[Literal] = []
    for index, part in enumerate(parts):
        found.extend(formula_literals(part) if index % 2 else literals(part))
    return found


def _wrong_numbers(
    text: Text, place: float | Cell | None, imported: Imported
) -> Iterator[tuple[str, str]]:
    label = text.get_text()
    remedy = 'label with an imported value, f"{value:.3f}", or drop the number'
    numbers = _numbers(label)
    for number in numbers:
        if number.value is None:
            yield f"label {label!r}: {number.text} is no number that a value could give", remedy
            continue
        if isinstance(place, float) and _agree(place, number):
            continue
        wrong = f"label {label!r}: {number.text} is the rounding of no imported value"
        candidates = _near(number, imported)
        if isinstance(place, Cell) and len(numbers) == 1 and (inside := _inside(place, imported)):
            candidates = inside
            beside = ", ".join(f"{name} is {entries[0]:.6g}" for name, entries in inside.items())
            wrong = f"label {label!r} stands in cell [{place.row}, {place.column}], where {beside}"
        agreeing = {
            name
            for name, entries in candidates.items()
            if any(_agree(entry, number) for entry in entries)
        }
        imported.seen |= agreeing
        if not agreeing:
            yield wrong, remedy


def _near(number: Literal, imported: Imported) -> dict[str, list[float | int]]:
    """The entries within one unit of the last digit of `number`, by name."""
    low, high = float(number.value - number.quantum), float(number.value + number.quantum)
    return {
        name: [_exact(entry) for entry in np.unique(value[(value >= low) & (value <= high)])]
        for name, value in imported.arrays.items()
    }


def _inside(cell: Cell, imported: Imported) -> dict[str, list[float | int]]:
    """What the matrices of the size of a heat map have in one of its cells, by name."""
    found: dict[str, list[float | int]] = {}
    for name, value in imported.arrays.items():
        if value.shape == cell.shape:
            found.setdefault(name, []).append(_exact(value[cell.row, cell.column]))
        if value.shape == cell.shape[::-1]:
            found.setdefault(name, []).append(_exact(value[cell.column, cell.row]))
    return found


def _exact(entry: float) -> float | int:
    return int(entry) if float(entry).is_integer() else float(entry)


def _agree(value: float, number: Literal) -> bool:
    try:
        return agrees(_exact(value), number)
    except (Tie, Unwritable):
        return False
