"""Languages in step: what zh and en of a chapter must share.

Neither language is the master. Both have the same headings, snippets, figures, displayed
formulas, exercises and links, the same inline formulas in a section, and the same claims in the
same order of blocks: equal names, relations, values and precision ("18 亿" is "1.8 billion").
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from itertools import pairwise, takewhile, zip_longest
from operator import eq
from typing import NamedTuple

from book.chapter import Block, Chapter
from book.claims import Claim
from book.names import Part
from book.problems import Problem

Parts = Callable[[Claim], "list[Part] | None"]

_CODE = re.compile(r"`+([^`\n]+)`+")
_UNREAD = re.compile(r"<!--.*?-->|`[^`\n]*`|\$[^$]*\$|\]\([^)\s]*\)", re.DOTALL)
_LATIN = (
    re.compile(  # GPT-2, RoPE, GRU, float32: written alike among Chinese words and English ones
        r"(?<![A-Za-z0-9])(?:[A-Z]+[A-Za-z]*(?:-?[0-9]+)?|b?float[0-9]+)(?![A-Za-z0-9])"
    )
)
_LANGUAGE = re.compile(r"\.(?:zh|en)(\.svg)$")
_HAN_WORDS = re.compile(r"[\u4e00-\u9fff]+")


class Item(NamedTuple):
    """Something that both languages must have: what is compared, where, and how it reads."""

    key: object
    offset: int
    text: str


def parity(zh: Chapter, en: Chapter, parts: Parts) -> list[Problem]:
    """The first difference of each kind between the two languages of a chapter.

    `parts` tells what a claim stands for, number by number, or None where that is not known.
    """
    if headings := _in_order(zh, en, "heading", _headings):
        return headings  # everything else is compared section by section
    problems: list[Problem] = []
    for what, of in _SEQUENCES.items():
        problems += _in_order(zh, en, what, of)
    for what, of in _SETS.items():
        problems += _in_any_order(zh, en, what, of)
    return problems + _latin(zh, en) + _claims(zh, en, parts)


def _headings(chapter: Chapter) -> list[Item]:
    return [Item((h.level, h.id), h.start, "#" * h.level + f" #{h.id}") for h in chapter.headings]


def _figures(chapter: Chapter) -> list[Item]:
    return [
        Item((block.section, _LANGUAGE.sub(r"\1", figure.target)), figure.start, figure.target)
        for block in chapter.blocks
        for figure in block.figures
    ]


def _snippets(chapter: Chapter) -> list[Item]:
    return [Item((i.section, i.path), i.start, i.path) for i in chapter.includes]


def _displayed(chapter: Chapter) -> list[Item]:
    return [
        Item((block.section, formula.tex), formula.start, f"$${formula.tex}$$")
        for block in chapter.blocks
        for formula in block.formulas
        if formula.display
    ]


def _identities(chapter: Chapter) -> list[Item]:
    return [
        Item(
            (block.section, claim.kind, tuple(str(entry.name) for entry in claim.entries)),
            claim.start,
            chapter.text[claim.start : claim.end],
        )
        for block in chapter.blocks
        for claim in block.claims
        if claim.kind != "numbers"
    ]


def _folds(chapter: Chapter) -> list[Item]:
    return [Item(fold.section, fold.start, f"a fold in #{fold.section}") for fold in chapter.folds]


def _links(chapter: Chapter) -> list[Item]:
    return [
        Item((block.section, link), block.start, link)
        for block in chapter.blocks
        for link in block.links
    ]


def _inline(chapter: Chapter) -> list[Item]:
    found = {
        (block.section, formula.tex.strip()): Item(
            (block.section, formula.tex.strip()), formula.start, f"${formula.tex}$"
        )
        for block in reversed(chapter.blocks)
        for formula in reversed(block.formulas)
        if not formula.display
    }
    return sorted(found.values(), key=lambda item: item.offset)


def _rows(chapter: Chapter) -> list[Item]:
    """The rows of tables, headers too, that have something both languages write alike."""
    return [
        Item((block.section, tuple(labels)), block.start, _said(labels))
        for block in chapter.blocks
        if block.kind == "row" and (labels := _labels_of(chapter, block))
    ]


def _captions(chapter: Chapter) -> list[Item]:
    """What both languages write alike in the text below each figure, in any order."""
    found = []
    for above, block in pairwise(chapter.blocks):
        if above.figures and block.kind == "paragraph":
            text = chapter.text[block.start : block.end]
            labels = {formula.tex.strip() for formula in block.formulas}
            labels |= {word[0] for word in _HAN_WORDS.finditer(text) if word[0] in SENTENCE}
            shown = " ".join(_UNREAD.sub(" ", text).split())
            found.append(Item((block.section, frozenset(labels)), block.start, shown))
    return found


_SEQUENCES = {
    "snippet": _snippets,
    "figure": _figures,
    "displayed formula": _displayed,
    "identity or definition": _identities,
    "fold": _folds,
    "row": _rows,
    "caption": _captions,
}
_SETS = {"link": _links, "inline formula": _inline}


def _in_order(zh: Chapter, en: Chapter, what: str, of) -> list[Problem]:
    for left, right in zip_longest(of(zh), of(en)):
        if left is None or right is None or left.key != right.key:
            return [_difference(zh, en, what, left, right)]
    return []


def _in_any_order(zh: Chapter, en: Chapter, what: str, of) -> list[Problem]:
    """As many of each in a section of one language as in the same section of the other."""
    ours, theirs = Counter(i.key for i in of(zh)), Counter(i.key for i in of(en))
    left = next((item for item in of(zh) if ours[item.key] > theirs[item.key]), None)
    right = next((item for item in of(en) if theirs[item.key] > ours[item.key]), None)
    if left is None and right is None:
        return []
    return [_difference(zh, en, what, left, right)]


def _latin(zh: Chapter, en: Chapter) -> list[Problem]:
    """A name in Latin letters in a cell of the Chinese table that the English cell lacks."""
    rows = ([b for b in page.blocks if b.kind == "row"] for page in (zh, en))
    for left, right in zip(*rows, strict=False):
        cells = (
            _UNREAD.sub(" ", page.text[block.start : block.end]).split("|")
            for page, block in ((zh, left), (en, right))
        )
        for ours, theirs in zip(*cells, strict=False):
            lost = [name for name in _LATIN.findall(ours) if name not in theirs]
            if lost:
                ours, theirs = ours.strip(), theirs.strip()
                return [
                    _difference(
                        zh,
                        en,
                        f"cell with {lost[0]}",
                        Item(None, left.start, ours),
                        Item(None, right.start, theirs),
                    )
                ]
    return []


def _claims(zh: Chapter, en: Chapter, parts: Parts) -> list[Problem]:
    """Compare the blocks that bear numbers, one by one."""
    for left, right in zip_longest(_bearing(zh), _bearing(en)):
        if left is None or right is None or left.section != right.section:
            ours = left and Item(None, left.numbers[0].start, _numbers(left))
            theirs = right and Item(None, right.numbers[0].start, _numbers(right))
            return [_difference(zh, en, "block with numbers", ours, theirs)]
        ours, theirs = _facts(zh, left, parts), _facts(en, right, parts)
        if ours is None or theirs is None:
            continue  # this claim has a problem of its own, reported already
        if left.kind == right.kind and left.kind in ("row", "formula"):
            ordered = [fact.key for fact in ours] == [fact.key for fact in theirs]
            if ordered and left.kind == "row" and _labels_of(zh, left) != _labels_of(en, right):
                return [
                    _difference(
                        zh,
                        en,
                        "row",
                        Item(None, left.start, _said(_labels_of(zh, left))),
                        Item(None, right.start, _said(_labels_of(en, right))),
                    )
                ]
        else:
            ordered = Counter(f.key for f in ours) == Counter(f.key for f in theirs)
        if not ordered:
            return [_unlike(zh, en, ours, theirs)]
    return []


def _unlike(zh: Chapter, en: Chapter, ours: list[Item], theirs: list[Item]) -> Problem:
    """The first number that the other language does not have, on both sides."""
    left_keys, right_keys = Counter(f.key for f in ours), Counter(f.key for f in theirs)
    left = next((fact for fact in ours if left_keys[fact.key] > right_keys[fact.key]), ours[0])
    right = next((f for f in theirs if right_keys[f.key] > left_keys[f.key]), theirs[0])
    return _difference(zh, en, "number", left, right)


def _bearing(chapter: Chapter) -> list[Block]:
    return [block for block in chapter.blocks if block.numbers]


def _numbers(block: Block) -> str:
    return ", ".join(number.literal.text for number in block.numbers)


def _facts(chapter: Chapter, block: Block, parts: Parts) -> list[Item] | None:
    """The numbers of a block: name, relation, what is written and how exactly."""
    facts: list[Item] = []
    for claim, numbers in block.by_claim():
        said = parts(claim) if claim is not None else None
        if said is None or len(said) != len(numbers):
            return None
        for number, part in zip(numbers, said, strict=True):
            literal = number.literal
            written = literal.text if literal.value is None else (literal.value, literal.quantum)
            text = f"{literal.text} ({part.name or '-'})"
            facts.append(Item((part.name, part.relation, written), number.start, text))
    return facts


def _labels_of(chapter: Chapter, block: Block) -> list[tuple[int, str]]:
    """What both languages write alike in a row, cell by cell: formulas, words of the sentence.

    Code too, each with the number of its cell. Within a cell the order is the language's own.
    """
    text = chapter.text[block.start : block.end]
    bars = [match.start() for match in re.finditer(r"(?<!\\)\|", text)]
    found = [(formula.start - block.start, formula.tex.strip()) for formula in block.formulas]
    found += [(m.start(), m[0]) for m in _HAN_WORDS.finditer(text) if m[0] in SENTENCE]
    found += [(code.start(), code[1].strip()) for code in _CODE.finditer(text)]
    return sorted((bisect_right(bars, offset), label) for offset, label in found)


def _said(labels: list[tuple[int, str]]) -> str:
    return " ".join(label for _, label in labels)


SENTENCE = ("很高兴", "认识你", "爱玩的", "茂茂雨")


def _difference(
    zh: Chapter, en: Chapter, what: str, left: Item | None, right: Item | None
) -> Problem:
    """One difference, told at the side that has the thing, with the place on the other side."""
    shift = _alike(zh, en, left, right)
    sides = []
    for chapter, item in ((zh, left), (en, right)):
        if item is None:
            sides.append(f"{chapter.file} has none")
        else:
            line, column = chapter.place(item.offset + shift)
            sides.append(f"{chapter.file}:{line}:{column} has {_short(item.text)}")
    chapter, item = (zh, left) if left is not None else (en, right)
    assert item is not None
    return chapter.problem(
        item.offset + shift,
        f"the languages differ, first {what}: " + "; ".join(sides),
        "make both say the same",
    )


def _alike(zh: Chapter, en: Chapter, left: Item | None, right: Item | None) -> int:
    """How far two sources, of formulas say, run alike before they differ; else 0."""
    if left is None or right is None:
        return 0
    if not (zh.text.startswith(left.text, left.offset) and left.text != right.text):
        return 0
    if not en.text.startswith(right.text, right.offset):
        return 0
    return sum(1 for _ in takewhile(bool, map(eq, left.text, right.text)))


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 80 else text[:77] + "…"
