"""Claims: the comments that give the numbers of a block their names.

Three kinds of comment carry claims::

    <!--= rnn.far rnn.ratio> - -->     names for the numbers before it, in reading order
    <!--== backward.G_V backward.G_V_autograd -->    an identity: two routes to one value
    <!--:=-->                          the formula is a definition, there is nothing to check

A name is `snippet.variable` or `chapter/snippet.variable`, with an index if wanted (`A[3]`,
`A[-1, 0]`, `A[:, 0]`). It is parsed, never evaluated. A relation may follow: `>` says that the
value is more than what is written, `<` less, `~` of the same order of magnitude. `-` stands for
one number that nothing computes.
"""

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

_NAME = re.compile(
    r"(?:(?P<chapter>[A-Za-z_]\w*)/)?(?P<snippet>[A-Za-z_]\w*)\.(?P<variable>[A-Za-z_]\w*)"
    r"(?P<index>\[[^\]]*\])?(?P<relation>[<>~])?",
    re.ASCII,
)
_TOKEN = re.compile(r"(?:\[[^\]]*\]|\S)+")
_PART = re.compile(r"\s*(?:(-?\d{1,9})|(-?\d{1,9})?\s*:\s*(-?\d{1,9})?)\s*", re.ASCII)


class Span(NamedTuple):
    """A range of an index, `1:3`; a slice that can be a key."""

    start: int | None = None
    stop: int | None = None

    def __str__(self) -> str:
        return ":".join("" if bound is None else str(bound) for bound in self)


Index = tuple[int | Span, ...]


@dataclass(frozen=True)
class Name:
    """What prose calls a value: the snippet (`chapter/snippet`), the variable and an index."""

    snippet: str
    variable: str
    index: Index = ()

    def __str__(self) -> str:
        return f"{self.snippet}.{self.variable}{index_text(self.index)}"


@dataclass(frozen=True)
class Entry:
    """One word of a claim; `name` is None for `-`. `start` and `end` are offsets in the chapter."""

    name: Name | None
    relation: str
    start: int
    end: int


@dataclass(frozen=True)
class Claim:
    """One claim comment. `start` and `end` are offsets of the whole comment in the chapter."""

    kind: Literal["numbers", "identity", "definition"]
    entries: tuple[Entry, ...]
    start: int
    end: int


class ClaimError(ValueError):
    """A claim that cannot be read. `offset` is where, in the chapter."""

    def __init__(self, message: str, remedy: str, offset: int):
        super().__init__(message)
        self.remedy = remedy
        self.offset = offset


def index_text(index: Index) -> str:
    """An index as it is written: `[3,0]`, `[:,0]`, or nothing."""
    return f"[{','.join(map(str, index))}]" if index else ""


def is_claim(comment: str) -> bool:
    """Whether an HTML comment means to be a claim (it may still be written wrongly)."""
    return re.match(r"<!--\s*:?=", comment) is not None


def claim(comment: str, offset: int, chapter: str) -> Claim:
    """Read the claim in an HTML comment that begins at `offset` of a chapter.

    Raises ClaimError, with the place and the remedy, if it cannot be read.
    """
    end = offset + len(comment)
    opening = re.match(r"<!--(==?|:=)", comment)
    if opening is None:
        raise ClaimError(
            f"{comment.split()[0]} does not begin a claim",
            "write <!--= names -->, <!--== left right --> or <!--:=-->",
            offset,
        )
    body_start = opening.end()
    body = comment[body_start : -len("-->")]
    words = [_entry(match, offset + body_start, chapter) for match in _TOKEN.finditer(body)]
    match opening[1]:
        case ":=":
            if words:
                raise ClaimError("a definition names nothing", "write <!--:=-->", offset)
            return Claim("definition", (), offset, end)
        case "==":
            if len(words) != 2 or any(word.name is None or word.relation != "=" for word in words):
                raise ClaimError(
                    "an identity names exactly two values",
                    "write <!--== snippet.left snippet.right -->",
                    offset,
                )
            return Claim("identity", tuple(words), offset, end)
        case _:
            if not words:
                raise ClaimError("a claim names no value", "write <!--= snippet.value -->", offset)
            return Claim("numbers", tuple(words), offset, end)


def _entry(token: re.Match[str], offset: int, chapter: str) -> Entry:
    start, end = offset + token.start(), offset + token.end()
    if token[0] == "-":
        return Entry(None, "=", start, end)
    parts = _NAME.fullmatch(token[0])
    if parts is None and re.fullmatch("[-–—−]+>|→", token[0]):
        raise ClaimError(f"{token[0]} does not end a claim", "write -->", start)
    if parts is None:
        raise ClaimError(
            f"{token[0]!r} is not a name",
            "a name is snippet.variable or chapter/snippet.variable, "
            "perhaps with [1] behind it, and > < ~ for a relation; - stands for no name",
            start,
        )
    index = _index(parts["index"], start)
    snippet = f"{parts['chapter'] or chapter}/{parts['snippet']}"
    return Entry(Name(snippet, parts["variable"], index), parts["relation"] or "=", start, end)


def _index(text: str | None, offset: int) -> Index:
    if text is None:
        return ()
    index: list[int | Span] = []
    for part in text[1:-1].split(","):
        match = _PART.fullmatch(part)
        if match is None:
            raise ClaimError(
                f"{text} is not an index", "an index is like [3], [-1, 0] or [:, 2]", offset
            )
        if match[1] is not None:
            index.append(int(match[1]))
        else:
            start, stop = (None if bound is None else int(bound) for bound in match.group(2, 3))
            index.append(Span(start, stop))
    return tuple(index)
