"""Portable: the whole book checked a second time, where everything that may differ does.

    python -m book.portable             another instruction set, language, zone and folder
    python -m book.portable CHAPTER...  for some chapters
    python -m book.portable --record    what came of the whole book, written for the page on trust

The check runs in a copy of the book, in a folder whose path has spaces and Han characters, with the
plain code of torch and MKL in the place of that for this processor, one thread, another order of
sets, another language and another time zone. Every claim must hold there unchanged, every snippet
print the same, every figure show the same. What does not is told at its line of the book, with both
values. With another torch in the environment that runs this, it is the book under that torch.
"""

import argparse
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from book import ledger
from book.check import LANGUAGES, Counts, chapters_of, page_file, page_of
from book.claims import claim
from book.files import bound, write
from book.names import UnknownName, resolved
from book.problems import Problem, many
from book.runs import Run, versions
from book.values import Value, restored

ELSEWHERE = {
    "ATEN_CPU_CAPABILITY": "default",  # no AVX in torch
    "MKL_CBWR": "COMPATIBLE",  # MKL as on any x86 processor
    "OPENBLAS_CORETYPE": "Prescott",  # SSE3 alone in numpy
    "NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4 AVX512_ICL AVX512_SPR",  # nor its own AVX
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "PYTHONHASHSEED": "1997",
    "LC_ALL": "tr_TR.UTF-8",
    "LANG": "tr_TR.UTF-8",
    "TZ": "Pacific/Kiritimati",
}
LIMIT = 900  # seconds for a snippet: plain code is slow, and speed is not what is asked here
FOLDER = "书 的 副本 (a copy of the book)"
PARTS = ("book", "docs", "figures_src", "snippets", "tests")  # tests read values
CONFIGS = ("mkdocs.yml", "mkdocs.en.yml")
FILE = "snippets/trust/portability.py"
COLUMNS = 2  # torches that the record keeps


@dataclass(frozen=True)
class Moved:
    """How far values lie from those of the ledger: how many of all differ, and the farthest."""

    values: int
    differing: int
    farthest: float  # relative to its largest entry where that exceeds one
    name: str

    def __str__(self) -> str:
        if not self.differing:
            return f"{self.values}, all to the last bit as in the ledger"
        return (
            f"{self.values}, {self.differing} with other last digits than the ledger, "
            f"the farthest by {self.farthest:.1e}: {self.name}"
        )


class Outcome(NamedTuple):
    """What came of the whole book under one torch: a column of the table on the page."""

    pages: int
    numbers: int
    identities: int
    figures: int
    snippets: int
    unlike: int
    written: int
    written_differing: int
    written_farthest: float
    bounded: int
    bounded_differing: int
    bounded_farthest: float


def copied(root: Path, folder: Path) -> Path:
    """A copy of the book at `root`, without anything computed, below `folder`."""
    copy = folder / FOLDER
    for part in PARTS:
        ignored = shutil.ignore_patterns("__pycache__", ".*", "node_modules")
        if (root / part).is_dir():
            shutil.copytree(root / part, copy / part, ignore=ignored)
    for config in CONFIGS:
        if (root / config).is_file():
            shutil.copy(root / config, copy)
    return copy


