"""Joins: a line end in the source of a Chinese paragraph is no space in the page."""

import re
from collections.abc import Iterator
from itertools import pairwise
from xml.etree.ElementTree import Element

_HAN = "\u2e80-\u2fff\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
_WIDE = re.compile("[\u3001-\u3003\u3008-\u3011\u3014-\u301f\uff00-\uff65]")
_CHINESE = re.compile(f"[{_HAN}]|{_WIDE.pattern}")
_SHARED = "—…‘’“”"  # Chinese beside a Han character, English beside a Latin one


def joined(before: str, after: str) -> bool:
    """Whether a line end between two visible characters vanishes instead of becoming a space."""
    if _WIDE.match(before) or _WIDE.match(after):
        return True
    chinese = [bool(_CHINESE.match(character)) for character in (before, after)]
    return all(chinese) or (any(chinese) and (before in _SHARED or after in _SHARED))


def join_lines(block: Element) -> None:
    """Take line ends out of a block where Chinese goes on, also across bold, code and links."""
    pieces = list(_pieces(block))
    text = "".join(piece for _, _, piece in pieces)
    visible = [at for at, character in enumerate(text) if not character.isspace()]
    drop: set[int] = set()
    for before, after in pairwise(visible):
        gap = text[before + 1 : after]
        if "\n" in gap and _BREAK not in gap and joined(text[before], text[after]):
            drop.update(range(before + 1, after))
    start = 0
    for element, place, piece in pieces:
        end = start + len(piece)
        if place and drop.intersection(range(start, end)):
            kept = "".join(c for at, c in enumerate(piece, start) if at not in drop)
            setattr(element, place, kept)
        start = end


_BREAK = "\u2028"


def _pieces(element: Element) -> Iterator[tuple[Element, str, str]]:
    """The texts of a block in reading order, each with where it is kept: (element, place, text)."""
    if element.tag == "br":
        yield element, "", _BREAK
    elif element.text:
        yield element, "text", element.text
    for child in element:
        yield from _pieces(child)
        if child.tail:
            yield child, "tail", child.tail
