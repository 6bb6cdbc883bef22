"""How time and memory grow with the book: ten times the chapters, ten times the claims.

Chapters: the book at two sizes, built cold and with nothing changed, by this book's way, by
markdown-exec and with typed numbers; then the time at the larger size over that at the smaller. As
starting takes its time, a tool that grows linearly stays below the factor of the chapters.

Claims: `check` alone, with nothing to run, over ten and a hundred times the claims of the first
book, which are ten and a hundred times its chapters.
"""

import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.cost import Costs, Say, one, written
from bench.generated import CHAPTERS, LANGUAGES, book
from bench.measured import Cost, cost
from bench.peers import Book, Claims, Exec, Typed

FACTORS = (1, 10)  # of the chapters
CLAIMED = (10, 100)  # of the claims, in one check
REPETITIONS = 3
KINDS = (Typed, Book, Claims, Exec)
CASES = ("cold", "nothing")
CHECK = (sys.executable, "-m", "book", "check")


@dataclass
class Growth:
    """What was measured: costs of a tool and case by the factor of the chapters, and of `check`
    by that of the claims, with how many claims there are."""

    costs: dict[int, Costs]
    checks: dict[int, list[Cost]]
    claims: dict[int, int]

    def grown(self, name: str, case: str, what: str = "seconds") -> float:
        """How many times as much the larger book costs as the smaller."""
        small, large = (_median(self.costs[size][name, case], what) for size in sorted(self.costs))
        return large / small

    def ratio(self, name: str, case: str, what: str = "seconds") -> float:
        """What the larger book costs beside typed numbers."""
        costs = self.costs[max(self.costs)]
        return _median(costs[name, case], what) / _median(costs[Typed.title, case], what)

    def checked(self, what: str = "seconds") -> float:
        """How many times as much the larger `check` costs as the smaller."""
        small, large = (_median(self.checks[size], what) for size in sorted(self.checks))
        return large / small


def _median(costs: Sequence[Cost], what: str) -> float:
    return statistics.median(getattr(each, what) for each in costs)


def measure(
    folder: Path,
    say: Say = print,
    *,
    chapters: int = CHAPTERS,
    factors: Sequence[int] = FACTORS,
    claimed: Sequence[int] = CLAIMED,
    repetitions: int = REPETITIONS,
) -> Growth:
    """Build and check books of growing size in a folder; `chapters` has the smallest."""
    growth = Growth({}, {}, {})
    for factor in sorted({*factors, *claimed}):
        kinds = KINDS if factor in factors else (Book,)
        every = written(folder / str(factor), book(factor * chapters), kinds)
        for number in range(repetitions):
            for tool in every if factor in factors else ():
                for case in CASES:
                    known = growth.costs.setdefault(factor, {}).setdefault((tool.title, case), [])
                    if number and known[0].seconds > 60:
                        continue
                    known.append(one(tool, case))
                    told = f"{known[-1].seconds:8.2f} s {known[-1].memory / 2**20:8.0f} MiB"
                    say(f"{factor:>4} times the chapters {case:<9} {tool.title:<17}{told}")
        if factor in claimed:
            (root,) = (tool.root for tool in every if type(tool) is Book)
            growth.claims[factor] = sum(len(c.slots) for c in book(factor * chapters))
            cost([CHECK], root)
            growth.checks[factor] = [cost([CHECK], root) for _ in range(repetitions)]
            seconds = _median(growth.checks[factor], "seconds")
            say(f"{growth.claims[factor]:>8} claims checked in {seconds:8.2f} s")
    return growth


def table(growth: Growth) -> str:
    """The factors, and what was aimed at."""
    small, large = sorted(growth.costs)
    lines = [f"{large / small:g} times the chapters ({len(LANGUAGES)} languages)"]
    for case in CASES:
        for kind in KINDS:
            seconds, memory = (growth.grown(kind.title, case, w) for w in ("seconds", "memory"))
            lines.append(
                f"  {case:<9} {kind.title:<17} time {seconds:6.2f}, memory {memory:5.2f}, "
                f"beside typed numbers {growth.ratio(kind.title, case):5.2f}"
            )
    few, many = (growth.claims[factor] for factor in sorted(growth.claims))
    lines.append(
        f"{many} claims against {few} in one check: time {growth.checked():.2f} (target: under 20),"
        f" memory {growth.checked('memory'):.2f}"
    )
    return "\n".join(lines)
