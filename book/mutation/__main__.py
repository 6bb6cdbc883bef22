"""Change the book in one place at a time, and see whether its check tells.

    python -m book.mutation                    every change, in an order drawn at random
    python -m book.mutation numbers formulas   those of some families
    python -m book.mutation --sample           five minutes of all families; the seed is printed
    python -m book.mutation --record           write what is known into snippets/trust

Survivors are listed with file and line; those that tests/survivors.toml gives no reason for make
the exit code 1. Nothing of the book is changed: pages are changed in memory, programs in a
temporary copy. What was tried is kept, and not tried again while it cannot come out otherwise.
"""

import argparse
import os
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from book.mutation import pictures, record, survivors
from book.mutation.changes import Change, Tried, counted
from book.mutation.families import FAMILIES, SLOWEST, Mutation
from book.problems import many

MINUTES = 5.0  # of a sample


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
    drawn: tuple[int, int] | None = None
    sampled: set[str] = set()  # kinds of which not all changes are known
    for family in families:
        there = mutation.changes(family)
        seconds = minutes and minutes * 60 / len(families)
        bar = partial(_bar, family)
        some, done = mutation.tried(
            family, there, bar, seed=seed, seconds=seconds, jobs=arguments.jobs
        )
        if family == "figures":
            drawn = done, len(there)
            if done < len(there):  # others of these kinds were not drawn
                sampled |= {pictures.ARRAY, pictures.LABEL, pictures.AXES}
            there = [change for change, _ in some]
        tried += some
        changes += there
        print(f"{family}: {done} of {len(there)}" if family != "figures" else f"{done} figures")
        for kind, fates in counted(some).items():
            total = sum(change.kind == kind for change in there)
            told = ", ".join(f"{count} {fate}" for fate, count in fates.items())
            print(f"  {kind}: {sum(fates.values())} of {total} tried, {told}", flush=True)
    unexplained = survivors.unexplained(tried, reasons)
    kinds = {change.kind for change in changes} - sampled
    old = survivors.outdated({e: r for e, r in reasons.items() if e[0] in kinds}, changes, tried)
    for problem in (*unexplained, *old):
        print(problem)
    if unexplained or old:
        survived, outdated = many(len(unexplained), "survivor"), many(len(old), "reason")
        print(f"{survived} without a reason, {outdated} out of date")
    if arguments.record:
        print(f"written: {record.put(root, changes, tried, drawn)}")
    return 1 if unexplained or old else 0


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
        "--jobs", type=int, default=os.cpu_count() or 1, help="how many are tried side by side"
    )
    parser.add_argument(
        "--slowest", type=float, default=SLOWEST, help="seconds of a program; slower ones come last"
    )
    parser.add_argument("--record", action="store_true", help=f"write {record.FILE}")
    parser.add_argument("--root", type=Path, default=Path.cwd(), help="the folder of the book")
    return parser


if __name__ == "__main__":
    sys.exit(main())
