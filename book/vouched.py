"""Vouched: what no program computes, and an author answers for.

`docs/vouched.json` lists, chapter by chapter and in reading order, the numbers that are claimed
`-`, the bounds of inequalities, and the formulas that say more than their claimed numbers: every
displayed one, with the claim below it, and every other that is more than a symbol. A program may
compute both sides of an identity and never see that the formula above it says something else, and
a bound that is loosened stays true. For each language it lists besides, as `zh/attention`, the
words that say what numbers and pictures are: the labels of tables of numbers, how each caption
begins, and which name is which where two neighbours round to the same. If two of them change
places, every number still agrees. So what changes here is told until somebody has synced on
purpose, and stands in the diff of this file.
"""

import json
import re
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from book.chapter import Block, Chapter
from book.files import stored

FILE = "docs/vouched.json"

BEGINS = 24  # characters of a caption, enough to tell it from its neighbours

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
            text = " ".join(_boxed(block, formula.tex, formula.tex_start, ("formula",)).split())
            if formula.display or _STATEMENT.search(text):
                begins = formula.tex_start + len(formula.tex) - len(formula.tex.lstrip())
                after = claims if formula.display else ""
                found.append(Item(f"#{block.section} ${text}${after}", begins))
    return sorted(found, key=lambda item: item.start)


_WORD = re.compile(r"[^\W\d_]")


def of_words(language: str, chapter: str) -> str:
    """What the list of the words of a chapter is called in one language: `zh/attention`."""
    return f"{language}/{chapter}"


def words(chapter: Chapter, twins: Mapping[int, str]) -> list[Item]:
    """The words that say what the numbers of tables and the figures of a page are.

    Of a table of numbers, the words of each row, headers too; of a caption, how it begins, with the
    name of its figure. The rest of a caption, and all other prose, may change unasked. `twins` are
    neighbouring numbers, by where the first begins, whose names could change places unseen.
    """
    section = {number.start: block.section for block in chapter.blocks for number in block.numbers}
    found = [Item(f"#{section[start]} {pair}", start) for start, pair in twins.items()]
    for table in _tables(chapter):
        if any(row.numbers for row in table):
            for row in table:
                cells = _boxed(row, *_text(chapter, row)).split("|")
                labels = [" ".join(cell.split()) for cell in cells if _WORD.search(cell)]
                if labels:
                    found.append(Item(f"#{row.section} {' | '.join(labels)}", row.start))
    for above, block in pairwise(chapter.blocks):
        if above.figures and block.kind == "paragraph":
            begins = " ".join(_boxed(block, *_text(chapter, block)).split())
            begins = begins if len(begins) <= BEGINS else begins[:BEGINS].rstrip() + "…"
            figure = PurePosixPath(above.figures[-1].target).stem.partition(".")[0]
            found.append(Item(f"#{block.section} [{figure}] {begins}", block.start))
    return sorted(found, key=lambda item: item.start)


def _tables(chapter: Chapter) -> Iterator[list[Block]]:
    """The rows of each table, its header first."""
    rows = [block for block in chapter.blocks if block.kind == "row"]
    table = rows[:1]
    for above, row in pairwise(rows):
        between = chapter.text[above.end : row.start].replace("\r", "")
        if between.strip(" |-:\n") or "\n\n" in between:
            yield table
            table = []
        table.append(row)
    yield table


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


# an operator, a relation, a function, or a digit: which word `h_3` is of, nothing else says
_STATEMENT = re.compile(
    r"[-+/=<>^|]|[0-9]"
    r"|\\(?:approx|cdot|cos|exp|frac|ge|gg|in|infty|le|ll|ln|max|min|ne|pm|propto|sin|sqrt|sum"
    r"|tanh|tfrac|times|to|top)(?![a-z])"
)


def _text(chapter: Chapter, block: Block) -> tuple[str, int]:
    """The text of a block, with blanks for its comments, and where it begins."""
    text = list(chapter.text[block.start : block.end])
    for start, end in block.comments:
        text[start - block.start : end - block.start] = " " * (end - start)
    return "".join(text), block.start


def _boxed(
    block: Block, text: str, start: int, places: tuple[str, ...] = ("text", "formula")
) -> str:
    """A text of a block with a box for each of its numbers: those are claimed."""
    found, end = "", 0
    for number in sorted(block.numbers, key=lambda number: number.start):
        if number.place in places and start <= number.start and number.end <= start + len(text):
            found += text[end : number.start - start] + "□"
            end = number.end - start
    return found + text[end:]
