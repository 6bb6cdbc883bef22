"""What a figure draws, compared with the values it imports.

Every array in an artist is a value, or a row, column, slice, transposition or flattening of one,
or counts 0, 1, 2 … or 1, 2, 3 …; every number in a label is the rounding of a value; every value is
drawn. Guides (two points without markers, axhline, arrows) and patches are free. What is drawn
outside of axes, but for arrows, and tables and images are refused.

This module imports matplotlib, so it is imported in worker processes only.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure, FigureBase
from matplotlib.image import _ImageBase
from matplotlib.patches import FancyArrowPatch, Rectangle
from matplotlib.table import Table
from matplotlib.text import Annotation, Text
from matplotlib.ticker import FixedLocator

from book.artists import Role, Series, axes_of, misplaced, series_of
from book.labels import mislabelled
from book.parts import RELATIVE, Imported, close, matrices, rows

AS_IT_IS = "draw a value of a snippet as it is; what is computed belongs in a snippet"


def unfaithful(figure: Figure, imported: Imported) -> list[tuple[str, str]]:
    """(what is drawn and not so, what repairs it), for a figure that has been rendered once."""
    found: list[tuple[str, str]] = []
    for image in figure.findobj(_ImageBase):
        remedy = "draw cells with pcolormesh: an image does not scale and cannot be compared"
        found.append((f"an image ({type(image).__name__})", remedy))
    for _ in figure.findobj(Table):
        found.append(("a table", "write it as a table of the page, where its numbers are claimed"))
    for part in figure.findobj(FigureBase):
        for artist in (*part.lines, *part.patches, *part.artists):
            if not isinstance(artist, FancyArrowPatch):
                remedy = "draw it in axes, where it is compared with values"
                found.append((f"a {type(artist).__name__} outside of axes", remedy))
    axes = list(axes_of(figure))
    for number, each in enumerate(axes, 1):
        prefix = f"axes {number}, " if len(axes) > 1 else ""
        found.extend(misplaced(each, prefix))
        if each in figure.axes and _is_bare_twin(each):
            remedy = "draw against the scale of the axes below, or draw values on these"
            found.append((f"{prefix}a second scale to which nothing is drawn", remedy))
        for series in series_of(each, prefix):
            if isinstance(series, str):
                found.append((series, "draw it with lines, bars, scatter or pcolormesh"))
            elif not _explained(series, imported):
                found.append((_difference(series, imported), AS_IT_IS))
    found.extend(mislabelled(figure, axes, imported))
    _see_the_rest(figure, axes, imported)
    for name in sorted(imported.arrays.keys() - imported.seen):
        found.append((f"{name} is imported and not drawn", "draw it, label it, or drop the import"))
    return found


def _explained(series: Series, imported: Imported) -> bool:
    """Whether the values, or the role, explain an array; the values that do are marked as seen."""
    data = series.data
    if series.distance is not None:  # it comes back with the rounding of value ± error
        slack = RELATIVE * float(np.abs(data).max())
        if imported.show(series.distance, absolute=slack):
            return True
    if imported.show(data) or series.role == "guide" or not data.size:
        return True
    if series.role == "place" and imported.show_between(data):
        return True
    if series.role == "base":
        return not data.any()
    if series.role == "values":
        return data.ndim == 1 and _counts(data, series.role)
    if series.role in ("extent", "place") and np.allclose(data, data[0], rtol=1e-9, atol=0):
        return True
    whole = bool((data == data[0]).all()) and float(data[0]).is_integer()
    return whole or _counts(data, series.role)


def _is_bare_twin(axes: Axes) -> bool:
    """Whether these axes lie on others and show nothing but their scale."""
    twins = axes._twinned_axes.get_siblings(axes)
    return len(twins) > 1 and not any(True for _ in series_of(axes, ""))


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


def _difference(series: Series, imported: Imported) -> str:
    """What an unexplained array holds, beside the value that is nearest to it."""
    where, data = series.where, series.data
    best: tuple[int, str, np.ndarray] | None = None
    for name, value in imported.arrays.items():
        for candidate in _same_shape(data, value):
            equal = int(close(data, candidate).sum())
            if best is None or equal > best[0]:
                best = (equal, name, candidate)
    if best is None:
        shapes = ", ".join(f"{n} {a.shape}" for n, a in imported.arrays.items()) or "no value"
        shape = "×".join(map(str, data.shape))
        noun = "number" if data.size == 1 else "numbers"
        return f"{where} holds {shape} {noun}, {_brief(data)}, to be found in none of: {shapes}"
    _, name, candidate = best
    imported.seen.add(name)  # drawn, if wrongly
    wrong = np.argwhere(~close(data, candidate))
    shown = [
        f"[{', '.join(map(str, at))}] is {data[tuple(at)]:.12g}, not {candidate[tuple(at)]:.12g}"
        for at in wrong[:3]
    ]
    more = f" and {len(wrong) - 3} more" if len(wrong) > 3 else ""
    return f"{where} is not {name}: {'; '.join(shown)}{more}"


def _same_shape(data: np.ndarray, value: np.ndarray) -> Iterator[np.ndarray]:
    if data.ndim == 2:
        yield from (m for m in matrices(value, data.shape) if m.shape == data.shape)
    else:
        for lines in rows(value):
            if lines.shape[1] == data.size:
                yield from lines


def _brief(data: np.ndarray) -> str:
    entries = ", ".join(f"{entry:.6g}" for entry in data.ravel()[:3])
    return entries if data.size <= 3 else f"{entries}, …"


def _see_the_rest(figure: Figure, axes: Sequence[Axes], imported: Imported) -> None:
    """Mark values that show otherwise: as ticks, positions, boxes, opacities, numbers of points."""
    numbers: list[float] = []
    for each in axes:
        for axis in (each.xaxis, each.yaxis):
            if isinstance(axis.get_major_locator(), FixedLocator):
                numbers.extend(axis.get_majorticklocs())
        for series in series_of(each, ""):
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
    for name in imported.arrays.keys() - imported.seen:
        array = np.atleast_2d(imported.arrays[name])
        lines = array.reshape(-1, array.shape[-1])
        if any(all(close(shown, entry).any() for entry in line) for line in lines):
            imported.seen.add(name)
