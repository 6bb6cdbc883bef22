"""Problems: what is wrong, where, and what repairs it."""

from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Problem:
    """One error, as an author sees it.

    `file` is relative to the root of the book, with forward slashes; `line` and `column` count
    from 1. `message` says what is written and what is computed, `remedy` what repairs it.
    """

    file: str
    line: int
    column: int
    message: str
    remedy: str = ""

    def __str__(self) -> str:
        remedy = f"\n    {self.remedy}" if self.remedy else ""
        return f"{self.file}:{self.line}:{self.column}: {self.message}{remedy}"


def many(count: int, one: str, more: str = "") -> str:
    """A count with its noun, whose plural is `more` if an s does not make it: `1 identity`."""
    return f"{count} {one if count == 1 else more or f'{one}s'}"
