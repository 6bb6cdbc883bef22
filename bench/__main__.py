"""What the checked book costs beside what a reader would use instead, and how that grows.

    python -m bench             measure, and print the tables of ratios
    python -m bench --record    the same, and write them where the page on trust claims them

It wants the packages of the groups book, site and bench of pyproject.toml, and what `npm ci`
installs; it takes half an hour, and a machine at rest.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

from bench import cost, growth, record
from bench.generated import CHAPTERS, LANGUAGES, book

ROOT = Path(__file__).resolve().parents[1]


def main(argv: list[str] | None = None) -> int:
    """Measure and print, and write if that is asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--record", action="store_true", help=f"write {record.FILE}")
    parser.add_argument("--chapters", type=int, default=CHAPTERS, help="default: %(default)s")
    parser.add_argument("--repetitions", type=int, default=cost.REPETITIONS)
    arguments = parser.parse_args(argv)
    if arguments.record and arguments.chapters != CHAPTERS:
        parser.error(f"what is recorded is a book of {CHAPTERS} chapters")
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name).resolve()
        chapters = book(arguments.chapters)
        numbers = sum(len(chapter.slots) for chapter in chapters)
        print(f"{len(chapters)} pages in {len(LANGUAGES)} languages, {numbers} numbers")
        _load("before")
        outcome = cost.measure(cost.written(folder / "cost", chapters), arguments.repetitions)
        _load("between")
        grown = growth.measure(folder / "growth", chapters=arguments.chapters)
        _load("after")
    print(f"\nEach beside {outcome.names[0]}, {arguments.chapters} chapters:\n")
    print(cost.table(outcome))
    print(f"\n{growth.table(grown)}")
    if arguments.record:
        print(f"written: {record.put(ROOT, outcome, grown)}; now: python -m book sync trust")
    return 0


def _load(when: str) -> None:
    """Tell what else the machine does: the mean number of running processes, of how many fit."""
    if hasattr(os, "getloadavg"):
        print(f"load {when}: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


if __name__ == "__main__":
    sys.exit(main())
