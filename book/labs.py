"""Labs: notebooks whose words are checked as a chapter's are, and whose cells are snippets.

A lab is `docs/<language>/labs/<name>.py`, in the percent format that editors and Jupytext read::

    # ---
    # title: A title
    # description: One sentence.
    # ---

    # %% [markdown]
    # # A heading { #id }
    #
    # Words, and the numbers that they claim: 0.32. <!--= attention/forward.last[0] -->

    # %% attention/forward
    here stands the snippet, as `sync` writes it

    # %% try
    a line or two for the reader to change

`read` returns what `book.chapter.read` makes of the words, with the cells beside it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from functools import partial
from itertools import zip_longest
from pathlib import Path, PurePosixPath
from typing import Literal

from book import chapter
from book.chapter import Chapter
from book.problems import Problem

FOLDER = "labs"
TRY = "try"


@dataclass(frozen=True)
class Cell:
    """A cell: its marker's `line`, and the text below it at `start:end` of the file.

    `name` is that of a snippet, `attention/forward`; empty for words and for what a reader tries.
    """

    kind: Literal["words", "snippet", "try"]
    name: str
    text: str
    line: int
    start: int
    end: int


@dataclass
class Lab(Chapter):
    """A lab in one language. `text` has the words at their places, and blanks for all else."""

    cells: list[Cell] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The name that both languages share: `labs/paths`."""
        return f"{FOLDER}/{PurePosixPath(self.file).stem}"

    @property
    def language(self) -> str:
        """The language of its folder: `zh` or `en`."""
        return PurePosixPath(self.file).parent.parent.name

    @property
    def code(self) -> list[Cell]:
        """The cells that run, in order."""
        return [cell for cell in self.cells if cell.kind != "words"]

    @property
    def snippets(self) -> list[str]:
        """The snippets that it holds, in order."""
        return [cell.name for cell in self.cells if cell.kind == "snippet"]


def labs_of(docs: Path) -> list[Path]:
    """The labs in the folder of a language."""
    return sorted((docs / FOLDER).glob("[!.]*.py"))


def is_lab(file: str) -> bool:
    """Whether a path, from the root of the book or from the folder of a language, is a lab's."""
    return PurePosixPath(file).parent.name == FOLDER and file.endswith(".py")


_WORDS = "[markdown]"
_MARKER = re.compile(r"# %%(?: +(?P<what>.*?))? *")
_BOX = re.compile(r"# */{3,} *(?P<kind>\w*).*")
_SNIPPET = re.compile(r"[A-Za-z_]\w*/[A-Za-z_]\w*", re.ASCII)


def read(text: str, file: str) -> Lab:
    """Read a lab; `file` is its path from the root of the book.

    Never raises on what an author writes: whatever cannot be read is in `Lab.problems`.
    """
    return _read(text, _blanked(text), file)


def page(text: str, file: str) -> Lab:
    """A lab as its page has it: like `read`, but `text` is that of `markdown`."""
    return _read(text, markdown(text), file)


def _read(text: str, words_of: str, file: str) -> Lab:
    words = chapter.read(words_of, file)
    lab = Lab(**{part.name: getattr(words, part.name) for part in fields(Chapter)})
    for what in _read_cells(text):
        if isinstance(what, Cell):
            lab.cells.append(what)
        else:
            lab.problems.append(Problem(file, *what))
    for block in lab.blocks:
        for figure in block.figures:
            message, remedy = "a lab shows no figure", "link to the chapter that does"
            lab.problems.append(lab.problem(figure.start, message, remedy))
    lab.problems.sort()
    return lab


def markdown(text: str) -> str:
    """The words of a lab as Markdown, line by line; where a code cell was, stands its `place`."""
    lines: list[str] = []
    places = (place(number) for number in range(len(text)))
    for kind, line, _ in _lines(text):
        match kind:
            case "front" | "words":
                lines.append(line[2:])
            case "code cell":
                lines.append(next(places))
            case _:
                lines.append("")
    return "\n".join(lines)


def place(number: int) -> str:
    """What stands in the Markdown of a lab for one of its code cells, counted from zero."""
    letters = "".join(chr(ord("a") + int(digit)) for digit in str(number))
    return f"`cell:{letters}`"  # a digit would be a number of the prose


