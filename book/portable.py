"""Portable: the whole book checked a second time, where everything that may differ does.

    python -m book.portable             another instruction set, language, zone and folder
    python -m book.portable CHAPTER...  for some chapters

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
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from book import ledger
from book.check import Counts
from book.claims import claim
from book.names import UnknownName, resolved
from book.problems import Problem
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
PARTS = ("book", "docs", "figures_src", "snippets")
CONFIGS = ("mkdocs.yml", "mkdocs.en.yml")


@dataclass(frozen=True)
class Moved:
    """How far values lie from those of the ledger: how many of all differ, and the farthest."""

    values: int
    differing: int
    farthest: float  # relative to the largest of its tensor
    name: str

    def __str__(self) -> str:
        if not self.differing:
            return f"{self.values} claimed values, all to the last bit as in the ledger"
        return (
            f"{self.values} claimed values, {self.differing} with other last digits than the "
            f"ledger, the farthest {self.farthest:.1e} of its size: {self.name}"
        )


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


def checked(copy: Path, chapters: list[str], jobs: int | None = None) -> tuple[list[Problem], str]:
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
    return [Problem(**problem) for problem in found["problems"]], str(Counts(**found["counts"]))


def moved(copy: Path) -> Moved:
    """How far the values computed in the copy lie from the ledger that was copied."""
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
    farthest = max(distances, key=distances.__getitem__, default="")
    differing = sum(distance > 0 for distance in distances.values())
    return Moved(len(distances), differing, distances.get(farthest, 0.0), farthest)


def _distance(before: Value, after: Value | None) -> float:
    """The largest difference of two entries, relative to the largest entry."""
    if after is None or before.shape != after.shape:
        return math.inf
    size = max((abs(x) for x in before.data if math.isfinite(x)), default=0.0) or 1.0
    pairs = zip(before.data, after.data, strict=True)
    return max((abs(a - b) / size for a, b in pairs if a != b), default=0.0)


def main(argv: list[str] | None = None) -> int:
    """Check a copy where everything differs; the exit code is 1 if anything does not hold."""
    parser = argparse.ArgumentParser(
        prog="python -m book.portable",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("chapters", nargs="*", metavar="CHAPTER", help="default: all")
    parser.add_argument("--jobs", type=int, metavar="N", help="snippets run at once")
    parser.add_argument("--root", type=Path, default=Path.cwd(), help="the folder of the book")
    arguments = parser.parse_args(argv)
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
        print(moved(copy))
    if problems:
        print(f"{len(problems)} things do not hold everywhere", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
