"""The record: how many changes of each kind were tried and told, written where a page claims it."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from book.files import bound, write
from book.mutation.changes import Change, Tried

FILE = "snippets/trust/mutations.py"
ONE, BOTH = ", one language", ", both languages"

# The rows of the table, and the kinds of change that each adds up.
ROWS: dict[str, tuple[str, ...]] = {
    "digits, one language": ("digit" + ONE,),
    "digits, both languages": ("digit" + BOTH,),
    "signs, units, exponents, points, one": tuple(
        kind + ONE for kind in ("sign", "unit", "exponent", "point")
    ),
    "signs, units, exponents, points, both": tuple(
        kind + BOTH for kind in ("sign", "unit", "exponent", "point")
    ),
    "formulas, one language": ("displayed formula" + ONE, "formula in a line" + ONE),
    "displayed formulas, both languages": ("displayed formula" + BOTH,),
    "formulas in a line, both languages": ("formula in a line" + BOTH,),
    "a side of an identity": ("identity, a side named otherwise",),
    "cells, rows, names, one language": tuple(
        f"{kind} exchanged{ONE}" for kind in ("cells", "rows", "names")
    ),
    "cells, names, both languages": tuple(f"{kind} exchanged{BOTH}" for kind in ("cells", "names")),
    "row labels, captions, one language": tuple(
        f"{kind} exchanged{ONE}" for kind in ("labels", "captions")
    ),
    "row labels, captions, both languages": tuple(
        f"{kind} exchanged{BOTH}" for kind in ("labels", "captions")
    ),
    "one language edited alone": ("one language edited alone",),
    "constants of programs": ("constant of a program",),
    "operators of programs": ("operator of a program",),
    "arrays of figures": ("array of a figure",),
    "numbers in labels of figures": ("number in a label",),
    "axis labels of figures": ("axis labels exchanged",),
}


class Row(NamedTuple):
    """One row: how many changes there are, were tried, refuted, held for review, and missed."""

    there: int
    tried: int
    refuted: int
    asked: int
    survived: int


def rows(changes: Sequence[Change], tried: Sequence[Tried]) -> dict[str, Row]:
    """The table of what was tried; a row of which nothing was tried has zeros."""
    there = Counter(change.kind for change in changes)
    fates = Counter((change.kind, fate) for change, fate in tried)
    found = {}
    for name, kinds in ROWS.items():
        refuted, asked, survived = (
            sum(fates[kind, fate] for kind in kinds) for fate in ("refuted", "asked", "survived")
        )
        total = sum(there[kind] for kind in kinds)
        found[name] = Row(total, refuted + asked + survived, refuted, asked, survived)
    return found


def kept(root: Path) -> dict[str, Row]:
    """The table as the book holds it; empty if there is none."""
    if not (values := bound(root / FILE)):
        return {}
    return {name: Row(*row) for name, row in zip(ROWS, values["outcomes"].tolist(), strict=True)}


def figures(root: Path) -> tuple[int, int]:
    """How many figures the table stands for, and of how many."""
    values = bound(root / FILE)
    return values.get("figures_tried", 0), values.get("figures_there", 0)


def put(
    root: Path,
    changes: Sequence[Change],
    tried: Sequence[Tried],
    drawn: tuple[int, int] | None = None,
) -> str:
    """Write the table; rows of which nothing was tried now stay as they were. The file written.

    `drawn` says how many figures were tried and of how many, if some were.
    """
    new, old = rows(changes, tried), kept(root)
    table = {name: row if row.there else old.get(name, row) for name, row in new.items()}
    write({root / FILE: program(table, drawn or figures(root))})
    return FILE


def program(table: dict[str, Row], drawn: tuple[int, int]) -> str:
    """The snippet that holds the table."""
    width = [max(len(str(row[at])) for row in table.values()) for at in range(len(Row._fields))]
    lines = [
        "    [" + ", ".join(f"{n:>{w}}" for n, w in zip(row, width, strict=True)) + f"],  # {name}"
        for name, row in table.items()
    ]
    return _PROGRAM.format(rows="\n".join(lines), drawn=drawn[0], there=drawn[1])


_PROGRAM = '''\
"""What a check made of each change to the book: how many were tried, told and missed.

Written by `python -m book.mutation --record`; nobody types it.
"""

import torch

torch.set_default_dtype(torch.float64)

# in all, tried, refuted, held for review, missed; of figures, those of the figures tried
figures_tried, figures_there = {drawn}, {there}
outcomes = torch.tensor([
{rows}
])                                               # (kinds, 5)

there, tried, _, _, survived = outcomes.sum(dim=0).tolist()
share = tried / there
pages, pages_tried, _, _, pages_missed = outcomes[:13].sum(dim=0).tolist()

programs = outcomes[13:15].sum(dim=0)            # (5,)
programs_share = (programs[1] / programs[0]).item()
programs_told = (1 - programs[4] / programs[1]).item()

print(f"{{tried}} of {{there}} tried, {{survived}} missed")
'''
