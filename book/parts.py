"""Parts of values: whether an array is an entry, row, column, slice or transposition of a value."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

RELATIVE = 1e-12


@dataclass
class Imported:
    """The values that a figure imports, as arrays by name, and which of them it has shown."""

    arrays: dict[str, np.ndarray]
    seen: set[str] = field(default_factory=set)

    def scalars(self) -> dict[str, float]:
        """The values that are single numbers."""
        return {name: float(array) for name, array in self.arrays.items() if array.ndim == 0}

    def show(self, data: np.ndarray, absolute: float = 0.0) -> bool:
        """Whether `data` is a value, a part of one, or gathers scalars; these count as seen."""
        flat = data.ravel()
        parts = [name for name, value in self.arrays.items() if is_part(data, value, absolute)]
        if not parts and data.ndim == 1 and flat.size > 1:
            scalars = self.scalars()
            equal = [{n for n, s in scalars.items() if close(entry, s, absolute)} for entry in flat]
            if all(equal):
                parts = [name for names in equal for name in names]
        constant = flat.size > 1 and bool((flat == flat[0]).all())
        if not parts and constant:  # a guide, or a base line, at a value
            parts = [name for name, s in self.scalars().items() if close(flat[0], s, absolute)]
        self.seen.update(parts)
        return bool(parts)

    def show_between(self, edges: np.ndarray) -> bool:
        """Whether cells with these edges are centred on a value, as by pcolormesh."""
        if edges.size < 3:
            return False
        centres = [(edges[0] + edges[1]) / 2]  # the edges lie halfway between two centres
        for edge in edges[1:-1]:
            centres.append(2 * edge - centres[-1])
        return self.show(np.array(centres), absolute=1e-9 * float(np.ptp(edges)))


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


def close(left: Any, right: Any, absolute: float = 0.0) -> Any:
    """Where two arrays agree, but for the rounding of floating-point numbers."""
    return np.isclose(left, right, rtol=RELATIVE, atol=absolute, equal_nan=True)


def is_part(data: np.ndarray, value: np.ndarray, absolute: float = 0.0) -> bool:
    """Whether `data` is a value or an entry, row, column, slice or transposition of it."""
    if data.size == 1:
        return bool(close(value, data.ravel()[0], absolute).any())
    if data.size > value.size:
        return False
    if data.ndim == 2:
        return any(_is_block(data, matrix) for matrix in matrices(value, data.shape))
    return any(_is_run(data, lines, absolute) for lines in rows(value))


def rows(value: np.ndarray) -> Iterator[np.ndarray]:
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
            first = close(rows[:, : width - reach], sequence[0], absolute)
            last = close(rows[:, reach:], sequence[-1], absolute)
            for row, start in np.argwhere(first & last):
                if close(rows[row, start : start + reach + 1 : step], sequence, absolute).all():
                    return True
    return False


def matrices(value: np.ndarray, shape: Sequence[int]) -> Iterator[np.ndarray]:
    """All two-dimensional readings of a value, transposed and turned ones too."""
    bases: list[np.ndarray] = []
    if value.ndim in (1, 2):
        bases.append(np.atleast_2d(value))
    elif value.ndim == 3:
        for axis in range(3):
            bases.extend(np.moveaxis(value, axis, 0))
    if value.size == shape[0] * shape[1]:
        bases.append(value.reshape(tuple(shape)))
    for base in bases:
        for matrix in (base, base.T):
            yield from (matrix, matrix[::-1], matrix[:, ::-1], matrix[::-1, ::-1])


def _is_block(data: np.ndarray, matrix: np.ndarray) -> bool:
    if any(small > large for small, large in zip(data.shape, matrix.shape, strict=True)):
        return False
    windows = np.lib.stride_tricks.sliding_window_view(matrix, data.shape)
    first = close(windows[:, :, 0, 0], data[0, 0]) & close(windows[:, :, -1, -1], data[-1, -1])
    return any(close(windows[row, column], data).all() for row, column in np.argwhere(first))
