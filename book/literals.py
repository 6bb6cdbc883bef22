"""The numbers of a text, as an author writes them.

`literals` reads prose, `formula_literals` LaTeX; `written` and `agrees` compare a value with one.

A number is a literal unless it is part of a name: letters directly before digits (float32, Conv1d),
capitals with a hyphen (GPT-2, UTF-8), `doi:…` and `arXiv:…`. Superscript and subscript digits
behind a letter belong to the letter. Chinese numerals are words. What is not understood is a
literal without a value: 3.11.2, 1_000, ①, ٣.

>>> [(number.text, str(number.value)) for number in literals("从−0.5 到 18 亿，GPT-2 除外")]
[('−0.5', '-1/2'), ('18 亿', '1800000000')]
"""

import re

from book import formula
from book.numeral import (
    DIGIT,
    HAN,
    LOWERED,
    MINUS,
    NUMBER,
    POINT,
    RAISED,
    RAISED_NUMBER,
    SIGNS,
    VULGAR,
    WIDE,
    Literal,
    Tie,
    Unwritable,
    agrees,
    is_han,
    is_letter,
    literal,
    other_digits,
    raised_literal,
    unclaimable,
    written,
)

__all__ = [
    "Literal",
    "Tie",
    "Unwritable",
    "agrees",
    "formula_literals",
    "literals",
    "written",
]

_NAME = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    r"(?i:doi):10\.[0-9]{4,9}/[A-Za-z0-9./_;:()\-]+"
    r"|(?i:arxiv):(?:[0-9]{4}\.[0-9]{4,5}|[a-z\-]+(?:\.[A-Z]{2})?/[0-9]{7})(?:v[0-9]+)?"
    r"|[A-Za-z]++[0-9][A-Za-z0-9]*+"
    r"|[A-Z]{2,}+[\-‐‑][0-9]++(?:\.[0-9]++)?+(?!\s?[%％]|,[0-9]{3}(?![0-9])))"
)
_NO_NUMBER = re.compile(
    rf"(?:{DIGIT}++|(?<![^\W{HAN}])(?<![.．)\]}}%]))(?:{POINT}{DIGIT}++){{2,}}"
    rf"|{DIGIT}++(?:_++{DIGIT}++)+"
)
CLOSING = ")]}）］｝"  # ends what a hyphen, or in a formula a minus, may join to a number
_DIGITS = f"0-9{WIDE}{RAISED}{LOWERED}{''.join(VULGAR)}"
_DIGIT = re.compile(f"[{_DIGITS}]")  # one is in each token
_TOKEN = re.compile(  # what begins with neither of the two classes is passed over fast
    rf"(?=[A-Za-z])(?P<name>{_NAME.pattern})|(?=[{_DIGITS}.．⁺⁻])(?:(?P<none>{_NO_NUMBER.pattern})"
    rf"|(?P<raised>{RAISED_NUMBER.pattern})|(?P<lowered>[{LOWERED}]++)"
    rf"|(?P<number>{NUMBER[False].pattern}))"
)


def literals(text: str) -> list[Literal]:
    """The numbers of prose, in reading order, with their offsets in `text`.

    The caller has blanked what is not prose (code, link targets), each character by another one.
    """
    found: list[Literal] = []
    for match in _TOKEN.finditer(text) if _DIGIT.search(text) else ():
        start = match.start()
        if match["number"] is not None:
            sign = _sign(text, start, found[-1].end if found else -1)
            negative = sign and text[start - 1] in MINUS
            found.append(literal(match, start=start - sign, negative=bool(negative)))
        elif match["none"] is not None:
            sign = _sign(text, start, found[-1].end if found else -1)
            found.append(unclaimable(start - sign, text[start - sign : match.end()]))
        elif match["name"] is None and not is_letter(text[start - 1 : start]):
            read = raised_literal if match["raised"] is not None else unclaimable
            found.append(read(start, match[0]))
    return sorted([*found, *other_digits(text)], key=lambda number: number.start)


def formula_literals(tex: str) -> list[Literal]:
    """The numbers of a formula in LaTeX, without the structural ones; see `book.formula`."""
    return formula.numbers(tex, literals)


def _sign(text: str, start: int, last: int) -> int:
    """The length of the sign before `start`: 0 if it is a hyphen or a dash, or not there.

    Behind a quotation mark there is nothing that a hyphen could join, and behind a bracket a minus
    is none. `last` is the end of the literal before, -1 if there is none.
    """
    if start == 0 or text[start - 1] not in SIGNS or start - 1 <= last:
        return 0
    before = text[start - 2 : start - 1]
    if not before:
        return 1
    joins = (
        before in SIGNS + "%％‰"
        or (before in CLOSING and text[start - 1] not in "−－")
        or (before.isalnum() and not is_han(before))
    )
    return 0 if joins else 1
