"""Sync: the edits of a report, as new texts of files."""

import errno
from collections import defaultdict
from pathlib import Path

from book.check import Edit, Report
from book.edits import edited
from book.problems import Problem


def synced(root: Path, report: Report) -> dict[Path, str | None]:
    """The new text of every file that the edits of a report change; None removes a file."""
    edits: dict[str, set[Edit]] = defaultdict(set)
    for finding in report.findings:
        if finding.edit is not None:
            edits[finding.edit.file].add(finding.edit)
    return {root / file: _edited(report, changes) for file, changes in edits.items()}


def changed_meanwhile(root: Path, report: Report) -> list[Problem]:
    """The pages that somebody has saved, moved or removed since the report read them."""
    return [
        Problem(file, 1, 1, "the page has changed since it was read", "run sync again")
        for file, text in report.texts.items()
        if not (root / file).is_file()
        or (root / file).read_bytes().decode("utf-8", "replace") != text
    ]


def unwritten(root: Path, error: OSError) -> Problem:
    """The problem of a file that could not be written; no file is half-written then."""
    path = Path(error.filename or root)
    file = path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)
    full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    remedy = "make room" if full else "let it be written"
    message = f"cannot be written: {error.strerror or error}"
    return Problem(file, 1, 1, message, f"{remedy}, then python -m book sync; no file is half new")


def _edited(report: Report, edits: set[Edit]) -> str | None:
    for edit in edits:
        if edit.start is None:
            return edit.text
    return edited(report.texts[edit.file], (edit.span for edit in edits))
