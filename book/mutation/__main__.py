"""Change the book in one place at a time, and see whether its check tells.

    python -m book.mutation                    every change, in an order drawn at random
    python -m book.mutation numbers formulas   those of some families
    python -m book.mutation --sample           five minutes of all families, another seed each day
    python -m book.mutation --record           write what is known into snippets/trust

Survivors are listed with file and line; those that tests/survivors.toml gives no reason for make
the exit code 1. Nothing of the book is changed: pages are changed in memory, programs in a
temporary copy. What was tried is kept, and not tried again while it cannot come out otherwise.
"""

import argparse
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from book.check import LANGUAGES, page_file
from book.figures import PRELOADED
from book.mutation import pictures, programs, prose, record, survivors
from book.mutation.changes import Change, Tried, counted
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
MINUTES = 5.0  # of a sample
SLOWEST = 1.0  # seconds that a program may take whose every change is tried


def main(argv: list[str] | None = None) -> int:
    """Run the families asked for; 0 if every survivor has its reason."""
    arguments = _parser().parse_args(argv)
    root = arguments.root.resolve()
    seed = arguments.seed if arguments.seed is not None else random.randrange(10**6)
    minutes = arguments.minutes or (MINUTES if arguments.sample else None)
    families = arguments.families or list(FAMILIES)
    print(f"seed {seed}")
    mutation = Mutation(root, arguments.slowest)
    if wrong := mutation.rehearsal.chapter(mutation.chapters).problems:
        print(*wrong, "nothing is tried on a book that is wrong already", sep="\n", file=sys.stderr)
        return 2
    reasons = survivors.load(root)
    tried: list[Tried] = []
    changes: list[Change] = []
    for family in families:
        there = mutation.changes(family)
        seconds = minutes and minutes * 60 / len(families)
        some, done = mutation.tried(family, there, seed, seconds, partial(_bar, family))
        if family == "figures":
            there = [change for change, _ in some]
        tried += some
        changes += there
        print(f"{family}: {done} of {len(there)}" if family != "figures" else f"{done} figures")
        for kind, fates in counted(some).items():
            total = sum(change.kind == kind for change in there)
            told = ", ".join(f"{count} {fate}" for fate, count in fates.items())
            print(f"  {kind}: {sum(fates.values())} of {total} tried, {told}", flush=True)
    unexplained = survivors.unexplained(tried, reasons)
    kinds = {change.kind for change in changes}
    old = survivors.outdated({e: r for e, r in reasons.items() if e[0] in kinds}, changes, tried)
    for problem in (*unexplained, *old):
        print(problem)
    if unexplained or old:
        print(f"{len(unexplained)} survivors without a reason, {len(old)} reasons out of date")
    if arguments.record:
        print(f"written: {record.put(root, changes, tried)}")
    return 1 if unexplained or old else 0


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
        self, family: str, changes: list[Change], seed: int, seconds: float | None, bar: Bar
    ) -> tuple[list[Tried], int]:
        """Try changes in an order drawn by `seed` until the seconds are over; how many there were.

        What is kept of an earlier run comes with it. A figure stands for all its changes.
        """
        began = time.monotonic()
        order = changes[:]
        random.Random(seed).shuffle(order)
        if family == "programs":
            order.sort(key=lambda change: self._seconds(change) > self.slowest)
        kept = Kept(self.root, family)
        found: list[Tried] = []
        done = 0
        with ExitStack() as stack, bar(len(order)) as advance:
            judge: Callable[[Change], Any] | None = None
            for change in order:
                name = key(change, self._depends(family, change), JUDGES.get(family, PAGES))
                if name not in kept.fates:
                    if seconds is not None and time.monotonic() - began > seconds:
                        continue
                    judge = judge or self._judge(family, stack)
                    kept.put(name, judge(change))
                fate = kept.fates[name]
                found += (
                    [Tried(change, fate)]
                    if FAMILIES[family] or family == "programs"
                    else [
                        Tried(replace(change, kind=kind, what=what), each)
                        for kind, what, each in fate
                    ]
                )
                done += 1
                advance(change)
        return found, done

    def _judge(self, family: str, stack: ExitStack) -> Callable[[Change], Any]:
        if FAMILIES[family]:
            return self.pages.judged
        if family == "programs":
            return stack.enter_context(programs.Programs(self.rehearsal)).judged
        worker = stack.enter_context(Workers(self.root)).worker(PRELOADED)
        return lambda figure: pictures.of_figure(self.root, worker, figure.section)

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


@contextmanager
def _bar(family: str, total: int) -> Iterator[Callable[[Change], None]]:
    """A bar on the terminal, with the name of what has just been tried; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda change: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (
        TextColumn(family),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[at]}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task("", total=total, at="")
        yield lambda change: bars.update(task, advance=1, at=f"{change.file}:{change.line}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m book.mutation",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("families", nargs="*", metavar="FAMILY", help=f"of {', '.join(FAMILIES)}")
    parser.add_argument("--sample", action="store_true", help="five minutes of all families")
    parser.add_argument("--seed", type=int, help="of the order; printed, and otherwise drawn")
    parser.add_argument("--minutes", type=float, help="how long, all families together")
    parser.add_argument(
        "--slowest", type=float, default=SLOWEST, help="seconds of a program; slower ones come last"
    )
    parser.add_argument("--record", action="store_true", help=f"write {record.FILE}")
    parser.add_argument("--root", type=Path, default=Path.cwd(), help="the folder of the book")
    return parser


if __name__ == "__main__":
    sys.exit(main())
