"""The ledger: the committed table of every claimed value, exact.

`docs/ledger.json` maps each claimed name, as written in a chapter but with its full snippet path,
to its value (nested lists for a tensor), its kind and the line of the snippet that computes it.
The site reads it, so that pages show exact values without running anything. Of a name that only
identities use, no page shows a number: its shape stands in the place of its value, and two norms,
for an identity may hold for all inputs and would not tell that these are others.
"""

import json
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from book.chapter import Chapter, Number
from book.claims import Name
from book.files import stored
from book.names import parts
from book.values import Value

FILE = "docs/ledger.json"

NEAR = 1e-6  # relative: so near lie what two machines compute, where only the size is kept
NOISE = 1e-10  # absolute, as that of an identity: nothing is known of what is smaller
_GOLDEN = (math.sqrt(5) - 1) / 2

Ledger = dict[str, dict]


@dataclass(frozen=True)
class Claimed:
    """A number of a page with what stands behind it."""

    number: Number
    name: str
    relation: str
    value: int | float | bool
    snippet: str
    line: int


def load(root: Path) -> Ledger:
    """The ledger of the book at `root`; empty if there is none. Raises ValueError if broken."""
    return stored(
        root / FILE,
        _is_entry,
        "each entry has a value, or a shape and norms, a kind and a line, and no more",
    )


def _is_entry(entry: object) -> bool:
    return (
        isinstance(entry, dict)
        and entry.keys() - {"norms"} in ({"value", "kind", "line"}, {"shape", "kind", "line"})
        and ("norms" not in entry or _are_norms(entry))
        and entry["kind"] in ("int", "float", "bool")
        and isinstance(entry["line"], int)
        and isinstance(entry.get("shape", []), list)
        and all(isinstance(size, int) for size in entry.get("shape", []))
        and all(isinstance(number, int | float) for number in _flat(entry.get("value", [])))
        and ("shape" in entry or _is_rectangular(entry["value"]))
    )


def _are_norms(entry: dict) -> bool:
    """Whether they stand beside a shape; earlier versions of the book kept none."""
    norms = entry["norms"]
    return (
        "shape" in entry
        and isinstance(norms, list)
        and len(norms) == 2
        and all(isinstance(number, int | float) for number in norms)
    )


def _is_rectangular(value: object) -> bool:
    if not isinstance(value, list):
        return True
    sizes = {len(part) if isinstance(part, list) else None for part in value}
    return len(sizes) <= 1 and all(map(_is_rectangular, value))


def dump(ledger: Ledger) -> str:
    """The ledger as it is committed: sorted, one name a line, so that its diffs read well."""
    lines = (
        f"  {json.dumps(name)}: {json.dumps(entry, allow_nan=True)}"
        for name, entry in sorted(ledger.items())
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


def line_of(root: Path, name: str) -> int:
    """The line of the committed ledger where a name stands, 1 if it does not."""
    try:
        lines = (root / FILE).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return 1
    key = f"  {json.dumps(name)}:"
    return next((number for number, line in enumerate(lines, 1) if line.startswith(key)), 1)


def entry(value: Value, line: int, *, shown: bool) -> dict:
    """What the ledger keeps of a value: its numbers if a page shows some, else shape and norms."""
    if shown:
        kept = {"value": _nested(value.data, value.shape)}
    else:
        kept = {"shape": [*value.shape], "norms": norms(value.data)}
    return {**kept, "kind": value.kind, "line": line}


def norms(data: Sequence[int | float | bool]) -> list[float]:
    """The Euclidean norm and a weighted sum, to eight digits; 0 for what is only rounding.

    The weights lie between 1 and 2 and no two are equal, so a change of any entry, of its sign too,
    and of the order changes the sum. Entries that no finite float can hold are left out.
    """
    finite = [(at, float(x)) for at, x in enumerate(data) if measurable(x)]
    norm = math.hypot(*(x for _, x in finite))
    total = math.fsum(x * (1 + at * _GOLDEN % 1) for at, x in finite)
    return [0.0 if abs(x) < NOISE else float(f"{x:.8g}") for x in (norm, total)]


def measurable(*numbers: int | float | bool) -> bool:
    """Whether finite floats can hold the numbers; an integer may be larger than any of them."""
    return all(abs(x) <= sys.float_info.max for x in numbers)


def value_of(entry: dict) -> Value:
    """The value that an entry of the ledger keeps. Raises KeyError if it keeps only a shape."""
    shape, level = [], entry["value"]
    while isinstance(level, list):
        shape.append(len(level))
        level = level[0] if level else None
    return Value(entry["kind"], tuple(shape), tuple(_flat(entry["value"])))


def alike(old: dict, new: dict) -> bool:
    """Whether two entries are of one kind, shape and line, whatever their numbers."""
    return _frame(old) == _frame(new)


def near(old: dict, new: dict) -> bool:
    """Whether two entries that are alike have nearly the same numbers, or norms: to six digits."""
    before, after = (list(_flat(each.get("value", each.get("norms")))) for each in (old, new))
    slack = NEAR * max((abs(x) for x in after if measurable(x)), default=0.0) + NOISE
    return len(before) == len(after) and all(
        a == b or (measurable(a, b) and abs(a - b) <= slack)
        for a, b in zip(before, after, strict=True)
    )


def _frame(entry: dict) -> tuple:
    """An entry without its numbers."""
    shape = tuple(entry["shape"]) if "shape" in entry else value_of(entry).shape
    return entry["kind"], entry["line"], "value" in entry, shape


def same(old: dict, new: dict) -> bool:
    """Whether two entries agree as far as two machines agree: to nine digits of each number.

    Of a number that is small beside the largest of its tensor, only the size is compared; of norms
    six digits.
    """
    if not alike(old, new):
        return False
    if "shape" in new:
        return near(old, new)
    before, after = list(_flat(old["value"])), list(_flat(new["value"]))
    finite = [abs(number) for number in after if measurable(number)]
    noise = 1e-14 * max(finite, default=0.0) if len(after) > 1 else 0.0
    return all(
        a == b or (measurable(a, b) and math.isclose(a, b, rel_tol=1e-9, abs_tol=noise))
        for a, b in zip(before, after, strict=True)
    )


def claimed(chapter: Chapter, ledger: Ledger) -> tuple[list[Claimed], list[Name]]:
    """The claimed numbers of a chapter with their values, and the names the ledger lacks."""
    found: list[Claimed] = []
    missing: list[Name] = []
    for block in chapter.blocks:
        for claim, numbers in block.by_claim():
            if claim is None:
                continue
            names = [entry.name for entry in claim.entries if entry.name is not None]
            shown = claim.kind == "numbers"
            lost = [
                name
                for name in names
                if (kept := ledger.get(str(name))) is None or (shown and "value" not in kept)
            ]
            missing.extend(lost)
            if shown and not lost:
                values = {name: value_of(ledger[str(name)]) for name in names}
                found.extend(
                    Claimed(
                        number,
                        str(part.name),
                        part.relation,
                        part.value,
                        part.name.snippet,
                        ledger[str(part.entry.name)]["line"],
                    )
                    for number, part in zip(numbers, parts(claim, values), strict=False)
                    if part.name is not None
                )
    return found, missing


def _nested(data: tuple, shape: tuple[int, ...]):
    if not shape:
        return data[0]
    step = len(data) // shape[0] if shape[0] else 0
    return [_nested(data[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0])]


def _flat(value):
    if isinstance(value, list):
        for part in value:
            yield from _flat(part)
    else:
        yield value
