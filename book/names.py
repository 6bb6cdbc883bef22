"""Names: from what prose calls a value to the value."""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import product

from book.claims import Claim, Entry, Index, Name, Span
from book.runs import Run
from book.values import Value


@dataclass(frozen=True)
class Part:
    """What a claim says of one number: its own name (None for `-`), relation and value."""

    name: Name | None
    relation: str
    value: int | float | bool | None
    entry: Entry | None


class UnknownName(LookupError):
    """A name that stands for no value. `remedy` names the nearest known ones."""

    def __init__(self, message: str, remedy: str):
        super().__init__(message)
        self.remedy = remedy


def resolved(name: Name, runs: Mapping[str, Run]) -> Value | None:
    """The value that a name stands for; None where the snippet itself has a problem.

    Raises UnknownName if there is no such snippet, variable or entry.
    """
    run = runs.get(name.snippet)
    if run is None:
        raise UnknownName(
            f"there is no snippet snippets/{name.snippet}.py", _nearest(name.snippet, runs)
        )
    if run.problems:
        return None
    value = run.values.get(name.variable)
    if value is None:
        raise UnknownName(
            f"snippets/{name.snippet}.py leaves no value {name.variable}",
            _nearest(name.variable, run.values),
        )
    if not value.whole:
        raise UnknownName(
            f"{name.snippet}.{name.variable} has shape {value.shape}, too many entries to keep",
            "name a smaller value: reduce it in the snippet",
        )
    index = tuple(slice(*part) if isinstance(part, Span) else part for part in name.index)
    try:
        chosen = value[index] if index else value
    except (IndexError, TypeError) as error:
        raise UnknownName(
            f"{name}: {name.variable} has shape {value.shape}", f"change the index: {error}"
        ) from None
    if not chosen.data:
        raise UnknownName(
            f"{name} has no entry; {name.variable} has shape {value.shape}", "change the index"
        )
    return chosen


def parts(claim: Claim, values: Mapping[Name, Value]) -> list[Part]:
    """What a claim stands for, number by number: a tensor is its entries in reading order."""
    found: list[Part] = []
    for entry in claim.entries:
        if entry.name is None:
            found.append(Part(None, "=", None, None))
            continue
        value = values[entry.name]
        for label, datum in zip(labels(entry.name, value), value.data, strict=True):
            found.append(Part(label, entry.relation, datum, entry))
    return found


def labels(name: Name, value: Value) -> list[Name]:
    """The names of the entries of a value that `name` stands for, in reading order."""
    return [
        Name(name.snippet, name.variable, _entry_index(name.index, index))
        for index in product(*map(range, value.shape))
    ]


def _entry_index(index: Index, entry: tuple[int, ...]) -> Index:
    """The index of one entry, counted in the whole variable."""
    rest = iter(entry)
    whole = [(p.start or 0) + next(rest) if isinstance(p, Span) else p for p in index]
    return (*whole, *rest)


def _nearest(word: str, known) -> str:
    near = get_close_matches(word, list(known), n=3, cutoff=0.5)
    if near:
        return "did you mean " + " or ".join(near) + "?"
    some = ", ".join(sorted(known)[:8])
    return f"known: {some}" if some else "nothing is known there"
