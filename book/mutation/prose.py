"""Changes to pages: numbers, formulas, identities, tables, claims; in one language and in both.

A digit is raised by one (9 becomes 8): of all other digits that is the hardest to tell. Where both
languages are changed, they are changed alike.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from book.chapter import Block, Formula, Number
from book.mutation.changes import Change, Edit
from book.mutation.pages import Page, Pages
from book.mutation.rehearsal import Rehearsal
from book.numeral import MINUS

UP = str.maketrans("0123456789０１２３４５６７８９", "1234567898１２３４５６７８９８")
UNITS = {
    "万亿": "亿", "亿": "万", "万": "亿", "千": "百",
    "thousand": "million", "million": "billion", "billion": "million", "trillion": "billion",
    "k": "M", "M": "B", "B": "M", "%": "‰", "％": "‰", "‰": "%",
}  # fmt: skip
_UNIT = re.compile("|".join(map(re.escape, sorted(UNITS, key=len, reverse=True))))
_EXPONENT = re.compile(r"(?:\^\{?\s*|[⁺⁻]?)(?P<sign>[-−⁻]?)(?=[0-9⁰¹²³⁴-⁹])")
_OPERATOR = re.compile(
    r"(?<!\\)[-+−<>]|\\(?:le|ge|lt|gt|ll|gg|sum|prod|cdot|sin|cos|tanh|ln|exp)(?![a-z])"
)
TURNED = {
    "+": "-", "-": "+", "−": "+", "<": ">", ">": "<",
    r"\le": r"\ge", r"\ge": r"\le", r"\lt": r"\gt", r"\gt": r"\lt", r"\ll": r"\gg", r"\gg": r"\ll",
    r"\sum": r"\prod", r"\prod": r"\sum", r"\cdot": "+", r"\sin": r"\cos", r"\cos": r"\sin",
    r"\tanh": r"\sin", r"\ln": r"\exp", r"\exp": r"\ln",
}  # fmt: skip
_LETTER = re.compile(r"(?<![\\A-Za-z])[A-Za-z](?![A-Za-z])")


class Spot(NamedTuple):
    """A part of a number or formula that can be replaced; offsets of the page."""

    start: int
    end: int
    text: str
    what: str


def numbers(pages: Pages) -> Iterator[Change]:
    """Each digit, sign, unit, exponent and point of each claimed number."""
    for zh, en in pages:
        partner = dict(_pairs(pages.rehearsal, zh, en))
        for page, others in ((zh, partner), (en, {})):
            for block in page.chapter.blocks:
                for number in block.numbers:
                    ours = list(_spots(page, number))
                    for kind, spot in ours:
                        edit = page.edit(spot.start, spot.end, spot.text)
                        yield page.change(f"{kind}, one language", spot.start, spot.what, edit)
                    other = others.get(number.start)
                    if other is None:
                        continue
                    theirs = list(_spots(en, other))
                    if [kind for kind, _ in ours] != [kind for kind, _ in theirs]:
                        continue  # 18 亿 and 1.8 billion have other digits
                    for (kind, left), (_, right) in zip(ours, theirs, strict=True):
                        yield page.change(
                            f"{kind}, both languages",
                            left.start,
                            left.what,
                            page.edit(left.start, left.end, left.text),
                            en.edit(right.start, right.end, right.text),
                        )


def _pairs(rehearsal: Rehearsal, zh: Page, en: Page) -> Iterator[tuple[int, Number]]:
    """Where a number begins in Chinese, and the number that says the same in English."""
    bearing = ([b for b in page.chapter.blocks if b.numbers] for page in (zh, en))
    for ours, theirs in zip(*bearing, strict=True):
        rest = [(number, _said(number, part)) for number, part in rehearsal.parts(theirs)]
        for number, part in rehearsal.parts(ours):
            key = _said(number, part)
            found = next((each for each in rest if each[1] == key), None)
            if found:
                rest.remove(found)
                yield number.start, found[0]


def _said(number: Number, part) -> object:
    return (part.relation, part.name) if part.name else ("-", number.literal.value)


def _spots(page: Page, number: Number) -> Iterator[tuple[str, Spot]]:
    text = page.text[number.start : number.end]
    formula = number.place == "formula"
    for at, digit in enumerate(text):
        if digit.isdecimal():
            other = digit.translate(UP)
            yield "digit", _spot(number, text, at, at + 1, other)
    if text[0] in MINUS:
        yield "sign", _spot(number, text, 0, 1, "")
    elif number.literal.value != 0:
        yield "sign", _spot(number, text, 0, 0, "-" if formula else "−")
    for unit in _UNIT.finditer(text):
        yield "unit", _spot(number, text, *unit.span(), UNITS[unit[0]])
    power = text.find("10^") + 2 if "10^" in text else -1
    if power < 0 and (raised := re.search("10(?=[⁻⁰¹²³⁴-⁹])", text)):
        power = raised.end()
    if power >= 0 and (exponent := _EXPONENT.match(text, power)):
        minus = "⁻" if "^" not in exponent[0] else "-"
        sign = "" if exponent["sign"] else minus
        yield "exponent", _spot(number, text, *exponent.span("sign"), sign)
    if number.literal.value and (point := re.search(r"[.．](?=[0-9０-９])", text)):
        at = point.start()
        yield "point", _spot(number, text, at, at + 2, text[at + 1] + text[at])


def _spot(number: Number, text: str, start: int, end: int, new: str) -> Spot:
    changed = text[:start] + new + text[end:]
    what = f"{' '.join(text.split())} → {' '.join(changed.split())}"
    return Spot(number.start + start, number.start + end, new, what)


def formulas(pages: Pages) -> Iterator[Change]:
    """Each operator, relation, function and unclaimed digit of a formula; its letters once."""
    for zh, en in pages:
        theirs = _formulas(en)
        for block, formula in _formulas_in_order(zh):
            others = theirs.get((block.section, formula.display, formula.tex.strip()))
            other = others.pop(0) if others else None
            place = "displayed formula" if formula.display else "formula in a line"
            for start, end, new in _turned(block, formula):
                before = " ".join(formula.tex.split())
                context = f"${_cut(before)}$: {formula.tex[start:end]} → {new}"
                what = f"{context} at {start}"
                edit = zh.edit(formula.tex_start + start, formula.tex_start + end, new)
                yield zh.change(f"{place}, one language", edit.start, what, edit)
                if other:
                    also = en.edit(other.tex_start + start, other.tex_start + end, new)
                    yield zh.change(f"{place}, both languages", edit.start, what, edit, also)


def _cut(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"


def _formulas_in_order(page: Page) -> Iterator[tuple[Block, Formula]]:
    for block in page.chapter.blocks:
        for formula in block.formulas:
            yield block, formula


def _formulas(page: Page) -> dict[tuple[str, bool, str], list[Formula]]:
    found: dict[tuple[str, bool, str], list[Formula]] = {}
    for block, formula in _formulas_in_order(page):
        key = (block.section, formula.display, formula.tex.strip())
        found.setdefault(key, []).append(formula)
    return found


def _turned(block: Block, formula: Formula) -> Iterator[tuple[int, int, str]]:
    """What is changed in a formula: start, end and new text, in its LaTeX."""
    tex = formula.tex
    claimed = {
        at - formula.tex_start
        for number in block.numbers
        if number.place == "formula"
        for at in range(number.start, number.end)
    }
    for operator in _OPERATOR.finditer(tex):
        if operator.start() not in claimed:
            yield *operator.span(), TURNED[operator[0]]
    for at, character in enumerate(tex):
        if character.isdecimal() and at not in claimed:
            yield at, at + 1, character.translate(UP)
    if formula.display:
        seen: set[str] = set()
        for letter in _LETTER.finditer(tex):
            if letter[0] not in seen and not tex.startswith("\\", letter.start() - 1):
                seen.add(letter[0])
                other = "b" if letter[0] == "a" else "a"
                yield *letter.span(), other


def identities(pages: Pages) -> Iterator[Change]:
    """One side of an identity named otherwise, in both languages: another value of its snippet."""
    for zh, en in pages:
        theirs = iter(_identities(en))
        for claim in _identities(zh):
            other = next(theirs)
            for mine, also in zip(claim.entries, other.entries, strict=True):
                run = pages.rehearsal.runs[mine.name.snippet]
                for variable in sorted(run.values):
                    if variable in {e.name.variable for e in claim.entries}:
                        continue
                    new = f"{zh.text[mine.start : mine.end].partition('.')[0]}.{variable}"
                    yield zh.change(
                        "identity, a side named otherwise",
                        mine.start,
                        f"{zh.text[claim.start : claim.end]}: {mine.name} → {variable}",
                        zh.edit(mine.start, mine.end, new),
                        en.edit(also.start, also.end, new),
                    )


def _identities(page: Page):
    return [c for b in page.chapter.blocks for c in b.claims if c.kind == "identity"]


def swaps(pages: Pages) -> Iterator[Change]:
    """Neighbouring cells, labels, rows, names and captions exchanged.

    Rows are exchanged in one language only: in both, with the claims that go with them, the table
    says what it said.
    """
    for zh, en in pages:
        for kind, of in _EXCHANGED.items():
            ours, theirs = list(of(zh)), list(of(en))
            for page, found in ((zh, ours), (en, theirs)):
                for left, right in found:
                    if _differ(page, left, right):
                        what = f"{_shown(page, left)} ↔ {_shown(page, right)}"
                        edits = _exchanged(page, left, right)
                        yield page.change(f"{kind} exchanged, one language", left[0], what, *edits)
            if kind != "rows" and len(ours) == len(theirs):
                for (a, b), (c, d) in zip(ours, theirs, strict=True):
                    if _differ(zh, a, b) and _differ(en, c, d):
                        what = f"{_shown(zh, a)} ↔ {_shown(zh, b)}"
                        edits = (*_exchanged(zh, a, b), *_exchanged(en, c, d))
                        yield zh.change(f"{kind} exchanged, both languages", a[0], what, *edits)


Range = tuple[int, int]


def _differ(page: Page, left: Range, right: Range) -> bool:
    return page.text[slice(*left)] != page.text[slice(*right)]


def _shown(page: Page, part: Range) -> str:
    return _cut(" ".join(page.text[slice(*part)].split()))


def _exchanged(page: Page, left: Range, right: Range) -> tuple[Edit, Edit]:
    return (
        page.edit(*left, page.text[slice(*right)]),
        page.edit(*right, page.text[slice(*left)]),
    )


def _cells(page: Page) -> Iterator[tuple[Range, Range]]:
    """Neighbouring cells of a row that both hold numbers, without the claims behind them."""
    for block in page.chapter.blocks:
        if block.kind == "row" and block.numbers:
            yield from pairwise(c for c in _cells_of(page, block) if _has_number(c, block))


def _cells_of(page: Page, block: Block) -> Iterator[Range]:
    for cell in re.finditer(r"(?<=\|)[^|\n]+", page.text[block.start : block.end]):
        content = re.sub(r"<!--.*?-->", "", cell[0])
        if content.strip():
            start = block.start + cell.start() + len(content) - len(content.lstrip())
            yield start, start + len(content.strip())


def _labels(page: Page) -> Iterator[tuple[Range, Range]]:
    """In a table of numbers, the first cells of neighbouring rows, and neighbouring headers."""
    blocks = page.chapter.blocks
    for at, row in enumerate(blocks):
        if row.kind != "row" or not row.numbers:
            continue
        above = blocks[at - 1]
        if above.kind != "row" or page.text[above.end : row.start].strip(" |-:\n"):
            continue
        if above.numbers:
            cells = [next(_cells_of(page, each), None) for each in (above, row)]
            if all(
                cell and not _has_number(cell, each)
                for cell, each in zip(cells, (above, row), strict=True)
            ):
                yield cells[0], cells[1]
        else:
            yield from pairwise(_cells_of(page, above))


def _has_number(cell: Range, block: Block) -> bool:
    return any(cell[0] <= number.start < cell[1] for number in block.numbers)


def _rows(page: Page) -> Iterator[tuple[Range, Range]]:
    """Neighbouring rows of a table, each with its claims."""
    rows = [(b.start, b.end) for b in page.chapter.blocks if b.kind == "row" and b.numbers]
    for left, right in pairwise(rows):
        if not page.text[left[1] : right[0]].strip():
            yield left, right


def _names(page: Page) -> Iterator[tuple[Range, Range]]:
    """Neighbouring names of a claim, unless they stand for equal values."""
    for block in page.chapter.blocks:
        for claim in block.claims:
            if claim.kind == "numbers":
                for left, right in pairwise(claim.entries):
                    values = [page.rehearsal.value(entry.name) for entry in (left, right)]
                    data = [value and value.data for value in values]
                    if data[0] != data[1]:
                        yield (left.start, left.end), (right.start, right.end)


def _captions(page: Page) -> Iterator[tuple[Range, Range]]:
    """The captions of figures that follow each other."""
    captions = re.finditer(r"(?<=^/// caption\n).*?(?=\n///$)", page.text, re.DOTALL | re.M)
    yield from pairwise([caption.span() for caption in captions])


_EXCHANGED = {
    "cells": _cells,
    "labels": _labels,
    "rows": _rows,
    "names": _names,
    "captions": _captions,
}


def alone(pages: Pages) -> Iterator[Change]:
    """One language edited alone: a claim, a number, a formula, a link or a line is gone or new."""
    for pair in pages:
        for page in pair:
            yield from _alone(page)


def _alone(page: Page) -> Iterator[Change]:
    kind = "one language edited alone"
    for block in page.chapter.blocks:
        for claim in block.claims:
            what = f"without {page.text[claim.start : claim.end]}"
            yield page.change(kind, claim.start, what, page.edit(claim.start, claim.end, ""))
        if block.kind == "paragraph" and not page.text[block.start :].startswith(("!", "[")):
            yield page.change(
                kind, block.start, "17 more", page.edit(block.start, block.start, "17 ")
            )
        if block.numbers and block.kind in ("paragraph", "row", "item"):
            what = f"without {_shown(page, (block.start, block.end))}"
            yield page.change(kind, block.start, what, page.edit(block.start, block.end, ""))
        for figure in block.figures:
            what = f"without {figure.target}"
            yield page.change(kind, figure.start, what, page.edit(figure.start, figure.end, ""))
        for formula in block.formulas:
            if formula.display:
                what = f"without $${_cut(' '.join(formula.tex.split()))}$$"
                yield page.change(
                    kind, formula.start, what, page.edit(formula.start, formula.end, "")
                )
    for heading in page.chapter.headings:
        what = f"## above #{heading.id}"
        yield page.change(kind, heading.start, what, page.edit(heading.start, heading.start, "#"))
    for include in page.chapter.includes:
        end = page.text.index("\n", include.start)
        what = f"without {include.path}"
        yield page.change(kind, include.start, what, page.edit(include.start, end, ""))
    for link in re.finditer(r"\]\(([^)\s]+)\)", page.text):
        what = f"{link[1]} → {link[1]}x"
        yield page.change(kind, link.start(), what, page.edit(link.end(1), link.end(1), "x"))
