"""What a figure draws, compared with the values it imports.

Every array in an artist is a value, or a row, column, slice, transposition or flattening of one,
or counts 0, 1, 2 … or 1, 2, 3 …; every number in a label is the rounding of a value; every value is
drawn. Guides (two points without markers, axhline, arrows) and patches are free.

This module imports numpy and matplotlib, so it is imported in worker processes only.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.collections import (
    Collection,
    FillBetweenPolyCollection,
    LineCollection,
    PatchCollection,
    PathCollection,
    QuadMesh,
)
from matplotlib.container import BarContainer, ErrorbarContainer
from matplotlib.figure import Figure
from matplotlib.image import _ImageBase
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch, Polygon, Rectangle, StepPatch
from matplotlib.text import Annotation, Text
from matplotlib.ticker import FixedFormatter, FixedLocator, FuncFormatter

from book.literals import Literal as Number
from book.literals import Tie, agrees, formula_literals, literals

RELATIVE = 1e-12
CORNERS = 13  # of the largest free outline, an arrow with two heads; beyond it may be a curve
AS_IT_IS = "draw a value of a snippet as it is; what is computed belongs in a snippet"

# What else than values an array may be: "values" nothing else; "position" along an axis: counting
# from anywhere, or one whole number for all; "place" of bars: counting with an offset; "extent":
# a constant; "guide": anything.
Role = Literal["values", "position", "place", "extent", "guide"]


@dataclass(frozen=True)
class Series:
    """One array of an artist; `where` says which, as in "line 2 (rnn): y".

    Of error bars, the ends are values or their distances to the centre are: `data` and `distance`.
    """

    where: str
    data: np.ndarray
    role: Role = "values"
    distance: np.ndarray | None = None


@dataclass(frozen=True)
class Cell:
    """A cell of a heat map of the given shape."""

    row: int
    column: int
    shape: tuple[int, int]


@dataclass
class Values:
    """The imported values by name, as arrays, and which of them have been seen in the figure."""

    arrays: dict[str, np.ndarray]
    seen: set[str] = field(default_factory=set)

    def scalars(self) -> dict[str, float]:
        """The values that are single numbers."""
        return {name: float(array) for name, array in self.arrays.items() if array.ndim == 0}


def as_array(value: object) -> np.ndarray | None:
    """A number, a tensor, or nested lists of them as an array of float64; None for all else."""
    if hasattr(value, "detach"):
        value = value.detach().cpu().numpy()
    if isinstance(value, list | tuple) and any(hasattr(entry, "detach") for entry in value):
        value = [as_array(entry) for entry in value]
    try:
        array = np.asarray(value)
    except ValueError:  # not rectangular
        return None
    return array.astype(np.float64) if array.dtype.kind in "biuf" else None


def unfaithful(figure: Figure, values: Values) -> list[tuple[str, str]]:
    """(what is drawn and not so, what repairs it), for a figure that has been rendered once."""
    found: list[tuple[str, str]] = []
    for image in figure.findobj(_ImageBase):
        remedy = "draw cells with pcolormesh: an image does not scale and cannot be compared"
        found.append((f"an image ({type(image).__name__})", remedy))
    axes = list(_axes(figure))
    for number, each in enumerate(axes, 1):
        prefix = f"axes {number}, " if len(axes) > 1 else ""
        for series in _series(each, prefix):
            if isinstance(series, str):
                found.append((series, "draw it with lines, bars, scatter or pcolormesh"))
            elif not _explained(series, values):
                found.append((_difference(series, values), AS_IT_IS))
    for text, place in _labels(figure, axes):
        found.extend(_wrong_numbers(text, place, values))
    _see_the_rest(figure, axes, values)
    for name in sorted(values.arrays.keys() - values.seen):
        found.append((f"{name} is imported and not drawn", "draw it, label it, or drop the import"))
    return found


# Arrays


def _axes(figure: Figure) -> Iterator[Axes]:
    pending = list(figure.axes)
    while pending:
        axes = pending.pop(0)
        yield axes
        pending.extend(axes.child_axes)


def _is_colorbar(axes: Axes) -> bool:
    return hasattr(axes, "_colorbar")


def _series(axes: Axes, prefix: str) -> Iterator[Series | str]:
    """The arrays in the artists of `axes`; a string stands for an artist that nothing can check."""
    if _is_colorbar(axes):
        return
    if axes.name not in ("rectilinear", "polar"):
        yield f"{prefix}a {axes.name} projection cannot be compared with values"
        return
    inside: set[int] = set()  # artists that belong to a container and are read there
    bars = errors = 0
    for container in axes.containers:
        if isinstance(container, BarContainer):
            bars += 1
            inside |= {id(patch) for patch in container.patches}
            yield from _bars(container, _named(container, f"{prefix}bars {bars}"))
        elif isinstance(container, ErrorbarContainer):
            errors += 1
            inside |= {id(artist) for artist in (*container[1], *container[2])}
            yield from _errors(container, _named(container, f"{prefix}error bars {errors}"))
    lines = [line for line in axes.lines if id(line) not in inside]
    for number, line in enumerate(lines, 1):
        yield from _line(line, _named(line, f"{prefix}line {number}"))
    for patch in axes.patches:
        if isinstance(patch, Polygon | PathPatch) and len(patch.get_path().vertices) > CORNERS:
            yield _named(patch, f"{prefix}a {type(patch).__name__} of many corners")
        elif isinstance(patch, StepPatch):
            heights, edges, base = patch.get_data()
            where = _named(patch, f"{prefix}steps")
            yield Series(f"{where}: heights", _floats(heights))
            yield Series(f"{where}: edges", _floats(edges), "place")
            if base is not None:
                yield Series(f"{where}: baseline", _floats(base), "extent")
    collections = [each for each in axes.collections if id(each) not in inside]
    for number, collection in enumerate(collections, 1):
        where = f"{prefix}{type(collection).__name__} {number}"
        yield from _collection(collection, _named(collection, where))


def _named(artist: Any, where: str) -> str:
    label = str(artist.get_label() or "")
    return where if not label or label.startswith("_") else f"{where} ({label})"


def _floats(data: Any) -> np.ndarray:
    return np.atleast_1d(np.ma.filled(np.ma.asarray(data, dtype=np.float64), np.nan))


def _line(line: Line2D, where: str) -> Iterator[Series]:
    x, y = (_floats(data) for data in line.get_data(orig=False))
    guide = (
        x.size == 2 and line.get_linestyle() != "None" and line.get_marker() in ("None", "", None)
    )
    yield Series(f"{where}: x", x, "guide" if guide else "position")
    yield Series(f"{where}: y", y, "guide" if guide else "values")


def _bars(container: BarContainer, where: str) -> Iterator[Series]:
    boxes = np.array([patch.get_bbox().bounds for patch in container.patches]).reshape(-1, 4)
    x, y, width, height = boxes.T
    if container.orientation == "horizontal":
        x, y, width, height = y, x, height, width
    lengths = _floats([*container.datavalues])
    if not np.allclose(lengths, height, rtol=1e-9, atol=0):
        lengths = height
    yield Series(f"{where}: lengths", lengths)
    yield Series(f"{where}: positions", x + width / 2, "place")
    yield Series(f"{where}: widths", width, "extent")
    yield Series(f"{where}: bases", y, "extent")


def _errors(container: ErrorbarContainer, where: str) -> Iterator[Series]:
    line, _, bars = container
    centre = None if line is None else np.array(line.get_data(orig=False), dtype=np.float64)
    for lines in bars:
        ends = np.array(lines.get_segments(), dtype=np.float64)  # (n, 2 ends, 2 coordinates)
        axis = int((ends[:, 0, 1] != ends[:, 1, 1]).any())
        for end, side in enumerate(("lower", "upper")):
            reach = ends[:, end, axis]
            known = centre is not None and centre.shape[1] == len(reach)
            distance = np.abs(reach - centre[axis]) if known else None
            yield Series(f"{where}: {side} ends", reach, "values", distance)


def _collection(collection: Collection, where: str) -> Iterator[Series | str]:
    match collection:
        case QuadMesh():
            cells = np.ma.filled(np.ma.asarray(collection.get_array(), dtype=float), np.nan)
            corners = collection.get_coordinates()  # (rows + 1, columns + 1, 2)
            rows, columns = corners.shape[0] - 1, corners.shape[1] - 1
            yield Series(f"{where}: cells", cells.reshape(rows, columns))
            yield Series(f"{where}: x edges", corners[0, :, 0], "place")
            yield Series(f"{where}: y edges", corners[:, 0, 1], "place")
        case PathCollection():
            x, y = _floats(collection.get_offsets()).reshape(-1, 2).T
            yield Series(f"{where}: x", x, "position")
            yield Series(f"{where}: y", y, "position")
            yield Series(f"{where}: sizes", _floats(collection.get_sizes()), "extent")
            if collection.get_array() is not None:
                yield Series(f"{where}: colours", _floats(collection.get_array()))
        case FillBetweenPolyCollection():
            paths = collection.get_paths()
            if len(paths) != 1:
                yield f"{where}: fill_between with gaps"
                return
            corners = paths[0].vertices  # start, n along one side, end, n back, start
            n = (len(corners) - 3) // 2
            there, back = corners[1 : n + 1], corners[n + 2 : 2 * n + 2][::-1]
            along = 0 if collection.t_direction == "x" else 1
            yield Series(f"{where}: positions", there[:, along], "position")
            yield Series(f"{where}: first side", there[:, 1 - along], "extent")
            yield Series(f"{where}: second side", back[:, 1 - along], "extent")
        case LineCollection():
            segments = [np.asarray(segment) for segment in collection.get_segments()]
            if len(segments) < 2:
                return
            if any(len(segment) != 2 for segment in segments):
                yield f"{where}: lines of more than two points"
                return
            ends = np.array(segments, dtype=np.float64)
            for end in range(2):
                for axis in range(2):
                    name = f"{where}: {'xy'[axis]} of the {('first', 'second')[end]} ends"
                    yield Series(name, ends[:, end, axis], "extent" if axis else "position")
        case PatchCollection():
            return
        case _:
            yield f"{where}: this kind of drawing cannot be compared with values"


def _explained(series: Series, values: Values) -> bool:
    """Whether the values, or the role, explain an array; the values that do are marked as seen."""
    data = series.data
    if series.distance is not None:  # it comes back with the rounding of value ± error
        slack = RELATIVE * float(np.abs(data).max())
        if _seen(series.distance, values, absolute=slack):
            return True
    if _seen(data, values) or series.role == "guide" or not data.size:
        return True
    if series.role == "place" and _seen_between(data, values):
        return True
    if series.role == "values":
        return data.ndim == 1 and _counts(data, series.role)
    if series.role in ("extent", "place") and np.allclose(data, data[0], rtol=1e-9, atol=0):
        return True
    whole = bool((data == data[0]).all()) and float(data[0]).is_integer()
    return whole or _counts(data, series.role)


def _counts(flat: np.ndarray, role: Role) -> bool:
    """Whether an array counts, up or down, in steps of one."""
    if flat.size < 2:
        return role == "position" and float(flat[0]).is_integer()
    steps = np.diff(flat)
    if role == "place":
        return bool(np.allclose(np.abs(steps), 1, rtol=1e-9, atol=1e-9) and np.ptp(steps) < 1e-9)
    if not (np.all(steps == 1) or np.all(steps == -1)) or not float(flat[0]).is_integer():
        return False
    return role in ("position", "extent") or flat.min() in (0, 1)


def _seen(data: np.ndarray, values: Values, absolute: float = 0.0) -> bool:
    """Whether `data` is a value or a part of one, or gathers scalars."""
    flat = data.ravel()
    parts = [name for name, value in values.arrays.items() if _is_part(data, value, absolute)]
    if not parts and data.ndim == 1 and flat.size > 1:
        scalars = values.scalars()
        equal = [{n for n, s in scalars.items() if _close(entry, s, absolute)} for entry in flat]
        if all(equal):
            parts = [name for names in equal for name in names]
    constant = flat.size > 1 and bool((flat == flat[0]).all())
    if not parts and constant:  # a guide, or a base line, at a value
        parts = [name for name, s in values.scalars().items() if _close(flat[0], s, absolute)]
    values.seen.update(parts)
    return bool(parts)


def _seen_between(edges: np.ndarray, values: Values) -> bool:
    """Whether cells with these edges are centred on a value, as pcolormesh with "nearest" does."""
    if edges.size < 3:
        return False
    centres = [(edges[0] + edges[1]) / 2]  # the edges lie halfway between two centres
    for edge in edges[1:-1]:
        centres.append(2 * edge - centres[-1])
    return _seen(np.array(centres), values, absolute=1e-9 * float(np.ptp(edges)))


def _close(left: Any, right: Any, absolute: float = 0.0) -> Any:
    return np.isclose(left, right, rtol=RELATIVE, atol=absolute, equal_nan=True)


def _is_part(data: np.ndarray, value: np.ndarray, absolute: float = 0.0) -> bool:
    if data.size == 1:
        return bool(_close(value, data.ravel()[0], absolute).any())
    if data.size > value.size:
        return False
    if data.ndim == 2:
        return any(_is_block(data, matrix) for matrix in _matrices(value, data.shape))
    return any(_is_run(data, rows, absolute) for rows in _rows(value))


def _rows(value: np.ndarray) -> Iterator[np.ndarray]:
    """All one-dimensional readings of a value, stacked: along each axis, and as a whole."""
    if value.ndim == 0:
        return
    yield value.reshape(1, -1)
    if value.ndim > 1:
        yield value.ravel("F").reshape(1, -1)
        for axis in range(value.ndim):
            yield np.moveaxis(value, axis, -1).reshape(-1, value.shape[axis])
    if value.ndim == 2:
        yield np.diagonal(value).reshape(1, -1)


def _is_run(data: np.ndarray, rows: np.ndarray, absolute: float) -> bool:
    """Whether `data` stands in one of the rows, at equal steps, in either direction."""
    n, width = data.size, rows.shape[1]
    for sequence in (data, data[::-1]):
        for step in range(1, (width - 1) // (n - 1) + 1):
            reach = (n - 1) * step
            first = _close(rows[:, : width - reach], sequence[0], absolute)
            last = _close(rows[:, reach:], sequence[-1], absolute)
            for row, start in np.argwhere(first & last):
                if _close(rows[row, start : start + reach + 1 : step], sequence, absolute).all():
                    return True
    return False


def _matrices(value: np.ndarray, shape: Sequence[int]) -> Iterator[np.ndarray]:
    """All two-dimensional readings of a value, transposed and turned ones too."""
    bases: list[np.ndarray] = []
    if value.ndim == 1:
        bases = [value.reshape(1, -1)]
    elif value.ndim == 2:
        bases = [value]
    elif value.ndim > 2:
        for axis in range(value.ndim):
            rest = np.moveaxis(value, axis, 0)
            if value.ndim == 3:
                bases.extend(rest)
    if value.size == shape[0] * shape[1]:
        bases.append(value.reshape(tuple(shape)))
    for base in bases:
        for matrix in (base, base.T):
            yield from (matrix, matrix[::-1], matrix[:, ::-1], matrix[::-1, ::-1])


def _is_block(data: np.ndarray, matrix: np.ndarray) -> bool:
    if any(small > large for small, large in zip(data.shape, matrix.shape, strict=True)):
        return False
    windows = np.lib.stride_tricks.sliding_window_view(matrix, data.shape)
    first = _close(windows[:, :, 0, 0], data[0, 0]) & _close(windows[:, :, -1, -1], data[-1, -1])
    return any(_close(windows[row, column], data).all() for row, column in np.argwhere(first))


def _difference(series: Series, values: Values) -> str:
    """What an unexplained array holds, beside the value that is nearest to it."""
    where, data = series.where, series.data
    best: tuple[int, str, np.ndarray] | None = None
    for name, value in values.arrays.items():
        for candidate in _same_shape(data, value):
            equal = int(_close(data, candidate).sum())
            if best is None or equal > best[0]:
                best = (equal, name, candidate)
    if best is None:
        shapes = ", ".join(f"{n} {a.shape}" for n, a in values.arrays.items()) or "no value"
        shape = "×".join(map(str, data.shape))
        return f"{where} holds {shape} numbers, {_brief(data)}, that are in none of: {shapes}"
    _, name, candidate = best
    values.seen.add(name)  # drawn, if wrongly
    wrong = np.argwhere(~_close(data, candidate))
    shown = [
        f"[{', '.join(map(str, at))}] is {data[tuple(at)]:.12g}, not {candidate[tuple(at)]:.12g}"
        for at in wrong[:3]
    ]
    more = f" and {len(wrong) - 3} more" if len(wrong) > 3 else ""
    return f"{where} is not {name}: {'; '.join(shown)}{more}"


def _same_shape(data: np.ndarray, value: np.ndarray) -> Iterator[np.ndarray]:
    if data.ndim == 2:
        yield from (m for m in _matrices(value, data.shape) if m.shape == data.shape)
    else:
        for rows in _rows(value):
            if rows.shape[1] == data.size:
                yield from rows


def _brief(data: np.ndarray) -> str:
    entries = ", ".join(f"{entry:.6g}" for entry in data.ravel()[:3])
    return entries if data.size <= 3 else f"{entries}, …"


def _see_the_rest(figure: Figure, axes: Sequence[Axes], values: Values) -> None:
    """Mark values that show otherwise: as ticks, positions, boxes, opacities, numbers of points."""
    numbers: list[float] = []
    for each in axes:
        for axis in (each.xaxis, each.yaxis):
            if isinstance(axis.get_major_locator(), FixedLocator):
                numbers.extend(axis.get_majorticklocs())
        for series in _series(each, ""):
            if isinstance(series, Series):
                numbers.extend((series.data.size, *series.data.shape))
    for text in figure.findobj(Text):
        numbers.extend(text.get_unitless_position())
    for note in figure.findobj(Annotation):
        numbers.extend(entry for entry in note.xy if isinstance(entry, float | int))
    for patch in figure.findobj(Rectangle):
        numbers.extend(patch.get_bbox().bounds)
    numbers.extend(
        a.get_alpha() for a in figure.findobj() if isinstance(a.get_alpha(), float | int)
    )
    shown = np.array(numbers, dtype=np.float64)
    for name in values.arrays.keys() - values.seen:
        rows = np.atleast_2d(values.arrays[name])
        rows = rows.reshape(-1, rows.shape[-1])
        if any(all(_close(shown, entry).any() for entry in row) for row in rows):
            values.seen.add(name)


# Labels


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
    if axes is None or _is_colorbar(axes):
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


def _numbers(text: str) -> list[Number]:
    """The numbers in a label: in the words, and in its formulas."""
    parts = text.replace(r"\$", "￼￼").split("$")
    if len(parts) % 2 == 0:  # a lone dollar sign is no formula
        return literals(text)
    found: list[Number] = []
    for index, part in enumerate(parts):
        found.extend(formula_literals(part) if index % 2 else literals(part))
    return found


def _wrong_numbers(
    text: Text, place: float | Cell | None, values: Values
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
        candidates = _near(number, values)
        if isinstance(place, Cell) and len(numbers) == 1 and (inside := _inside(place, values)):
            candidates = inside
            beside = ", ".join(f"{name} is {entries[0]:.6g}" for name, entries in inside.items())
            wrong = f"label {label!r} stands in cell [{place.row}, {place.column}], where {beside}"
        agreeing = {
            name
            for name, entries in candidates.items()
            if any(_agree(entry, number) for entry in entries)
        }
        values.seen |= agreeing
        if not agreeing:
            yield wrong, remedy


def _near(number: Number, values: Values) -> dict[str, list[float | int]]:
    """The entries within one unit of the last digit of `number`, by name."""
    low, high = float(number.value - number.quantum), float(number.value + number.quantum)
    return {
        name: [_exact(entry) for entry in np.unique(value[(value >= low) & (value <= high)])]
        for name, value in values.arrays.items()
    }


def _inside(cell: Cell, values: Values) -> dict[str, list[float | int]]:
    """What the matrices of the size of a heat map have in one of its cells, by name."""
    found: dict[str, list[float | int]] = {}
    for name, value in values.arrays.items():
        if value.shape == cell.shape:
            found.setdefault(name, []).append(_exact(value[cell.row, cell.column]))
        if value.shape == cell.shape[::-1]:
            found.setdefault(name, []).append(_exact(value[cell.column, cell.row]))
    return found


def _exact(entry: float) -> float | int:
    return int(entry) if float(entry).is_integer() else float(entry)


def _agree(value: float, number: Number) -> bool:
    try:
        return agrees(_exact(value), number)
    except Tie:
        return False
