"""What a checked book costs beside what a reader would use instead: four cases, in one run.

The same book (`bench.generated`) is written for each tool (`bench.peers`), then built again and
again, the tools in turn, so that what else the machine does meets all of them:

- cold: no cache and no page is there; bytecode of Python is.
- nothing: nothing has changed since.
- word: one word of one page has changed.
- constant: one constant of one program has changed, and all numbers that hang on it.

What is compared is all that must be run until both languages stand there as pages, with numbers
that are right: for this book `check` (after a change of a constant `sync`) and both builds, for the
others both builds. Only ratios are told, to typed numbers in the same case of the same run, of the
medians.
"""

import gzip
import re
import statistics
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from bench.measured import Cost, cost
from bench.peers import Book, Tool, tools

CASES = ("cold", "nothing", "word", "constant")
REPETITIONS = 5
ENOUGH = 60.0  # seconds of one case and tool, after which it is not repeated
TARGETS = {"cold": 4.0, "nothing": 1.1, "word": 1.1, "constant": 4.0}

Costs = dict[tuple[str, str], list[Cost]]  # by tool and case
Say = Callable[[str], None]


@dataclass
class Outcome:
    """What was measured: the costs by tool and case, and bytes of a page by tool."""

    names: list[str]  # the floor first
    costs: Costs = field(default_factory=dict)
    weights: dict[str, float] = field(default_factory=dict)

    def median(self, name: str, case: str, what: str) -> float:
        """The median of `seconds`, `work` or `memory`."""
        return statistics.median(getattr(each, what) for each in self.costs[name, case])

    def ratio(self, name: str, case: str, what: str = "seconds") -> float:
        """The median beside that of typed numbers."""
        return self.median(name, case, what) / self.median(self.names[0], case, what)

    def spread(self, name: str, case: str) -> float:
        """How far the seconds lie apart, the largest from the least, as a share of the median."""
        seconds = [each.seconds for each in self.costs[name, case]]
        return (max(seconds) - min(seconds)) / statistics.median(seconds)

    def weight(self, name: str) -> float:
        """Bytes of a page, compressed, beside typed numbers."""
        return self.weights[name] / self.weights[self.names[0]]

    def torch(self, name: str, case: str) -> bool:
        """Whether torch was loaded."""
        return any(each.torch for each in self.costs[name, case])


def written(folder: Path, chapters: list, wanted: Iterable[type[Tool]] | None = None) -> list[Tool]:
    """The book written for the tools below a folder; the numbers of this one are synced."""
    kinds = None if wanted is None else tuple(wanted)
    every = tools(folder, chapters)
    for tool in sorted(every, key=lambda tool: not isinstance(tool, Book)):  # the floor copies it
        if kinds is None or type(tool) in kinds or type(tool) is Book:
            tool.written()
            if isinstance(tool, Book):
                cost(tool.builds(changed=True)[:1], tool.root)
    return [tool for tool in every if kinds is None or type(tool) in kinds]


def measure(every: list[Tool], repetitions: int = REPETITIONS, say: Say = print) -> Outcome:
    """Build the book with all tools, `repetitions` times, those that take long fewer times."""
    outcome = Outcome([tool.title for tool in every])
    for number in range(repetitions):
        for case in CASES:
            for tool in every:
                known = outcome.costs.setdefault((tool.title, case), [])
                if sum(each.seconds for each in known) > ENOUGH:
                    continue
                known.append(one(tool, case))
                say(
                    f"{number + 1}/{repetitions} {case:<9} {tool.title:<17}"
                    f"{known[-1].seconds:8.2f} s {known[-1].work:8.2f} s of work"
                    f"{known[-1].memory / 2**20:8.0f} MiB{' torch' if known[-1].torch else ''}"
                )
    outcome.weights = {tool.title: weight(tool) for tool in every}
    return outcome


def one(tool: Tool, case: str) -> Cost:
    """Bring about a case, and build."""
    match case:
        case "cold":
            tool.forget()
        case "word":
            tool.reword()
        case "constant":
            tool.rescale()
    return cost(tool.builds(changed=case == "constant"), tool.root)


_SHOWN = re.compile(rb'<img[^>]*\ssrc="([^":]+)"')


def weight(tool: Tool) -> float:
    """Bytes of a page of the book as it is sent, compressed, with the pictures that it shows.

    Style sheets, scripts and fonts, which all pages share, are left out.
    """
    pages = tool.pages()
    total = 0
    for page in pages:
        text = page.read_bytes()
        shown = {unquote(src.decode()) for src in _SHOWN.findall(text)}
        pictures = [page.parent / src for src in shown if (page.parent / src).is_file()]
        total += sum(len(gzip.compress(each, mtime=0)) for each in (text, *map(_bytes, pictures)))
    return total / len(pages)


def _bytes(path: Path) -> bytes:
    return path.read_bytes()


def table(outcome: Outcome) -> str:
    """The ratios, a row for each case, and what was aimed at."""
    names = outcome.names[1:]
    head = f"{'':<22}" + "".join(f"{name:>18}" for name in names) + f"{'target':>9}"
    lines = [head]
    for what, title in (("seconds", ""), ("work", " (work)")):
        for case in CASES:
            cells = "".join(f"{outcome.ratio(name, case, what):18.2f}" for name in names)
            lines.append(f"{case + title:<22}{cells}{TARGETS[case]:9.1f}")
    for case in CASES:
        cells = "".join(f"{outcome.ratio(name, case, 'memory'):18.2f}" for name in names)
        lines.append(f"{case + ' (memory)':<22}{cells}")
    lines.append(f"{'weight of a page':<22}" + "".join(f"{outcome.weight(n):18.2f}" for n in names))
    for case in CASES:
        cells = "".join(f"{'yes' if outcome.torch(n, case) else 'no':>18}" for n in names)
        lines.append(f"{case + ' (torch)':<22}{cells}")
    spreads = [outcome.spread(n, c) for n in outcome.names for c in CASES]
    lines.append(f"spread of the seconds: {max(spreads):.0%} at most, ratios are of medians")
    return "\n".join(lines)