def parity(zh: Lab, en: Lab) -> list[Problem]:
    """The first code cell in which the two languages differ."""
    for left, right in zip_longest(zh.code, en.code):
        if left is not None and right is not None and _key(left) == _key(right):
            continue
        sides = [
            f"{lab.file}:{cell.line} has {cell.name or TRY}" if cell else f"{lab.file} has none"
            for lab, cell in ((zh, left), (en, right))
        ]
        lab, cell = (zh, left) if left is not None else (en, right)
        assert cell is not None
        message = f"the languages differ, first cell: {'; '.join(sides)}"
        return [Problem(lab.file, cell.line, 1, message, "make both cells the same")]
    return []


def _key(cell: Cell) -> tuple[str, str]:
    """What both languages share of a cell; the text of a snippet is compared with the snippet."""
    return cell.name, "" if cell.name else cell.text


def _lines(text: str) -> Iterator[tuple[str, str, int]]:
    """Each line without its line end, with its kind and its offset.

    A kind is `front`, `words`, `code`, `words cell` or `code cell` for a marker, `blank`, or
    `stray` for what stands where words should.
    """
    offset = 1 if text.startswith("\ufeff") else 0
    within = "front"
    for raw in text[offset:].split("\n"):
        line = raw.removesuffix("\r")
        marker = _MARKER.fullmatch(line)
        if marker:
            within = "words" if marker["what"] == _WORDS else "code"
            yield f"{within} cell", line, offset
        elif within == "code":
            yield "code", line, offset
        elif not line.strip():
            yield "blank", line, offset
        elif line == "#" or line.startswith("# "):
            yield within, line, offset
        else:
            yield "stray", line, offset
        offset += len(raw) + 1


def _blanked(text: str) -> str:
    """The words of a lab at the offsets that they have in the file, and blanks for all else."""
    parts = ["\ufeff"] if text.startswith("\ufeff") else []
    at = len(parts)
    for kind, line, offset in _lines(text):
        parts.append(text[at:offset])  # the line end before it
        match kind:
            case "front":  # its rules stand at the beginning of a line
                parts.append(f"{line[2:]}{' ' * min(len(line), 2)}")
            case "words":
                parts.append(f"{' ' * min(len(line), 2)}{line[2:]}")
            case _:
                parts.append(" " * len(line))
        at = offset + len(line)
    return "".join(parts) + text[at:]


def _read_cells(text: str) -> Iterator[Cell | tuple[int, int, str, str]]:
    """The cells, and what is wrong with them: line, column, message and remedy."""
    lines = list(_lines(text))
    for at, (kind, line, _) in enumerate(lines, 1):
        if kind == "stray":
            yield at, 1, f"neither words nor a cell: {line}", "begin a line of words with # "
    markers = [at for at, (kind, _, _) in enumerate(lines) if kind.endswith("cell")]
    for at, after in zip_longest(markers, markers[1:], fillvalue=len(lines)):
        body = lines[at + 1 : after]
        while body and not body[-1][1].strip():
            body.pop()
        if after < len(lines) and len(body) == after - at - 1:
            yield after + 1, 1, "a cell begins without a blank line before it", "add one"
        start = lines[at + 1][2] if at + 1 < len(lines) else len(text)
        end = body[-1][2] + len(body[-1][1]) if body else start
        cell = partial(Cell, text="\n".join(b[1] for b in body), line=at + 1, start=start, end=end)
        what = _MARKER.fullmatch(lines[at][1])["what"] or ""
        if what == _WORDS:
            yield cell("words", "")
            yield from _boxes([line for _, line, _ in body], at + 2)
        elif what == TRY:
            yield cell("try", "")
            if not body:
                yield at + 1, 1, "an empty cell", "write what a reader may change"
        elif _SNIPPET.fullmatch(what):
            yield cell("snippet", what)
        else:
            message = f"a cell of no kind: {what or 'without a name'}"
            yield at + 1, 1, message, f"write # %% {_WORDS}, # %% chapter/snippet or # %% {TRY}"


def _boxes(lines: list[str], first: int) -> Iterator[tuple[int, int, str, str]]:
    """What a notebook cannot show of the boxes in a cell of words."""
    opened: list[int] = []
    for number, line in enumerate(lines, first):
        if box := _BOX.fullmatch(line):
            if not box["kind"]:
                opened = opened[:-1]
                continue
            opened.append(number)
            if box["kind"] != "details":
                yield number, 1, f"a notebook has no box {box['kind']}", "use details, or none"
    for number in opened:
        yield number, 1, "this fold does not end in its cell", "close it with # /// before the cell"
