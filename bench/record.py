"""The record: what the bench measured, as a snippet whose values a page can claim."""

from collections.abc import Callable
from pathlib import Path

from bench.cost import CASES, TARGETS, Outcome
from bench.growth import KINDS as GROWN
from bench.growth import Growth
from book.files import write

FILE = "snippets/trust/cost.py"


def put(root: Path, outcome: Outcome, growth: Growth) -> str:
    """Write the snippet into the book at `root`; the file written."""
    write({root / FILE: program(outcome, growth)})
    return FILE


def program(outcome: Outcome, growth: Growth) -> str:
    """The snippet. All its numbers are ratios with two decimals, but the counts of claims."""
    names = outcome.names[1:]

    def rows(value: Callable[[str, str], float]) -> str:
        lines = []
        for case in CASES:
            cells = ", ".join(f"{value(name, case):7.2f}" for name in names)
            lines.append(f"    [{cells}],  # {case}")
        return "\n".join(lines)

    few, many = sorted(growth.checks)
    grown = [
        [growth.grown(k.title, "cold"), growth.grown(k.title, "nothing"),
         growth.grown(k.title, "cold", "memory")]
        for k in GROWN
    ]  # fmt: skip
    return _PROGRAM.format(
        tools=", ".join(names),
        seconds=rows(outcome.ratio),
        work=rows(lambda name, case: outcome.ratio(name, case, "work")),
        memory=rows(lambda name, case: outcome.ratio(name, case, "memory")),
        weight=", ".join(f"{outcome.weight(name):.2f}" for name in names),
        targets=", ".join(f"{TARGETS[case]}" for case in CASES),
        spread=f"{max(outcome.spread(n, c) for n in outcome.names for c in CASES):.2f}",
        larger=f"{max(growth.costs) / min(growth.costs):g}",
        grown="\n".join(
            f"    [{', '.join(f'{x:6.2f}' for x in row)}],  # {kind.title}"
            for row, kind in zip(grown, GROWN, strict=True)
        ),
        beside=", ".join(f"{growth.ratio(kind.title, 'cold'):.2f}" for kind in GROWN),
        few=few,
        many=many,
        checked=f"{growth.checked():.2f}",
    )


_PROGRAM = '''\
"""What building a checked book costs, beside a book whose numbers are typed, measured in one run.

Written by `python -m bench --record`; nobody types it.
"""

import torch

torch.set_default_dtype(torch.float64)

# Columns: {tools}.
# Rows: cold; nothing, one word, one constant changed. Each number: so many times typed numbers.
time = torch.tensor([
{seconds}
])                                               # (cases, tools)
work = torch.tensor([
{work}
])                                               # (cases, tools), of the processors
memory = torch.tensor([
{memory}
])                                               # (cases, tools), at its largest
weight = torch.tensor([{weight}])  # (tools,), of a page, compressed
targets = torch.tensor([{targets}])       # (cases,), of our time
spread = {spread}                                    # of repeated times, at most

# {larger} times the chapters: the time of a cold build, of one with nothing changed, the memory.
growth = torch.tensor([
{grown}
])                                               # (tools, measures)
beside = torch.tensor([{beside}])  # (tools,), cold, then, beside typed numbers
claims = torch.tensor([{few}, {many}])            # in one check, with nothing to run
checked = {checked}                                  # times as long the second takes

met = time[:, 0] <= targets                      # (cases,)

for name, ratios in (("time", time), ("work", work), ("memory", memory), ("growth", growth)):
    for row in ratios:
        print(name, " ".join(f"{{ratio:.2f}}" for ratio in row))
print("weight", " ".join(f"{{ratio:.2f}}" for ratio in weight))
print("beside", " ".join(f"{{ratio:.2f}}" for ratio in beside))
print("met", met.tolist(), f"of {{targets.tolist()}}, spread {{spread}}")
print(f"{{claims[1]}} claims take {{checked}} times as long as {{claims[0]}}")
'''