def checked(
    copy: Path, chapters: list[str], jobs: int | None = None
) -> tuple[list[Problem], Counts]:
    """The problems of the copy where everything differs, and what the check has counted.

    Raises RuntimeError, with what was said, if the check itself does not come to its end.
    """
    tool = copy if (copy / "book").is_dir() else Path(__file__).resolve().parent.parent
    command = [sys.executable, "-m", "book", "check", "--fresh", "--format", "json"]
    command += [
        "--limit",
        str(LIMIT),
        "--root",
        str(copy),
        *(["--jobs", str(jobs)] if jobs else []),
        *chapters,
    ]
    environment = os.environ | ELSEWHERE | {"PYTHONPATH": str(tool), "PYTHONUTF8": "1"}
    done = subprocess.run(
        command, cwd=tool, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    try:
        found = json.loads(done.stdout)
    except ValueError:
        raise RuntimeError(done.stderr.strip() or done.stdout.strip()) from None
    return [Problem(**problem) for problem in found["problems"]], Counts(**found["counts"])


def moved(copy: Path) -> tuple[Moved, Moved]:
    """How far the values computed in the copy lie from the ledger that was copied.

    First those that some page writes with their digits, then those that pages only bound.
    """
    computed = {}
    for file in (copy / ".cache/runs").glob("*.json"):
        known = json.loads(file.read_bytes())
        if "values" not in known:  # what a notebook printed
            continue
        values = {name: restored(entry) for name, entry in known["values"].items()}
        computed[known["snippet"]] = Run(known["snippet"], values)
    distances = {}
    for written, entry in ledger.load(copy).items():
        name = claim(f"<!--= {written} -->", 0, "").entries[0].name
        if name is not None and name.snippet in computed and "value" in entry:
            with suppress(UnknownName):  # the check has told it
                distances[written] = _distance(ledger.value_of(entry), resolved(name, computed))
    digits = _written(copy)
    groups: tuple[dict[str, float], dict[str, float]] = {}, {}
    for written, distance in distances.items():
        groups[written not in digits][written] = distance
    return _farthest(groups[0]), _farthest(groups[1])


def _written(root: Path) -> set[str]:
    """The names that some page claims with `=`, as the ledger has them."""
    found = set()
    for name in chapters_of(root):
        for language in LANGUAGES:
            file = page_file(name, language)
            page = page_of((root / file).read_text(encoding="utf-8"), file)
            entries = [entry for b in page.blocks for c in b.claims for entry in c.entries]
            found |= {str(entry.name) for entry in entries if entry.relation == "="}
    return found


def _farthest(distances: Mapping[str, float]) -> Moved:
    farthest = max(distances, key=distances.__getitem__, default="")
    differing = sum(distance > 0 for distance in distances.values())
    return Moved(len(distances), differing, distances.get(farthest, 0.0), farthest)


def _distance(before: Value, after: Value | None) -> float:
    """The largest difference of two entries, as identities measure it (see `book.check`).

    So a remainder of rounding that is another here does not pass for a value that has moved.
    """
    if after is None or before.shape != after.shape:
        return math.inf
    size = max([1.0, *(abs(x) for x in before.data if ledger.measurable(x))])
    apart = [(a, b) for a, b in zip(before.data, after.data, strict=True) if a != b]
    return max(
        (abs(a - b) / size if ledger.measurable(a, b) else math.inf for a, b in apart), default=0.0
    )


def outcome(problems: list[Problem], counts: Counts, written: Moved, bounded: Moved) -> Outcome:
    """What the record keeps of a run."""
    return Outcome(
        counts.chapters,
        counts.numbers,
        counts.identities,
        counts.figures,
        counts.snippets,
        len(problems),
        written.values,
        written.differing,
        written.farthest,
        bounded.values,
        bounded.differing,
        bounded.farthest,
    )


def recorded(root: Path) -> dict[str, Outcome]:
    """What came of the book, by the version of torch; empty if nothing is kept."""
    if not (kept := bound(root / FILE)):
        return {}
    columns = zip(*(kept[field].tolist() for field in Outcome._fields), strict=True)
    return dict(zip(kept["torches"], map(Outcome._make, columns), strict=True))


def record(root: Path, torch: str, found: Outcome) -> None:
    """Write what came of the book under a torch, in the place of what that version gave before.

    The newest versions stay: the pinned one, and one that is to come.
    """
    outcomes = recorded(root) | {torch: found}
    newest = sorted(outcomes, key=_age)
    write({root / FILE: program({torch: outcomes[torch] for torch in newest[-COLUMNS:]})})


def _age(version: str) -> tuple[list[int], bool, list[int]]:
    """What orders versions of torch: `2.14.0.dev20261201` and `2.14.0rc1` come before `2.14.0`."""
    numbers = [int(number) for number in re.findall(r"\d+", version)]
    return numbers[:3], re.search("[a-z]", version) is None, numbers


def program(outcomes: Mapping[str, Outcome]) -> str:
    """The snippet that holds the outcomes."""
    rows = {}
    for name, row in zip(Outcome._fields, zip(*outcomes.values(), strict=True), strict=True):
        rows[name] = f"torch.tensor([{', '.join(map(_number, row))}])"
    torches = ", ".join(f'"{torch}"' for torch in outcomes)
    comma = "," if len(outcomes) == 1 else ""
    return _PROGRAM.format(torches=f"({torches}{comma})", **rows)


def _number(x: float) -> str:
    if isinstance(x, int):
        return str(x)
    return f"{x:.1e}" if math.isfinite(x) else "torch.inf"


_PROGRAM = '''\
"""The book checked again where everything differs: what was compared, and how far it has moved.

Written by `python -m book.portable --record`; nobody types it.
"""

import torch

torch.set_default_dtype(torch.float64)

torches = {torches}
pages = {pages}
numbers = {numbers}
identities = {identities}
figures = {figures}
snippets = {snippets}
unlike = {unlike}  # what did not hold

# values that pages write with their digits: how many, those that differ, the farthest, relative
# to its largest entry where that exceeds one; then the same of values that pages only bound
written = {written}
written_differing = {written_differing}
written_farthest = {written_farthest}
bounded = {bounded}
bounded_differing = {bounded_differing}
bounded_farthest = {bounded_farthest}

for name, count, other in zip(torches, numbers.tolist(), unlike.tolist(), strict=True):
    print(f"torch {{name}}: {{count}} numbers compared, {{other}} things unlike")
'''


def main(argv: list[str] | None = None) -> int:
    """Check a copy where everything differs; the exit code is 1 if anything does not hold."""
    parser = argparse.ArgumentParser(
        prog="python -m book.portable",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("chapters", nargs="*", metavar="CHAPTER", help="default: all")
    parser.add_argument("--record", action="store_true", help=f"write the outcome into {FILE}")
    parser.add_argument("--jobs", type=int, metavar="N", help="snippets run at once")
    parser.add_argument("--root", type=Path, default=Path.cwd(), help="the folder of the book")
    arguments = parser.parse_args(argv)
    if arguments.record and arguments.chapters:
        parser.error("only the whole book is recorded: leave the chapters out, or --record")
    root = arguments.root.resolve()
    if not (root / "mkdocs.yml").is_file():
        print("there is no book here: run this in the folder of mkdocs.yml", file=sys.stderr)
        return 2
    print("; ".join(f"{name} {version}" for name, version in versions().items()))
    print(" ".join(f"{name}={text}" for name, text in ELSEWHERE.items()))
    with tempfile.TemporaryDirectory(prefix="book-") as folder:
        copy = copied(root, Path(folder))
        try:
            problems, counts = checked(copy, arguments.chapters, arguments.jobs)
        except RuntimeError as error:
            print(f"the check did not come to its end: {error}", file=sys.stderr)
            return 1
        for problem in problems:
            print(problem)
        print(counts)
        written, bounded = moved(copy)
        print(f"claimed values written with their digits: {written}")
        print(f"claimed values that are only bounded: {bounded}")
    if arguments.record:
        release = versions()["torch"].partition("+")[0]
        record(root, release, outcome(problems, counts, written, bounded))
        print(f"{FILE} is written; python -m book sync trust brings the page up to date")
    if problems:
        print(f"{many(len(problems), 'problem')} elsewhere", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
