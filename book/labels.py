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
from matplotlib.ticker import (
    LogFormatter,
    LogFormatterMathtext,
    LogFormatterSciNotation,
    LogitFormatter,
    NullFormatter,
    ScalarFormatter,
)

from book.artists import is_colorbar, points_of
from book.chapter import doubts, formula_doubts
from book.literals import Literal, Tie, Unwritable, agrees, formula_literals, literals
from book.parts import Imported, close

# what writes at each tick the number where it stands
FAITHFUL = (
    LogFormatter, LogFormatterMathtext, LogFormatterSciNotation, LogitFormatter, NullFormatter,
    ScalarFormatter,
)  # fmt: skip


@dataclass(frozen=True)
class Cell:
    """A cell of a heat map of the given shape; `cells` is what is drawn there."""

    row: int
    column: int
    cells: np.ndarray

    @property
    def shape(self) -> tuple[int, ...]:
        """How many rows and columns the heat map has."""
        return self.cells.shape


@dataclass(frozen=True)
class Tick:
    """A tick of an axis; `counting` says that its ticks only count, and may be called anything."""

    at: float
    counting: bool


@dataclass(frozen=True)
class Point:
    """A point that is drawn, among the others of its line."""

    x: float
    y: float
    others: np.ndarray


Place = Tick | Cell | Point | None


def mislabelled(
    figure: Figure, axes: Sequence[Axes], imported: Imported
) -> Iterator[tuple[str, str]]:
    """Every number in a label that is the rounding of no value, with what repairs it."""
    for text, place in _labels(figure, axes):
        yield from _misread(text.get_text())
        yield from _wrong_numbers(text, place, imported)


def _labels(figure: Figure, axes: Sequence[Axes]) -> Iterator[tuple[Text, Place]]:
    """Every text that an author wrote, with the place of its tick, or its cell, if it has one."""
    automatic: set[int] = set()
    for each in axes:
        for axis in (each.xaxis, each.yaxis):
            automatic.add(id(axis.offsetText))
            for place, text, faithful in _ticks(axis):
                automatic.add(id(text))
                if not faithful and text.get_visible() and text.get_text().strip():
                    yield text, place
    for text in figure.findobj(Text):
        if id(text) not in automatic and text.get_visible() and text.get_text().strip():
            yield text, _cell(text) or _point(text)


def _ticks(axis: Axis) -> Iterator[tuple[Tick, Text, bool]]:
    """The ticks with their labels, and whether matplotlib writes these from where they stand."""
    for ticks, formatter in (
        (axis.get_major_ticks(), axis.get_major_formatter()),
        (axis.get_minor_ticks(), axis.get_minor_formatter()),
    ):
        places = [float(tick.get_loc()) for tick in ticks]
        counting = bool(np.allclose(np.diff(np.sort(places)), 1))
        for tick, place in zip(ticks, places, strict=True):
            for label in (tick.label1, tick.label2):
                yield Tick(place, counting), label, type(formatter) in FAITHFUL


def _cell(text: Text) -> Cell | None:
    """The cell that a text stands in, on axes with one heat map."""
    axes = text.axes
    if axes is None or is_colorbar(axes):
        return None
    meshes = [each for each in axes.collections if isinstance(each, QuadMesh)]
    at = _position(text, axes)
    if len(meshes) != 1 or at is None:
        return None
    corners = meshes[0].get_coordinates()
    column, row = _between(corners[0, :, 0], at[0]), _between(corners[:, 0, 1], at[1])
    if row is None or column is None:
        return None
    cells = np.ma.filled(np.ma.asarray(meshes[0].get_array(), dtype=float), np.nan)
    return Cell(row, column, cells.reshape(corners.shape[0] - 1, corners.shape[1] - 1))


def _position(text: Text, axes: Axes) -> tuple[float, float] | None:
    """Where a text stands, or points to, among the numbers of its axes."""
    if isinstance(text, Annotation):
        here, at = text.xycoords == "data", text.xy
    else:
        here, at = text.get_transform() == axes.transData, text.get_unitless_position()
    return (float(at[0]), float(at[1])) if here and not isinstance(at[0], str) else None


def _point(text: Text) -> Point | None:
    """The point that a text stands at or points to, if it is exactly that."""
    at = None if text.axes is None else _position(text, text.axes)
    if at is None:
        return None
    for points in points_of(text.axes):
        here = np.isclose(points, at, rtol=1e-9, atol=0).all(axis=1)
        if here.any():
            return Point(*at, points[~here])
    return None


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


def _misread(label: str) -> Iterator[tuple[str, str]]:
    """What in a label would be another number than the one that is compared."""
    parts = label.replace(r"\$", "￼￼").split("$")
    for index, part in enumerate(parts if len(parts) % 2 else [label]):
        formula = index % 2
        found = formula_doubts(part, formula_literals(part)) if formula else doubts(part)
        for _, message, remedy in found:
            yield f"label {label!r}: {message}", remedy


def _wrong_numbers(text: Text, place: Place, imported: Imported) -> Iterator[tuple[str, str]]:
    label = text.get_text()
    remedy = 'label with an imported value, f"{value:.3f}", or drop the number'
    numbers = _numbers(label)
    for number in numbers:
        if number.value is None:
            yield f"label {label!r}: {number.text} is no number that a value could give", remedy
            continue
        if isinstance(place, Tick) and _agree(place.at, number):
            continue
        if isinstance(place, Tick) and not place.counting and len(numbers) == 1:
            yield f"label {label!r} stands at {place.at:g}", "label a tick with its own number"
            continue
        bare = len(numbers) == 1 and not any(map(str.isalpha, label))
        if isinstance(place, Point) and bare and _is_of_another(place, number):
            told = f"label {label!r} stands at ({place.x:g}, {place.y:g}), and is of another point"
            yield told, "label each point with its own number"
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
    drawn = np.sort(cell.cells, axis=None)
    for name, value in imported.arrays.items():
        if value.size == drawn.size and close(np.sort(value, axis=None), drawn).all():
            found.setdefault(name, []).append(_exact(cell.cells[cell.row, cell.column]))
            continue
        if value.shape == cell.shape:
            found.setdefault(name, []).append(_exact(value[cell.row, cell.column]))
        if value.shape == cell.shape[::-1]:
            found.setdefault(name, []).append(_exact(value[cell.column, cell.row]))
    return found


def _is_of_another(point: Point, number: Literal) -> bool:
    """Whether a number is a coordinate of another point of the line, and not of this one."""
    if _agree(point.x, number) or _agree(point.y, number):
        return False
    return any(_agree(float(entry), number) for entry in point.others.ravel())


def _exact(entry: float) -> float | int:
    return int(entry) if float(entry).is_integer() else float(entry)


def _agree(value: float, number: Literal) -> bool:
    try:
        return agrees(_exact(value), number)
    except (Tie, Unwritable):
        return False
