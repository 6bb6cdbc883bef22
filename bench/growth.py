"""How time and memory grow with the book: ten times the chapters, ten times the claims.

Chapters: the book at two sizes, built cold and with nothing changed, by this book's way, by
markdown-exec and with typed numbers; then the time at the larger size over that at the smaller. As
starting takes its time, a tool that grows linearly stays below the factor of the chapters.

Claims: one `check` of the larger book, which computes nothing but compares everything, and one
more after its pages hold ten times the numbers.
"""

import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.cost import ENOUGH, Costs, Say, one, written
from bench.generated import CHAPTERS, LANGUAGES, book
from bench.measured import Cost, cost
from bench.peers import Book, Claims, Exec, Typed

FACTORS = (1, 10)  # of the chapters
DENSE = (1, 10)  # of the claims in the larger book
REPETITIONS = 3
KINDS = (Typed, Book, Claims, Exec)
CASES = ("cold", "nothing")
CHECK = (sys.executable, "-m", "book", "check", "--format", "text")  # also where nothing changed


@dataclass
class Growth:
    """What was measured: costs of a tool and case by the factor of the chapters, and of `check` by
    the number of claims."""

    costs: dict[int, Costs]
    checks: dict[int, list[Cost]]

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
    folder: Path, say: Say = print, *, chapters: int = CHAPTERS, repetitions: int = REPETITIONS
) -> Growth:
    """Build and check books of growing size in a folder; `chapters` has the smallest."""
    growth = Growth({}, {})
    for factor in FACTORS:
        every = written(folder / str(factor), book(factor * chapters), KINDS)
        costs = growth.costs[factor] = {}
        for number in range(repetitions):
            for tool in every:
                for case in CASES:
                    known = costs.setdefault((tool.title, case), [])
                    if number and known[0].seconds > ENOUGH:
                        continue
                    known.append(one(tool, case))
                    told = f"{known[-1].seconds:8.2f} s {known[-1].memory / 2**20:8.0f} MiB"
                    say(f"{factor:>4} times the chapters {case:<9} {tool.title:<17}{told}")
    (largest,) = (tool for tool in every if type(tool) is Book)
    for dense in DENSE:
        largest.chapters = book(factor * chapters, dense)
        largest.written()
        cost(largest.builds(changed=True)[:1], largest.root)
        claims = sum(len(chapter.slots) for chapter in largest.chapters)
        growth.checks[claims] = [cost([CHECK], largest.root) for _ in range(repetitions)]
        say(f"{claims:>8} claims checked in {_median(growth.checks[claims], 'seconds'):.2f} s")
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
    few, many = sorted(growth.checks)
    lines.append(
        f"{many} claims against {few} in one check: time {growth.checked():.2f} (target: under 20),"
        f" memory {growth.checked('memory'):.2f}"
    )
    return "\n".join(lines)
