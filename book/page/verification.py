"""Verification: what the book's commands say of one page, for the box at its end."""

import re
from dataclasses import dataclass, fields
from pathlib import Path

from book.chapter import Chapter
from book.check import LANGUAGES, Counts
from book.labs import Lab
from book.page.places import Edition, edition
from book.page.provenance import shown, snippet_of
from book.sources import snippets_of

_COMMAND = re.compile(r"^python3 -m venv .*nox -s .*$", re.MULTILINE)


@dataclass(frozen=True)
class Verification:
    """The two commands of README.md, and what concerns one chapter of what they say.

    `page` counts this page, `line` is what `check` says of the chapter in both languages; `tests`
    is the file of the chapter's tests, if it has one.
    """

    check: str
    tests: str
    page: Counts
    line: str
    own_check: str
    own_tests: str | None


def verification(root: Path, docs: Path, page: str) -> Verification | None:
    """What to say at the end of `page`, `recurrence.md`; None where nothing is to be checked."""
    readme = root / "README.md"
    commands = _COMMAND.findall(readme.read_text(encoding="utf-8")) if readme.is_file() else []
    this = edition(docs)
    if len(commands) != 2 or page not in this.chapters:
        return None
    counts = counted(this.chapters[page])
    if not (counts.numbers or counts.identities):
        return None
    name = page.rpartition(".")[0]
    tests = f"tests/test_{name}.py"
    return Verification(
        *commands,
        counts,
        str(both(root, page)).partition(" (")[0],
        f".venv/bin/nox -s check -- {name}",
        f".venv/bin/nox -s tests -- {tests}" if (root / tests).is_file() else None,
    )


def counted(chapter: Chapter) -> Counts:
    """How much there is to check on one page; its snippets are those that it shows."""
    counts = Counts(chapters=1, folds=len(chapter.folds))
    programs = (snippet_of(include.path, ".py") for include in chapter.includes)
    counts.snippets = len({snippet for snippet in programs if snippet} | _held(chapter))
    for block in chapter.blocks:
        counts.figures += len(block.figures)
        for claim in block.claims:
            counts.identities += claim.kind == "identity"
            counts.definitions += claim.kind == "definition"
            counts.dashes += sum(entry.name is None for entry in claim.entries)
        counts.numbers += len(block.numbers)
    counts.numbers -= counts.dashes
    return counts


def both(root: Path, page: str) -> Counts:
    """What `check` counts of a chapter: both languages, with all programs that it stands on."""
    sum_ = Counts()
    wanted: set[str] = set()
    for language in LANGUAGES:
        this = edition(root / "docs" / language)
        if page not in this.chapters:
            continue
        counts = counted(this.chapters[page])
        for field in fields(Counts):
            total = getattr(sum_, field.name) + getattr(counts, field.name)
            setattr(sum_, field.name, total)
        wanted |= _stands_on(this, page)
    chapter = page.rpartition(".")[0]
    every = snippets_of(root)
    sum_.snippets = sum(s in wanted or s.partition("/")[0] == chapter for s in every)
    return sum_


def _stands_on(this: Edition, page: str) -> set[str]:
    """The programs that a page shows or claims values of."""
    claimed = {
        entry.name.snippet
        for block in this.chapters[page].blocks
        for claim in block.claims
        for entry in claim.entries
        if entry.name
    }
    included = {snippet for snippet, pages in shown(this).items() if page in pages}
    return claimed | included | _held(this.chapters[page])


def _held(chapter: Chapter) -> set[str]:
    """The programs that a lab holds as cells."""
    return set(chapter.snippets) if isinstance(chapter, Lab) else set()
