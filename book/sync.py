"""Sync: the edits of a report, as new texts of files."""

from collections import defaultdict
from pathlib import Path

from book.check import Edit, Finding, edited


def synced(root: Path, findings: list[Finding]) -> dict[Path, str | None]:
    """The new text of every file that the edits of the findings change; None removes a file."""
    edits: dict[str, set[Edit]] = defaultdict(set)
    for finding in findings:
        if finding.edit is not None:
            edits[finding.edit.file].add(finding.edit)
    return {root / file: _edited(root / file, changes) for file, changes in edits.items()}


def _edited(path: Path, edits: set[Edit]) -> str | None:
    for edit in edits:
        if edit.start is None:
            return edit.text
    return edited(path.read_bytes().decode("utf-8"), edits)
