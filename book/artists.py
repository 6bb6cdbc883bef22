"""The arrays that a figure draws, read from its artists.

This module imports matplotlib, so it is imported in worker processes only.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axes._secondary_axes import SecondaryAxis
from matplotlib.collections import (
    Collection,
    FillBetweenPolyCollection,
    LineCollection,
    PatchCollection,
    PathCollection,
    QuadMesh,
)
from matplotlib.colors import to_rgba
from matplotlib.container import BarContainer, ErrorbarContainer
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.markers import MarkerStyle
from matplotlib.patches import Patch, PathPatch, Polygon, StepPatch

from book.problems import many

NO_MARKER = ("None", "", " ", None)
CORNERS = 13  # of the largest free outline, an arrow with two heads; beyond it may be a curve

# What else than values an array may be: "values" nothing else; "position" along an axis: counting
# from anywhere, or one whole number for all; "place" of bars: counting with an offset; "extent":
# a constant; "base" of bars: zero; "guide": anything.
Role = Literal["values", "position", "place", "extent", "base", "guide"]


@dataclass(frozen=True)
class Series:
    """One array of an artist; `where` says which, as in "line 2 (rnn): y".

    Of error bars, the ends are values or their distances to the centre are: `data` and `distance`.
    """

    where: str
    data: np.ndarray
    role: Role = "values"
    distance: np.ndarray | None = None


def axes_of(figure: Figure) -> Iterator[Axes]:
    """All axes of a figure, insets too."""
    pending = list(figure.axes)
    while pending:
        axes = pending.pop(0)
        yield axes
        pending.extend(axes.child_axes)


def is_colorbar(axes: Axes) -> bool:
    """Whether matplotlib draws these axes by itself, as the scale of a colormap."""
    return hasattr(axes, "_colorbar")


def series_of(axes: Axes, prefix: str) -> Iterator[Series | str]:
    """The arrays in the artists of `axes`; a string stands for an artist that nothing can check."""
    if is_colorbar(axes) or isinstance(axes, SecondaryAxis):
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


def misplaced(axes: Axes, prefix: str) -> Iterator[tuple[str, str]]:
    """What a reader sees otherwise than its numbers say, or not at all, and what repairs it."""
    if isinstance(axes, SecondaryAxis):
        yield f"{prefix}a second axis with a scale of its own", "draw against the scale of the axes"
        return
    if is_colorbar(axes):
        return
    inside = {id(bar) for bars in axes.containers for bar in bars.get_children()}
    bars = [each for each in axes.patches if id(each) in inside or isinstance(each, StepPatch)]
    for kind, artists in (("line", axes.lines), ("bar", bars), ("collection", axes.collections)):
        for number, artist in enumerate(artists, 1):
            where = _named(artist, f"{prefix}{kind} {number}")
            if isinstance(artist, PatchCollection) or _is_guide(artist):
                continue
            if not (_is_seen(artist) and axes.get_visible()):
                yield f"{where} is not to be seen", "show it, or drop it"
            if _transform(artist) != axes.transData:
                yield f"{where} lies elsewhere than its numbers say", "draw it without a transform"
            if lost := _beyond(artist, axes):
                where = f"{where}: {many(lost, 'point lies', 'points lie')} beyond the axes"
                yield where, "show what is drawn, or draw less"
            if not _has_plain_markers(artist):
                yield f"{where} has markers of its own shape", "mark with a symbol, not with text"


def _beyond(artist: Artist, axes: Axes) -> int:
    """How many points that no line leads to lie beyond the ends of the axes."""
    if isinstance(artist, Line2D) and artist.get_linestyle() == "None":
        points = _of_line(artist)
    elif isinstance(artist, PathCollection):
        points = _of_scatter(artist)
    else:
        return 0
    low, high = np.sort([axes.get_xlim(), axes.get_ylim()]).T
    slack = 1e-9 * (high - low)
    return int(((points < low - slack) | (points > high + slack)).any(axis=1).sum())


def _is_guide(artist: Artist) -> bool:
    if isinstance(artist, LineCollection):
        return len(artist.get_segments()) < 2
    if not isinstance(artist, Line2D):
        return False
    lined = artist.get_linestyle() != "None" and artist.get_marker() in NO_MARKER
    return lined and len(artist.get_xdata()) == 2


def _is_seen(artist: Artist) -> bool:
    if not artist.get_visible() or artist.get_alpha() == 0:
        return False
    if isinstance(artist, Line2D):
        size, width = artist.get_markersize(), artist.get_linewidth()
        marked = artist.get_marker() not in NO_MARKER and size > 0
        lined = artist.get_linestyle() not in ("None", "", " ") and width > 0
        colours = [artist.get_color()] * lined
        colours += [artist.get_markerfacecolor(), artist.get_markeredgecolor()] * marked
        return any(to_rgba(colour)[3] > 0 for colour in colours)
    if isinstance(artist, PathCollection):
        return bool((artist.get_sizes() > 0).any())
    return True


def _transform(artist: Artist) -> Any:
    """From the numbers of an artist to the picture."""
    if isinstance(artist, Patch):
        return artist.get_data_transform()
    if isinstance(artist, PathCollection):
        return artist.get_offset_transform()
    return artist.get_transform()


def _has_plain_markers(artist: Artist) -> bool:
    if isinstance(artist, Line2D):
        return not str(artist.get_marker()).startswith("$")
    if not isinstance(artist, PathCollection):
        return True
    return all(
        any(
            path.vertices.shape == one.shape and np.allclose(path.vertices, one)
            for one in _outlines()
        )
        for path in artist.get_paths()
    )


@cache
def _outlines() -> list[np.ndarray]:
    """The corners of every symbol that matplotlib marks with."""
    markers = [marker for marker in MarkerStyle.markers if marker not in ("", " ", None)]
    styles = [MarkerStyle(marker) for marker in markers]
    return [style.get_path().transformed(style.get_transform()).vertices for style in styles]


def points_of(axes: Axes) -> Iterator[np.ndarray]:
    """The points of each line, each scatter and the ends of all bars, as rows of x and y."""
    for line in axes.lines:
        yield _of_line(line)
    for collection in axes.collections:
        if isinstance(collection, PathCollection):
            yield _of_scatter(collection)
    for container in axes.containers:
        if isinstance(container, BarContainer):
            boxes = np.array([bar.get_bbox().bounds for bar in container.patches]).reshape(-1, 4)
            x, y, width, height = boxes.T
            if container.orientation == "horizontal":
                yield np.column_stack([x + width, y + height / 2])
            else:
                yield np.column_stack([x + width / 2, y + height])


def _named(artist: Any, where: str) -> str:
    label = str(artist.get_label() or "")
    return where if not label or label.startswith("_") else f"{where} ({label})"


def _floats(data: Any) -> np.ndarray:
    return np.atleast_1d(np.ma.filled(np.ma.asarray(data, dtype=np.float64), np.nan))


def _of_line(line: Line2D) -> np.ndarray:
    return np.column_stack([_floats(data) for data in line.get_data(orig=False)])


def _of_scatter(collection: PathCollection) -> np.ndarray:
    return _floats(collection.get_offsets()).reshape(-1, 2)


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
    yield Series(f"{where}: bases", y, "base")


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
            x, y = _of_scatter(collection).T
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
