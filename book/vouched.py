"""Vouched: what no program computes, and an author answers for.

`docs/vouched.json` lists, chapter by chapter and in reading order, the numbers that are claimed
`-`, the bounds of inequalities, and the formulas that say more than their claimed numbers: every
displayed one, with the claim below it, and every other that is more than a symbol. A program may
compute both sides of an identity and never see that the formula above it says something else, and
a bound that is loosened stays true. So what changes here is told until somebody has synced on
purpose, and stands in the diff of this file.
"""

import json
import re
from collections.abc import Mapping
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from book.chapter import Block, Chapter, Formula
from book.files import stored

FILE = "docs/vouched.json"

Vouched = dict[str, list[str]]


class Item(NamedTuple):
    """One thing that is vouched for: as it stands in the list, and where in the chapter."""

    text: str
    start: int


def load(root: Path) -> Vouched:
    """What is vouched for in the book at `root`, perhaps nothing. Raises ValueError if broken."""
    return stored(root / FILE, _is_list_of_texts, "each chapter has a list of texts, and no more")


def _is_list_of_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def dump(vouched: Vouched) -> str:
    """The file as it is committed: one text a line, so that its diffs read well."""
    return json.dumps(vouched, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def items(chapter: Chapter, answered: Mapping[int, str]) -> list[Item]:
    """What is vouched for in a chapter, in reading order.

    `answered` has, by where they begin, the numbers that nothing computes or that only bound what
    is computed, and what is claimed of each: `-`, or `>limits/parity.worst`.
    """
    found = []
    for block in chapter.blocks:
        for number in block.numbers:
            if number.start in answered:
                claim = answered[number.start]
                after = "" if claim == "-" else f" {claim}"
                text = f"#{block.section} {number.literal.text}{after}"
                found.append(Item(text, number.start))
        claims = "".join(
            f" {chapter.text[claim.start + 4 : claim.end - 3].strip()}"
            for claim in block.claims
            if claim.kind != "numbers"
        )
        for formula in block.formulas:
            text = " ".join(_without_numbers(block, formula).split())
            if formula.display or _STATEMENT.search(text):
                begins = formula.tex_start + len(formula.tex) - len(formula.tex.lstrip())
                after = claims if formula.display else ""
                found.append(Item(f"#{block.section} ${text}${after}", begins))
    return sorted(found, key=lambda item: item.start)


def changes(kept: list[str], now: list[Item]) -> tuple[list[Item], list[str]]:
    """What a chapter has that is not vouched for in its place, and what is vouched for and gone."""
    new: list[Item] = []
    lost: list[str] = []
    matcher = SequenceMatcher(None, kept, [item.text for item in now], autojunk=False)
    for tag, kept_from, kept_to, now_from, now_to in matcher.get_opcodes():
        if tag != "equal":
            lost += kept[kept_from:kept_to]
            new += now[now_from:now_to]
    return new, lost


# an operator, a relation, a function, or a digit that is no subscript
_STATEMENT = re.compile(
    r"[-+/=<>^|]|(?<![_0-9])(?<!_\{)[0-9]"
    r"|\\(?:approx|cdot|cos|exp|frac|ge|gg|in|infty|le|ll|ln|max|min|ne|pm|propto|sin|sqrt|sum"
    r"|tanh|tfrac|times|to|top)(?![a-z])"
)


def _without_numbers(block: Block, formula: Formula) -> str:
    """The formula with a box for each of its numbers: those are claimed."""
    text, end = "", formula.tex_start
    for number in sorted(block.numbers, key=lambda number: number.start):
        if number.place == "formula" and formula.start <= number.start < formula.end:
            text += formula.tex[end - formula.tex_start : number.start - formula.tex_start] + "□"
            end = number.end
    return text + formula.tex[end - formula.tex_start :]
