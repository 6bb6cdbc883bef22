"""Comparisons: whether the words around a number say that a value is above, below or near it.

A claim `recall.accuracy>` says that the value is more than the number; the sentence must say so
too, in words that this module knows. The word behind the number decides ("90% 以上"), else the
nearest one before it, on the same line; a negation before that turns it round.
"""

import re
from typing import Literal

_ABOVE = (
    "above|more than|over|at least|beyond|exceeds?|greater than|larger than|longer than"
    "|higher than|better than|no less than|not less than|rises? (?:to|past)|passed|passes"
    "|超过|高于|多于|大于|至少|不低于|不少于|超出|高出|冲过|升到|一过|\\\\g[te]|>"
)
_BELOW = (
    "below|less than|fewer than|under|within|at most|smaller than|shorter than|lower than"
    "|no more than|not more than|never more than|never exceeds?|falls? to"
    "|低于|不到|少于|不足|小于|至多|不超过|没有超过|不及|短于|\\\\l[te]|<"
)
_BEFORE = re.compile(rf"(?P<below>{_BELOW})|(?P<above>{_ABOVE})", re.IGNORECASE)
_BEHIND = re.compile(r"[^0-9，。；、,.;|]{0,8}?(?:(?P<below>以下|以内)|(?P<above>以上))")
_NOT = re.compile(
    r"(?:\b(?:no|not|nor|never|none|nowhere|neither|cannot) (?:[a-z]+ ){0,2}"
    r"|[不未没][有曾会能可再]{0,3}[降落升]?[在到]? ?)$",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"\b(?:about|around|roughly|near|nearly|approximately|order)\b|[~≈]|\\(?:approx|sim)(?![a-z])"
    r"|约|左右|上下|附近|量级|数量级|差不多|大致|接近",
    re.IGNORECASE,
)
_SO = re.compile(r"左右|上下|附近|量级|\bor so\b")
NEAR = 40  # characters before the number
FAR = 80  # before a number that is only about so large: one word may stand before two of them
BEHIND = 10


def about(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]`, or the words around it, say that it is only about so large.

    A bare power of ten says so itself.
    """
    if re.match(r"10[⁰¹²³⁴-⁹⁻^]", text[start:end]):
        return True
    line = text.rfind("\n", 0, start) + 1
    behind = text[end : end + BEHIND].partition("\n")[0].partition("<!--")[0]
    return bool(_ABOUT.search(text[max(line, start - FAR) : start]) or _SO.search(behind))


def said(text: str, start: int, end: int) -> Literal["<", ">"] | None:
    """The direction that the words around `text[start:end]` give; None if none is there."""
    line = text.rfind("\n", 0, start) + 1
    before = list(_BEFORE.finditer(text, max(line, start - NEAR), start))
    found = _BEHIND.match(text, end) or (before[-1] if before else None)
    if found is None:
        return None
    turned = _NOT.search(text, line, min(found.start(), start)) is not None
    return "<" if bool(found["below"]) != turned else ">"
