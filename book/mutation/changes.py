"""Changes: one place of the book made otherwise, and what became of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from book.edits import edited

Fate = Literal["refuted", "asked", "survived"]


class Edit(NamedTuple):
    """A replacement in a file, by offsets of its text."""

    file: str
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Change:
    """A change to be tried: its kind, its place, what it does, and the edits that make it.

    `section` is the heading that it stands under, or the name of a program or figure: unlike the
    line, it stays when other text is edited.
    """

    kind: str
    file: str
    line: int
    section: str
    what: str
    edits: tuple[Edit, ...] = ()

    @property
    def name(self) -> str:
        """How a list of survivors calls it."""
        return f"{self.file}#{self.section}: {self.what}" if self.section else self.what

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.kind}: {self.what}"

    def texts(self, before: Mapping[str, str]) -> dict[str, str]:
        """The files that it changes, as they then are."""
        return {
            file: edited(before[file], [edit[1:] for edit in self.edits if edit.file == file])
            for file in dict.fromkeys(edit.file for edit in self.edits)
        }


class Tried(NamedTuple):
    """A change, and what a check makes of it: refuted, held for review, missed."""

    change: Change
    fate: Fate


def counted(tried: Iterable[Tried]) -> dict[str, dict[Fate, int]]:
    """How many changes of each kind met each fate."""
    counts: dict[str, dict[Fate, int]] = {}
    for change, fate in tried:
        of_kind = counts.setdefault(change.kind, {"refuted": 0, "asked": 0, "survived": 0})
        of_kind[fate] += 1
    return counts
