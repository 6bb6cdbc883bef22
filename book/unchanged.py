"""Unchanged: a check that found nothing wrong holds while all that it depends on is the same.

That is: every file of the folders that a check reads, byte by byte, the book's own tool, Python and
the packages installed beside it, and the settings of libraries. Kept is a digest of it all and what
the check said; whether a file is the same is not left to its date. Nothing is kept of a check that
found something, and `--fresh` or a chapter's name ask for a check in any case.

This module is read before all others, so it imports little.
"""

import hashlib
import json
from pathlib import Path

from book import digests
from book.settings import settings

FOLDERS = ("docs", "snippets", "figures_src", "tests")  # tests: values that nothing else reads
TOOL = Path(__file__).resolve().parent
KEPT = ".cache/checked.json"


def digest(root: Path) -> str:
    """The digest of all on which the outcome of a check of the whole book depends."""
    parts = [
        digests.around(settings()),
        digests.digest([root / name for name in FOLDERS], root),
        digests.digest([TOOL], TOOL),
    ]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def told(root: Path) -> str | None:
    """What a check of the whole book would say, if it has found nothing wrong with what is here."""
    try:
        kept = json.loads((root / KEPT).read_text(encoding="utf-8"))
        known, said = kept["digest"], kept["said"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return said if isinstance(said, str) and known and known == digest(root) else None


def remember(root: Path, known: str, said: str) -> None:
    """Keep that a check of what has this digest found nothing wrong, and what it said."""
    from book.files import write  # only after a check

    try:
        write({root / KEPT: json.dumps({"digest": known, "said": said})})
    except OSError:
        return  # a full disk or a read-only tree: it is checked again next time
