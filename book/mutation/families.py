"""The families of changes, and the book that they are tried on."""

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

from book.check import LANGUAGES, page_file
from book.figures import PRELOADED
from book.mutation import pictures, programs, prose
from book.mutation.changes import Change, Tried
from book.mutation.judges import Judge, verdicts
from book.mutation.kept import Kept, digest, key
from book.mutation.pages import Pages
from book.mutation.rehearsal import Rehearsal
from book.runs import runs, snippets_of
from book.sources import Reader, sources
from book.worker import Workers

Bar = Callable[[int], AbstractContextManager[Callable[[Change], None]]]

OWN = "trust"  # the chapter that tells the outcome, which would change its own numbers
FAMILIES = {
    "numbers": prose.numbers,
    "formulas": prose.formulas,
    "identities": prose.identities,
    "swaps": prose.swaps,
    "alone": prose.alone,
    "programs": None,
    "figures": None,
}
PAGES = ("pages", "rehearsal")  # what judges changes of pages
JUDGES = {"programs": ("programs", "rehearsal"), "figures": ("pictures",)}
SLOWEST = 1.0  # seconds that a program may take whose every change is tried


class Mutation:
    """The book at `root`, unchanged, and all that can be tried on it."""

    def __init__(self, root: Path, slowest: float = SLOWEST) -> None:
        self.root = root
        self.slowest = slowest
        self.rehearsal = Rehearsal(root, runs(root, snippets_of(root), jobs=1))
        self.chapters = [name for name in self.rehearsal.chapters if name != OWN]
        self.pages = Pages(self.rehearsal, self.chapters)
        self.snippets = digest([self._source(f"snippets/{name}.py") for name in self._programs()])

    def changes(self, family: str) -> list[Change]:
        """Every change of a family; of figures the figures, for it takes a drawing to know more."""
        if generate := FAMILIES[family]:
            return list(generate(self.pages))
        if family == "figures":
            names = [name for name in self.rehearsal.pictures if not name.startswith(f"{OWN}/")]
            return [Change("figure", f"figures_src/{name}.py", 1, name, "") for name in names]
        return [
            change
            for name in self._programs()
            for change in programs.changes(
                f"snippets/{name}.py", self._source(f"snippets/{name}.py")
            )
        ]

    def tried(
        self,
        family: str,
        changes: list[Change],
        bar: Bar,
        *,
        seed: int,
        seconds: float | None,
        jobs: int,
    ) -> tuple[list[Tried], int]:
        """Try changes in an order drawn by `seed` until the seconds are over; how many there were.

        What is kept of an earlier run comes with it. A figure stands for all its changes.
        """
        order = changes[:]
        random.Random(seed).shuffle(order)
        if family == "programs":
            order.sort(key=lambda change: self._seconds(change) > self.slowest)
        kept = Kept(self.root, family)
        keys = {c: key(c, self._depends(family, c), JUDGES.get(family, PAGES)) for c in order}
        waiting = [change for change in order if keys[change] not in kept.fates]
        with bar(len(order)) as advance:
            for change in order:
                if keys[change] in kept.fates:
                    advance(change)
            judged = verdicts(partial(self._judge, family), waiting, jobs, seconds)
            for change, fate in judged:
                kept.put(keys[change], fate)
                advance(change)
        fates = [(c, kept.fates[keys[c]]) for c in order if keys[c] in kept.fates]
        if FAMILIES[family] or family == "programs":
            return [Tried(change, fate) for change, fate in fates], len(fates)
        return [
            Tried(replace(change, kind=kind, what=what), each)
            for change, parts in fates
            for kind, what, each in parts
        ], len(fates)

    @contextmanager
    def _judge(self, family: str) -> Iterator[Judge]:
        if FAMILIES[family]:
            yield self.pages.judged
        elif family == "programs":
            with programs.Programs(self.rehearsal) as judge:
                yield judge.judged
        else:
            with Workers(self.root) as workers:
                worker = workers.worker(PRELOADED)
                yield lambda figure: pictures.of_figure(self.root, worker, figure.section)

    def _depends(self, family: str, change: Change) -> str:
        """The digest of what the outcome of a change depends on, beside the checks."""
        if FAMILIES[family]:
            return self._pages_digest(self.pages.pages[change.file].name)
        if family == "figures":
            pictures = sorted((self.root / "docs/figures").glob(f"{change.section}.*svg"))
            texts = [picture.read_text(encoding="utf-8") for picture in pictures]
            return digest(sources(self.root, change.file).digests, texts)
        return self._program_digest(change.section)

    @cache  # noqa: B019 - one book a run
    def _pages_digest(self, chapter: str) -> str:
        texts = [self.pages.pages[page_file(chapter, language)].text for language in LANGUAGES]
        return digest(texts, self.snippets)

    @cache  # noqa: B019
    def _program_digest(self, snippet: str) -> str:
        """Its sources, what it leaves behind, and what pages say of it."""
        run = self.rehearsal.runs[snippet]
        said = [
            [page.text[block.start : block.end] for block in self.rehearsal.blocks(page, snippet)]
            for _, page in self.rehearsal.pages()
        ]
        own = sources(self.root, f"snippets/{snippet}.py").digests
        return digest(own, run.output, said, self._importers().get(snippet, []))

    @cache  # noqa: B019
    def _importers(self) -> dict[str, list[str]]:
        """The digests of what imports a snippet, directly or not."""
        reader = Reader(self.root)
        found: dict[str, list[str]] = defaultdict(list)
        for name in self._programs():
            for file, was in reader.sources(f"snippets/{name}.py").digests.items():
                found[file.removeprefix("snippets/").removesuffix(".py")].append(was)
        return found

    def _programs(self) -> list[str]:
        return [name for name in self.rehearsal.runs if not name.startswith(f"{OWN}/")]

    def _source(self, file: str) -> str:
        return (self.root / file).read_text(encoding="utf-8")

    def _seconds(self, change: Change) -> float:
        return self.rehearsal.runs[change.section].seconds
