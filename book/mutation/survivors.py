"""Survivors: the changes that nothing tells, each with the reason why it may stand.

They stand in `tests/survivors.toml`, which people review:

    [[survivor]]
    kind = "operator of a program"
    reason = "a bound of 1e-14 on a difference that is 0 exactly"
    changes = ["snippets/scores/sums.py#scores/sums: print(a < b) → print(a <= b)"]

A survivor that is not there fails the run; so does an entry that names no change of the book, or
one that a check tells by now.
"""

import tomllib
from collections.abc import Iterable
from pathlib import Path

from book.mutation.changes import Change, Tried

FILE = "tests/survivors.toml"


def load(root: Path) -> dict[tuple[str, str], str]:
    """The reasons, by kind and name of the change. Raises ValueError for an entry without one."""
    path = root / FILE
    if not path.is_file():
        return {}
    reasons: dict[tuple[str, str], str] = {}
    for entry in tomllib.loads(path.read_text(encoding="utf-8")).get("survivor", []):
        if entry.keys() != {"kind", "reason", "changes"} or not entry["reason"].strip():
            raise ValueError(f"{FILE}: a survivor has a kind, a reason and changes: {entry}")
        for name in entry["changes"]:
            if (entry["kind"], name) in reasons:
                raise ValueError(f"{FILE}: {name} stands there twice")
            reasons[entry["kind"], name] = entry["reason"]
    return reasons


def unexplained(tried: Iterable[Tried], reasons: dict[tuple[str, str], str]) -> list[Change]:
    """The survivors without a reason."""
    return [
        change
        for change, fate in tried
        if fate == "survived" and (change.kind, change.name) not in reasons
    ]


def outdated(
    reasons: dict[tuple[str, str], str], changes: Iterable[Change], tried: Iterable[Tried]
) -> list[str]:
    """Entries that name no change of the book, or one that does not survive."""
    known = {(change.kind, change.name) for change in changes}
    told = {(change.kind, change.name) for change, fate in tried if fate != "survived"}
    stands = {(change.kind, change.name) for change, fate in tried if fate == "survived"}
    return [
        f"{FILE}: {name}: " + ("a check tells it" if key in known else "there is no such change")
        for key in reasons
        for name in [key[1]]
        if key not in known or (key in told and key not in stands)
    ]
