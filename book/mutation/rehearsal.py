"""A rehearsal: what a check would find if pages or values were otherwise; nothing is written.

What the snippets leave behind is known before, and figures are not drawn again: a page can change
neither. A whole chapter takes a good part of a second; a section far less, because languages are
compared section by section; a block's own claims hardly anything. The smaller never finds more
than the larger, so what it leaves standing is tried by the larger one, and what it finds need not
be (`tests/test_mutation.py` compares them).
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from book import figures, ledger, vouched
from book.chapter import Block, Chapter, Number
from book.check import Check, Finding, Report, chapters_of, page_file, page_of
from book.claims import Name
from book.names import Part, resolved
from book.parity import parity
from book.problems import Problem
from book.runs import Run
from book.values import Value

LISTS = (ledger.FILE, vouched.FILE)


class Rehearsal:
    """Checks of the book at `root` with the `runs` of all its snippets."""

    def __init__(self, root: Path, runs: Mapping[str, Run]) -> None:
        self.root = root
        self.runs = runs
        self.chapters = chapters_of(root)
        self.pictures = figures.figures_of(root)

    def chapter(
        self,
        chapters: Sequence[str],
        texts: Mapping[str, str] | None = None,
        runs: Mapping[str, Run] | None = None,
    ) -> Report:
        """What a check of `chapters` finds if files held other `texts`, or `runs` left others."""
        checking = _Rehearsed(self, texts or {}, chapters)
        return checking.compared(self.runs if runs is None else self.runs | runs)

    def section(self, zh: Chapter, en: Chapter) -> tuple[list[Finding], list[str]]:
        """What is wrong with a section, read as a chapter; and what is vouched for in it."""
        checking = _Rehearsed(self, {}, [])
        checking.runs = self.runs
        for page in (zh, en):
            checking._found(*page.problems)
            for block in page.blocks:
                checking._values(page, block)
                checking._claims(page, block)
                for claim in block.claims:
                    if claim.kind == "identity":
                        checking._identity(page, claim)
                checking._kind(page, block)
        if not checking.report.findings:
            checking._found(*parity(zh, en, checking._parts))
        items = vouched.items(zh, checking.answered[zh.file])
        words = (i for page in (zh, en) for i in vouched.words(page, checking.twins[page.file]))
        return checking.report.findings, [item.text for item in (*items, *words)]

    def block(self, page: Chapter) -> list[Problem]:
        """What is wrong with a block, read as a chapter, and with the claims in it."""
        checking = _Rehearsed(self, {}, [])
        checking.runs = self.runs
        for block in page.blocks:
            checking._claims(page, block)
        return [*page.problems, *checking.report.problems]

    def pages(self) -> Iterator[tuple[str, Chapter]]:
        """All pages as they are, with the names of their chapters."""
        for (name, _), page in _Rehearsed(self, {}, self.chapters[:1]).pages.items():
            yield name, page

    def claims_of(self, snippet: str, chapters: set[str], run: Run) -> list[Problem]:
        """What the claims that name a snippet get wrong if it leaves another `run`."""
        checking = _Rehearsed(self, {}, [])
        checking.runs = self.runs | {snippet: run}
        for name, page in self.pages():
            for block in self.blocks(page, snippet) if name in chapters else ():
                checking._claims(page, block)
                for claim in block.claims:
                    if claim.kind == "identity":
                        checking._identity(page, claim)
                if checking.report.findings:
                    return checking.report.problems
        return []

    def blocks(self, page: Chapter, snippet: str) -> Iterator[Block]:
        """The blocks of a page that claim values of a snippet."""
        for block in page.blocks:
            if any(e.name and e.name.snippet == snippet for c in block.claims for e in c.entries):
                yield block

    def value(self, name: Name | None) -> Value | None:
        """The value that a name stands for, None for `-`."""
        return name and resolved(name, self.runs)

    def parts(self, block: Block) -> Iterator[tuple[Number, Part]]:
        """The numbers of a block with what is claimed of each, where that is known."""
        checking = _Rehearsed(self, {}, [])
        checking.runs = self.runs
        for claim, numbers in block.by_claim():
            said = checking._parts(claim) if claim else None
            if said is not None and len(said) == len(numbers):
                yield from zip(numbers, said, strict=True)


class _Rehearsed(Check):
    def __init__(
        self, rehearsal: Rehearsal, texts: Mapping[str, str], chapters: Sequence[str]
    ) -> None:
        self.texts = texts
        self.pictures = rehearsal.pictures
        known = rehearsal.chapters if chapters else []
        super().__init__(rehearsal.root, known, list(chapters), whole=False)

    def _read(self, name: str, language: str) -> Problem | None:
        file = page_file(name, language)
        if file not in self.texts:
            return super()._read(name, language)
        self.pages[name, language] = page_of(self.texts[file], file)
        self.report.texts[file] = self.texts[file]
        return None

    def _claims(self, page: Chapter, block: Block) -> None:
        for claim, numbers in block.by_claim():
            self._claim(page, claim, numbers)

    def compared(self, runs: Mapping[str, Run]) -> Report:
        """Compare pages with runs; what needs a run or a drawing is left out."""
        self.runs, self.known = runs, frozenset(runs)
        for page in self.chosen:
            self._found(*page.problems)
            self._page(page)
        self._languages()
        self._ledger()
        self._vouched()
        for page in self.chosen:
            for _ in self._pictured(page, self.pictures):
                pass
        return self.report


def refuted(findings: Sequence[Finding]) -> bool:
    """Whether some finding contradicts the change; the others only ask an author to answer for it.

    The ledger and the list of what is vouched for are rewritten by whoever syncs: what they alone
    tell is held up until then, and stands in the diff.
    """
    return any(
        finding.edit is None or finding.edit.file not in LISTS
        for finding in findings
        if finding.problem.file not in LISTS
    )
