"""Vouched: what no program computes, and an author answers for.

`docs/vouched.json` lists, chapter by chapter, the numbers that are claimed `-` and the formulas
that bear more than their claimed numbers: every displayed one, and every other with a digit that
is not claimed. A program may compute both sides of an identity and never see that the formula above
it says something else; so a formula that changes is told until somebody has synced on purpose, and
the change stands in the diff of this file.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from book.chapter import Block, Chapter, Formula, Number

FILE = "docs/vouched.json"

Vouched = dict[str, list[str]]


class Item(NamedTuple):
    """One thing that is vouched for: as it stands in the list, and where in the chapter."""

    text: str
    start: int


def load(root: Path) -> Vouched:
    """What is vouched for in the book at `root`, perhaps nothing. Raises ValueError if broken."""
    try:
        kept = json.loads((root / FILE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, RecursionError) as error:
        raise ValueError(str(error)) from None
    if not (isinstance(kept, dict) and all(map(_is_list_of_texts, kept.values()))):
        raise ValueError("each chapter has a list of texts, and nothing else")
    return kept


def _is_list_of_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def dump(vouched: Vouched) -> str:
    """The file as it is committed: one text a line, so that its diffs read well."""
    return json.dumps(vouched, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def items(chapter: Chapter, dashed: Iterable[Number]) -> list[Item]:
    """What is vouched for in a chapter, in reading order; `dashed` are its numbers claimed `-`."""
    starts = {number.start for number in dashed}
    found = []
    for block in chapter.blocks:
        for number in block.numbers:
            if number.start in starts:
                found.append(Item(f"#{block.section} {number.literal.text}", number.start))
        for formula in block.formulas:
            text = " ".join(_without_numbers(block, formula).split())
            if formula.display or re.search("[0-9]", _SUBSCRIPT.sub("", text)):
                begins = formula.tex_start + len(formula.tex) - len(formula.tex.lstrip())
                found.append(Item(f"#{block.section} ${text}$", begins))
    return sorted(found, key=lambda item: item.start)


def changes(kept: list[str], now: list[Item]) -> tuple[list[Item], list[str]]:
    """What a chapter has that is not vouched for, and what is vouched for that it has not."""
    left = Counter(kept)
    new = []
    for item in now:
        if left[item.text]:
            left[item.text] -= 1
        else:
            new.append(item)
    return new, sorted(left.elements())


_SUBSCRIPT = re.compile(r"_(?:\{[^{}]*\}|[0-9A-Za-z])")


def _without_numbers(block: Block, formula: Formula) -> str:
    """The formula with a box for each of its numbers: those are claimed."""
    text, end = "", formula.tex_start
    for number in sorted(block.numbers, key=lambda number: number.start):
        if number.place == "formula" and formula.start <= number.start < formula.end:
            text += formula.tex[end - formula.tex_start : number.start - formula.tex_start] + "□"
            end = number.end
    return text + formula.tex[end - formula.tex_start :]
