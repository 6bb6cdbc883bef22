"""Touched: the chapters that a commit touches, checked with what is at hand.

    python -m book.touched docs/en/recurrence.md docs/zh/recurrence.md

Where nox has made its environment, that is `book check` of these chapters: what has not changed is
not run again. In a new clone nothing can be run, and nothing is: the pages are read, their numbers
are compared with those that the ledger keeps, and the languages with each other. That is all there
is to check in a sentence that was mended; what has to be computed is told.
"""

import subprocess
import sys
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path, PurePosixPath

from book import ledger, references, report
from book.chapter import Chapter
from book.check import LANGUAGES, Check, Report, chapters_of
from book.claims import Claim, Name
from book.names import Part, parts
from book.problems import Problem, many

ENVIRONMENTS = (".nox/book/bin/python", ".nox/book/Scripts/python.exe")  # see noxfile.py
PROGRAMS = ("snippets/", "figures_src/")
COMPUTE = "nox -s sync computes what has changed, nox -s check looks at it"


def touched(files: Iterable[str], known: Iterable[str]) -> list[str]:
    """The chapters and labs that files belong to, none for what belongs to no chapter."""
    found = set()
    for file in map(PurePosixPath, files):
        match file.parts:
            case ["docs", "references.bib"]:
                found.add("references")
            case ["docs", language, name] if language in LANGUAGES:
                found.add(PurePosixPath(name).stem)
            case ["docs", language, "labs", name] if language in LANGUAGES:
                found.add(f"labs/{PurePosixPath(name).stem}")
            case ["snippets" | "figures_src", chapter, _] | ["docs", "figures", chapter, _]:
                found.add(chapter)
    return sorted(found & set(known))


class _AsKept(Check):
    """A check in which the ledger stands for what the snippets compute."""

    def __init__(self, root: Path, chapters: list[str]):
        super().__init__(root, chapters_of(root), chapters, whole=False)
        self.kept = ledger.load(root)

    def run(self, **options: object) -> Report:
        for page in self.chosen:
            self._found(*page.problems)
            for block in page.blocks:
                for claim in block.claims:
                    self._lost(page, claim)
                for claim, numbers in block.by_claim():
                    self._claim(page, claim, numbers)
                self._kind(page, block)
        pages = self.pages.values()
        self._found(*references.differences(references.load(self.root), self.chosen, pages))
        self._languages()
        self._vouched()
        self._count([])
        return self.report

    def _lost(self, page: Chapter, claim: Claim) -> None:
        """Names that the ledger does not have: only a run can tell what they stand for."""
        for entry in claim.entries:
            if entry.name is not None and not self._keeps(entry.name, claim):
                message = f"{entry.name} is not in the ledger, so it has to be computed"
                near = get_close_matches(str(entry.name), self.kept, cutoff=0.9)
                question = f"did you mean {' or '.join(near)}? If not, " if near else ""
                self._refuse(page, entry.start, message, question + COMPUTE)

    def _keeps(self, name: Name, claim: Claim) -> bool:
        return ("value" if claim.kind == "numbers" else "kind") in self.kept.get(str(name), {})

    def _parts(self, claim: Claim) -> list[Part] | None:
        names = [entry.name for entry in claim.entries if entry.name is not None]
        if not all(self._keeps(name, claim) for name in names):
            return None
        if claim.kind != "numbers":
            return []
        return parts(claim, {name: ledger.value_of(self.kept[str(name)]) for name in names})


def as_kept(root: Path, chapters: list[str]) -> Report:
    """Check chapters against the ledger, without running anything. Raises ValueError if broken."""
    return _AsKept(root, chapters).run()


def main(root: Path, files: list[str]) -> int:
    """Check what files belong to, and print what is wrong; 1 if anything is."""
    chapters = touched(files, chapters_of(root))
    if not chapters:
        if any(file.startswith(PROGRAMS) for file in files):
            print(f"programs have changed: {COMPUTE}")
        return 0
    python = next((root / path for path in ENVIRONMENTS if (root / path).exists()), None)
    if python:
        return subprocess.run([python, "-m", "book", "check", *chapters], cwd=root).returncode
    try:
        found = as_kept(root, chapters)
    except ValueError as error:
        print(Problem(ledger.FILE, 1, 1, f"not a ledger: {error}", "restore it"))
        return 1
    problems = found.problems
    if problems:
        print(report.text(problems))
    counts = found.counts
    pages, numbers = many(counts.chapters, "page"), many(counts.numbers, "number")
    print(f"{pages}: {numbers} as in the ledger; nothing was run")
    if any(file.startswith(PROGRAMS) for file in files):
        print(f"programs have changed: {COMPUTE}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(Path.cwd(), sys.argv[1:]))
