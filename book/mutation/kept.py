"""What was tried is kept, so that a run that is interrupted goes on where it was.

A result holds while the change, what it is judged by and the checks themselves are the same; it is
one line of `.cache/mutation/<family>.jsonl`.
"""

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

from book.mutation.changes import Change
from book.worker import HOME

CHECKS = (
    "artists", "cells", "chapter", "check", "claims", "comparisons", "drawing", "edits",
    "figure_source", "figures", "fonts", "formula", "labels", "labs", "ledger", "literals",
    "names", "numeral", "parity", "parts", "plotted", "values", "vouched",
)  # fmt: skip

# what checks stand on and does not judge pages: how values are had, and what a rehearsal leaves out
APART = (
    "child", "files", "idle", "notebook", "problems", "references", "runs", "settings", "sources",
    "verdict", "worker",
)  # fmt: skip


class Kept:
    """The results of one family of changes: a fate, or for a figure those of all its changes."""

    def __init__(self, root: Path, family: str) -> None:
        self.file = root / ".cache" / "mutation" / f"{family}.jsonl"
        self.fates: dict[str, Any] = {}
        if self.file.is_file():
            for line in self.file.read_text(encoding="utf-8").splitlines():
                try:
                    key, fate = json.loads(line)
                except ValueError:
                    continue  # written in part when the run was ended
                self.fates[key] = fate

    def put(self, key: str, fate: Any) -> None:
        """Keep a result."""
        self.fates[key] = fate
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with self.file.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps([key, fate]) + "\n")


def key(change: Change, judged_by: str, judges: tuple[str, ...] = ()) -> str:
    """The key of a change.

    `judged_by` is the digest of what its outcome depends on, `judges` are the modules of this
    package that find it out.
    """
    return digest(change.kind, change.name, change.line, change.edits, judged_by, _checks(judges))


def digest(*parts: object) -> str:
    """A short digest of parts that JSON can hold."""
    text = json.dumps(parts, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:24]


@cache
def _checks(judges: tuple[str, ...]) -> str:
    """The digest of the checks, and of the judges."""
    files = [HOME / f"book/{name}.py" for name in CHECKS]
    files += [HOME / f"book/mutation/{name}.py" for name in judges]
    return digest([file.read_text(encoding="utf-8") for file in files])
