"""Values: the numbers that a snippet leaves behind, without torch."""

import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import chain
from math import isnan, prod
from typing import Any, Literal

ENTRIES = 100_000  # of a larger tensor only the shape is kept
BITS = 10_000  # a larger integer has more digits than Python prints
AXES = 64  # numpy and torch have no more; a list in itself has no end of them

Kind = Literal["bool", "int", "float"]
RANKS: dict[Kind, int] = {"bool": 0, "int": 1, "float": 2}
PYTHON: dict[Kind, type] = {"bool": bool, "int": int, "float": float}


@dataclass(frozen=True)
class Value:
    """Numbers of one kind in reading order; a scalar has shape ().

    A value of more than 100 000 entries has a shape and no data; see `whole`.
    """

    kind: Kind
    shape: tuple[int, ...]
    data: tuple[int | float | bool, ...]

    @property
    def whole(self) -> bool:
        """Whether the entries are here, and not only their shape."""
        return len(self.data) == prod(self.shape)

    def __getitem__(self, index: int | slice | tuple[int | slice, ...]) -> "Value":
        """The entries at `index`, which means what it means in numpy.

        Raises IndexError for an index out of range or too many of them, LookupError if only the
        shape was kept.
        """
        if not self.whole:
            entries = prod(self.shape)
            raise LookupError(f"a value of {entries} entries: only its shape {self.shape} is kept")
        indices = index if isinstance(index, tuple) else (index,)
        if len(indices) > len(self.shape):
            raise IndexError(f"{len(indices)} indices into a value of shape {self.shape}")
        offsets, shape = [0], []
        for axis, size in enumerate(self.shape):
            at = indices[axis] if axis < len(indices) else slice(None)
            if isinstance(at, slice):
                chosen = range(size)[at]
                shape.append(len(chosen))
            elif -size <= at < size:
                chosen = range(size)[at:][:1]
            else:
                raise IndexError(f"index {at} on axis {axis} of a value of shape {self.shape}")
            offsets = [offset * size + place for offset in offsets for place in chosen]
        return Value(self.kind, tuple(shape), tuple(self.data[offset] for offset in offsets))

    def __str__(self) -> str:
        if not self.whole:
            return f"{self.kind} of shape {self.shape}"
        return (
            repr(self.data[0]) if self.shape == () else f"{list(self.data)} of shape {self.shape}"
        )


@dataclass(frozen=True)
class Kept:
    """A value on its way out of the process that computed it.

    `digest` stands for the entries of a value too large to keep, `nan` is the offset of its first
    NaN in reading order.
    """

    kind: Kind
    shape: tuple[int, ...]
    data: list[int | float | bool]
    digest: str = ""
    nan: int | None = None


def kept(names: Mapping[str, object]) -> dict[str, dict[str, Any]]:
    """The numbers among the variables of a finished snippet, as JSON can carry them.

    Kept are int, float, bool, real dense tensors and numpy arrays, and lists and tuples of them
    that are rectangular. A name that starts with an underscore is left out.
    """
    found = {}
    for name, thing in names.items():
        if not name.startswith("_") and (numbers := _numbers(thing)) is not None:
            found[name] = asdict(numbers)
    return found


def restored(entry: Mapping[str, Any]) -> Value:
    """The value of an entry of `kept`, read back from JSON."""
    return Value(entry["kind"], tuple(entry["shape"]), tuple(entry["data"]))


def place(shape: tuple[int, ...], offset: int) -> str:
    """The index of an entry as an author writes it: `[1, 0]`, nothing for a scalar."""
    indices = []
    for size in reversed(shape):
        offset, at = divmod(offset, size)
        indices.append(str(at))
    return f"[{', '.join(reversed(indices))}]" if indices else ""


def _numbers(thing: object, axes: int = 0) -> Kept | None:
    torch, numpy = sys.modules.get("torch"), sys.modules.get("numpy")
    if isinstance(thing, bool):
        return Kept("bool", (), [thing])
    if isinstance(thing, int):
        return Kept("int", (), [int(thing)]) if thing.bit_length() <= BITS else None
    if isinstance(thing, float):
        return Kept("float", (), [float(thing)], nan=0 if isnan(thing) else None)
    if torch and isinstance(thing, torch.Tensor):
        return _array(_dense(thing))
    if numpy and isinstance(thing, numpy.ndarray | numpy.generic):
        return _array(numpy.asarray(thing))
    if type(thing) in (list, tuple) or (torch and isinstance(thing, torch.Size)):
        return _stack([_numbers(part, axes + 1) for part in thing]) if axes < AXES else None
    return None


def _dense(tensor: Any) -> Any:
    """The numpy array of a real dense tensor, float16 and bfloat16 widened; None for others."""
    torch = sys.modules["torch"]
    if tensor.layout != torch.strided or tensor.is_quantized or tensor.device.type == "meta":
        return None
    if tensor.is_floating_point():
        tensor = tensor.to(torch.float64)
    return tensor.numpy(force=True)


def _array(array: Any) -> Kept | None:
    kind: Kind | None = {"b": "bool", "i": "int", "u": "int", "f": "float"}.get(
        "" if array is None or array.itemsize > 8 else array.dtype.kind
    )
    if kind is None:
        return None
    flat = array.reshape(-1)
    nan = None
    if kind == "float" and (missing := flat != flat).any():
        nan = int(missing.argmax())
    if flat.size > ENTRIES:
        digest = sha256((flat + 0 if kind == "float" else flat).tobytes()).hexdigest()
        return Kept(kind, array.shape, [], digest, nan)
    return Kept(kind, array.shape, flat.tolist(), nan=nan)


def _stack(parts: list[Kept | None]) -> Kept | None:
    if not parts or None in parts or len({part.shape for part in parts}) > 1:
        return None
    kind = max((part.kind for part in parts), key=RANKS.__getitem__)
    shape = (len(parts), *parts[0].shape)
    size = prod(parts[0].shape)
    nan = next((i * size + p.nan for i, p in enumerate(parts) if p.nan is not None), None)
    if prod(shape) > ENTRIES:
        digest = sha256(repr([(p.data, p.digest) for p in parts]).encode()).hexdigest()
        return Kept(kind, shape, [], digest, nan)
    try:
        data = [PYTHON[kind](x) for x in chain.from_iterable(p.data for p in parts)]
    except OverflowError:  # an int that no float can hold
        return None
    return Kept(kind, shape, data, nan=nan)
