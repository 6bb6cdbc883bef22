"""Chapters: what an author has written, as blocks of numbers, formulas and claims.

`read` is the one function that reads a chapter. Checking, syncing, comparing languages and
rendering all stand on what it returns, so that they agree on what a number or a formula is.
It reads the Markdown that the book uses (see README.md) and reports what it does not allow:
raw HTML, bare URLs, headings without an id, a lone dollar sign, a number in a title.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePosixPath
from typing import Literal

from book import literals as grammar
from book.claims import Claim, ClaimError, claim, is_claim
from book.problems import Problem

BLANK = "\ufffc"  # stands for a character that holds no number of the prose


@dataclass(frozen=True)
class Number:
    """A number as written, at absolute offsets of the chapter's text."""

    start: int
    end: int
    literal: grammar.Literal
    place: Literal["text", "alt", "formula", "title"]


@dataclass(frozen=True)
class Formula:
    """A formula. `start:end` holds the dollar signs too, `tex` is what lies between them."""

    start: int
    end: int
    tex: str
    tex_start: int
    display: bool


@dataclass(frozen=True)
class Figure:
    """A picture in the page: its target as written, its alternative text."""

    start: int
    end: int
    target: str
    alt: str


@dataclass
class Block:
    """A paragraph, row, item, heading, caption, title or displayed formula.

    A claim covers the numbers of its own block since the claim before it.
    """

    kind: Literal["paragraph", "row", "item", "heading", "title", "formula"]
    start: int
    end: int
    section: str = ""
    numbers: list[Number] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    comments: list[tuple[int, int]] = field(default_factory=list)
    formulas: list[Formula] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)

    def by_claim(self) -> list[tuple[Claim | None, list[Number]]]:
        """The numbers of the block, each run of them with the claim that covers it."""
        runs: list[tuple[Claim | None, list[Number]]] = []
        rest = sorted(self.numbers, key=lambda number: number.start)
        for comment in self.claims:
            if comment.kind == "numbers":
                runs.append((comment, [n for n in rest if n.start < comment.start]))
                rest = [n for n in rest if n.start > comment.start]
        if rest:
            runs.append((None, rest))
        return runs


@dataclass(frozen=True)
class Heading:
    """A heading: its level, its id, and where it begins."""

    level: int
    id: str
    start: int


@dataclass(frozen=True)
class Include:
    """A file shown in a fence: its path from the root of the book."""

    path: str
    start: int
    section: str


@dataclass(frozen=True)
class Fold:
    """A block that a reader unfolds: the answer to an exercise."""

    section: str
    start: int


@dataclass
class Chapter:
    """A chapter in one language, read. `file` is relative to the root of the book."""

    file: str
    text: str
    blocks: list[Block] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)
    includes: list[Include] = field(default_factory=list)
    folds: list[Fold] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The name that both languages share: `recurrence`."""
        return PurePosixPath(self.file).stem

    @property
    def language(self) -> str:
        """The folder that the chapter lies in: `zh` or `en`."""
        return PurePosixPath(self.file).parent.name

    @cached_property
    def _lines(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1

    def problem(self, offset: int, message: str, remedy: str = "") -> Problem:
        """A problem at an offset of this chapter."""
        return Problem(self.file, *self.place(offset), message, remedy)


# --- lines

_FENCE = re.compile(r"(`{3,}|~{3,})(.*)")
_INCLUDE = re.compile(r'\s*--8<--\s+"([^"]+)"')
_HEADING = re.compile(r"(#{1,6})\s+(.*)")
_ID = re.compile(r"\{[^{}\n]*#([\w-]+)[^{}\n]*\}")
_ITEM = re.compile(r"(?:[-*+]|\d+[.)])\s+")
_ROW = re.compile(r"\|")
_RULE = re.compile(r"\|?[\s:|-]*-[\s:|-]*")
_BLOCK_FENCE = re.compile(r"/{3,}(.*)")
_TITLED = re.compile(r"(?:!!!|\?\?\?\+?)\s+\S.*|===[!+]?\s+\".*")
_FOOTNOTE = re.compile(r"\[\^[^\]]+\]:\s*")
_REFERENCE = re.compile(r"\[[^\]^]+\]:\s+\S+")
_UNDERLINE = re.compile(r"(?:=+|-+)\s*")
_QUOTE = re.compile(r"(?:>\s?)+")


def read(text: str, file: str) -> Chapter:
    """Read the Markdown of a chapter; `file` is its path from the root of the book.

    Never raises on what an author writes: whatever cannot be read is in `Chapter.problems`.
    A byte order mark and CRLF line ends are taken as they are, and do no harm.
    """
    chapter = Chapter(file, text)
    _Reader(chapter).run()
    chapter.problems.sort()
    return chapter


class _Reader:
    """Walks over the lines of a chapter, once."""

    def __init__(self, chapter: Chapter):
        self.chapter = chapter
        self.text = chapter.text
        self.spans = self._line_spans()
        self.at = 0
        self.section = ""
        self.open: Block | None = None
        self.boxes: list[int] = []

    def _line_spans(self) -> list[tuple[int, int]]:
        """Start and end of each line without its line end."""
        spans, start = [], 1 if self.text.startswith("\ufeff") else 0
        for line in self.text[start:].splitlines(keepends=True):
            spans.append((start, start + len(line.rstrip("\r\n"))))
            start += len(line)
        return spans

    def run(self) -> None:
        self._front_matter()
        while self.at < len(self.spans):
            self._line()
        self._close()
        for start in self.boxes:
            self._refuse(start, "this block is not closed", "close it with a line ///")

    def _refuse(self, offset: int, message: str, remedy: str) -> None:
        self.chapter.problems.append(self.chapter.problem(offset, message, remedy))

    def _close(self) -> None:
        block, self.open = self.open, None
        if block is not None:
            _scan(self.chapter, block)
            self.chapter.blocks.append(block)

    def _add(self, kind: str, start: int, end: int) -> Block:
        self._close()
        self.open = Block(kind, start, end, self.section)  # type: ignore[arg-type]
        return self.open

    def _front_matter(self) -> None:
        if not self.spans or self._at(0) != "---":
            return
        for line in range(1, len(self.spans)):
            start, end = self.spans[line]
            if self._at(line) in ("---", "..."):
                self.at = line + 1
                return
            self._title(start, end)
        self._refuse(0, "the front matter is not closed", "close it with a line ---")
        self.at = len(self.spans)

    def _at(self, line: int) -> str:
        start, end = self.spans[line]
        return self.text[start:end].rstrip()

    def _title(self, start: int, end: int) -> None:
        """A line that no claim can follow: numbers in it are refused."""
        for number in grammar.literals(_without_code(self.text[start:end])):
            self._refuse(
                start + number.start,
                f"the number {number.text} stands in a title, where nothing can check it",
                "move it into the text",
            )

    def _line(self) -> None:
        start, end = self.spans[self.at]
        raw = self.text[start:end]
        quote = _QUOTE.match(raw.lstrip())
        lead = len(raw) - len(raw.lstrip())
        body_start = start + lead + (quote.end() if quote else 0)
        body = self.text[body_start:end]
        body_start += len(body) - len(body.lstrip())
        body = body.strip()

        if self.open is not None and _comment_is_open(self.text[self.open.start : start]):
            self._extend(end)
        elif not body:
            self._close()
            self.at += 1
        elif fence := _FENCE.match(body):
            self._fence(fence[1], body_start)
        elif body.startswith("$$"):
            self._displayed(body_start)
        elif box := _BLOCK_FENCE.fullmatch(body):
            self._box(box[1].strip(), body_start, end)
        elif _TITLED.fullmatch(body):
            self._titled(body, body_start, end)
        elif heading := _HEADING.fullmatch(body):
            self._heading(heading, body_start, end)
        elif _ROW.match(body):
            self._row(body, body_start, end)
        elif item := _ITEM.match(body):
            self._item(item, body_start, end)
        elif note := _FOOTNOTE.match(body):
            self._add("item", body_start + note.end(), end)
            self.at += 1
        elif _REFERENCE.match(body):
            self._close()
            self.at += 1
        else:
            self._text(body, body_start, end)

    def _titled(self, body: str, start: int, end: int) -> None:
        self._close()
        self._title(start, end)
        if body.startswith("???"):
            self.chapter.folds.append(Fold(self.section, start))
        self.at += 1

    def _extend(self, end: int) -> None:
        assert self.open is not None
        self.open.end = end
        self.at += 1

    def _text(self, body: str, start: int, end: int) -> None:
        if _UNDERLINE.fullmatch(body):
            if self.open is not None and self.open.kind == "paragraph":
                self._refuse(start, f"{body} makes a heading of the text above", "use # for it")
            self._close()
            self.at += 1
        elif "|" in body and _RULE.fullmatch(body):
            self._refuse(start, "a row of this table has no leading |", "begin each row with |")
            self.at += 1
        elif self.open is None or self.open.kind not in ("paragraph", "item"):
            self._add("paragraph", start, end)
            self.at += 1
        else:
            self._extend(end)

    def _fence(self, marker: str, start: int) -> None:
        self._close()
        opened = self.at
        self.at += 1
        while self.at < len(self.spans):
            line_start, line_end = self.spans[self.at]
            line = self.text[line_start:line_end].strip().lstrip("> ")
            self.at += 1
            if line.startswith(marker) and not line.strip(marker[0]):
                return
            if include := _INCLUDE.match(line):
                self.chapter.includes.append(Include(include[1], line_start, self.section))
        self._refuse(start, f"the fence of line {opened + 1} is not closed", f"add {marker}")

    def _displayed(self, start: int) -> None:
        if self.open is not None:
            self._refuse(start, "a displayed formula begins inside a paragraph", "add a blank line")
        stop = self.text.find("$$", start + 2)
        blank = re.search(r"\n\s*\n", self.text[start:])
        if stop < 0 or (blank and start + blank.start() < stop):
            self._refuse(start, "this displayed formula is not closed", "close it with $$")
            self.at += 1
            return
        block = self._add("formula", start, stop + 2)
        block.formulas.append(
            Formula(start, stop + 2, self.text[start + 2 : stop], start + 2, display=True)
        )
        while self.spans[self.at][1] < stop:
            self.at += 1
        rest_start, rest_end = stop + 2, self.spans[self.at][1]
        self.at += 1
        while True:
            rest = self.text[rest_start:rest_end].strip()
            if (
                rest
                and not rest.startswith("<!--")
                and not _comment_is_open(self.text[block.start : rest_start])
            ):
                self._refuse(rest_start, "text follows a displayed formula", "add a blank line")
            block.end = rest_end
            if self.at >= len(self.spans):
                break
            rest_start, rest_end = self.spans[self.at]
            if not self.text[rest_start:rest_end].strip():
                break
            self.at += 1
        self._close()

    def _box(self, opening: str, start: int, end: int) -> None:
        self._close()
        self.at += 1
        if not opening:
            if self.boxes:
                self.boxes.pop()
            else:
                self._refuse(start, "/// closes nothing", "remove it")
            return
        self.boxes.append(start)
        kind, _, _ = opening.partition("|")
        if kind.strip() == "details":
            self.chapter.folds.append(Fold(self.section, start))
        self._title(start, end)
        while self.at < len(self.spans) and re.match(r"\s{4,}[\w-]+:", self._at(self.at)):
            self.at += 1

    def _heading(self, heading: re.Match[str], start: int, end: int) -> None:
        ident = _ID.search(heading[2])
        if ident is None or not ident[1].isascii():
            self._refuse(
                start,
                "this heading has no id of its own",
                "add one behind it, the same in both languages: { #vanishing }",
            )
        else:
            if any(ident[1] == other.id for other in self.chapter.headings):
                self._refuse(start, f"the id #{ident[1]} is given twice", "rename one")
            self.section = ident[1]
            self.chapter.headings.append(Heading(len(heading[1]), ident[1], start))
        self._add("heading", start, end)
        self.at += 1
        self._close()

    def _row(self, body: str, start: int, end: int) -> None:
        if self.open is not None and self.open.kind in ("paragraph", "item"):
            self._refuse(start, "a table begins inside a paragraph", "add a blank line before it")
        if _RULE.fullmatch(body):
            self._close()
        else:
            self._add("row", start, end)
        self.at += 1

    def _item(self, item: re.Match[str], start: int, end: int) -> None:
        if self.open is not None and self.open.kind == "paragraph":
            self._refuse(start, "a list begins inside a paragraph", "add a blank line before it")
        self._add("item", start + item.end(), end)
        self.at += 1


def _comment_is_open(text: str) -> bool:
    text = _without_code(text)
    return text.rfind("<!--") > text.rfind("-->")


# --- within a block

_INLINE = re.compile(
    r"(?P<escape>\\[\\`*_{}\[\]()#+.!|$<>~-])"
    r"|(?P<comment><!--.*?-->)"
    r"|(?P<opened><!--)"
    r"|(?P<code>(?<!`)(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`))"
    r"|(?P<formula>\$(?![\s$])(?P<tex>(?:\\.|[^\\$])+?)(?<!\s)\$(?!\$))"
    r"|(?P<dollar>\$)"
    r"|(?P<figure>!\[(?P<alt>[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*)\]"
    r"\((?P<src>[^()\s]*)(?P<srctitle>\s+\"[^\"]*\")?\)(?P<attrs>\{[^{}\n]*\})?)"
    r"|(?P<target>\]\((?P<href>(?:[^()\s]|\([^()\s]*\))*)(?P<hreftitle>\s+\"[^\"]*\")?\))"
    r"|(?P<label>\]\[[^\]\n]*\])"
    r"|(?P<footnote>\[\^[^\]\n]+\])"
    r"|(?P<autolink><(?:https?|mailto):[^>\s]*>)"
    r"|(?P<url>\bhttps?://[^\s<>]+)"
    r"|(?P<tag></?[A-Za-z][^<>\n]*>)"
    r"|(?P<attributes>\{:?\s*[#.][^{}\n]*\})"
    r"|(?P<entity>&\#?\w+;)",
    re.DOTALL,
)
_HAN = r"\u2e80-\u9fff\uf900-\ufaff"
_PUNCTUATION = "，。：；！？、（）「」『』《》“”‘’—…"


def _without_code(text: str) -> str:
    return re.sub(r"(`+)(?!`).+?(?<!`)\1(?!`)", lambda m: BLANK * len(m[0]), text, flags=re.DOTALL)


def _scan(chapter: Chapter, block: Block) -> None:
    """Fill a block with what stands in it: numbers, claims, formulas, figures, links."""
    text = chapter.text[block.start : block.end]
    if block.kind == "formula":
        formula = block.formulas[0]
        _formula_numbers(block, formula)
        _refuse_words(chapter, formula)
        head = formula.end - block.start
        text = BLANK * head + text[head:]
    prose = list(text)

    def blank(start: int, end: int) -> None:
        for at in range(start, end):
            if prose[at] not in "\r\n":
                prose[at] = BLANK

    def refuse(at: int, message: str, remedy: str) -> None:
        chapter.problems.append(chapter.problem(block.start + at, message, remedy))

    alts: list[tuple[int, int]] = []
    for token in _INLINE.finditer(text):
        start, end = token.span()
        offset = block.start + start
        match token.lastgroup:  # the outermost group is the last to close
            case "escape":
                if token[0] != "\\-":
                    blank(start, start + 1)
                continue
            case "comment":
                _comment(chapter, block, token[0], offset)
            case "opened":
                refuse(start, "this comment is not closed", "close it with -->")
            case "code":
                block.codes.append(token[0].strip("`").strip())
            case "formula":
                formula = Formula(offset, offset + end - start, token["tex"], offset + 1, False)
                block.formulas.append(formula)
                _formula_numbers(block, formula)
                _refuse_words(chapter, formula)
            case "dollar":
                refuse(start, "a lone dollar sign", r"write \$ for the sign, or close the formula")
            case "figure":
                block.figures.append(
                    Figure(offset, offset + end - start, token["src"], token["alt"])
                )
                if not token["alt"].strip():
                    refuse(start, "this figure has no alternative text", "say what it shows")
                alts.append(token.span("alt"))
                _scan_alt(chapter, block, token, refuse)
                blank(start, token.start("alt"))
                blank(token.end("alt"), end)
                continue
            case "target":
                block.links.append(token["href"])
                _refuse_link_title(token, "hreftitle", refuse)
            case "autolink":
                block.links.append(token[0][1:-1])
            case "url":
                refuse(start, "a bare URL", "write <https://…> or [text](https://…)")
            case "tag":
                if token[0].lower() not in ("<br>", "<br/>", "<br />"):
                    refuse(start, f"raw HTML: {token[0]}", "write it in Markdown")
        blank(start, end)

    for literal in grammar.literals("".join(prose)):
        start = block.start + literal.start
        place = "text"
        if any(first <= literal.start < last for first, last in alts):
            place = "alt"
        block.numbers.append(Number(start, block.start + literal.end, literal, place))
    block.numbers.sort(key=lambda number: number.start)
    _check_emphasis("".join(prose), refuse)


def _comment(chapter: Chapter, block: Block, comment: str, offset: int) -> None:
    block.comments.append((offset, offset + len(comment)))
    if not is_claim(comment):
        return
    try:
        block.claims.append(claim(comment, offset, chapter.name))
    except ClaimError as error:
        chapter.problems.append(chapter.problem(error.offset, str(error), error.remedy))


def _formula_numbers(block: Block, formula: Formula) -> None:
    for literal in grammar.formula_literals(formula.tex):
        start = formula.tex_start + literal.start
        end = formula.tex_start + literal.end
        block.numbers.append(Number(start, end, literal, "formula"))


def _refuse_words(chapter: Chapter, formula: Formula) -> None:
    words = re.search(f"[{_HAN}{_PUNCTUATION}]", formula.tex)
    if words is not None:
        chapter.problems.append(
            chapter.problem(
                formula.tex_start + words.start(),
                f"{words[0]} stands inside a formula",
                r"write \$ for a dollar sign; a formula has no words",
            )
        )


def _scan_alt(chapter: Chapter, block: Block, token: re.Match[str], refuse) -> None:
    if "$" in token["alt"] or "`" in token["alt"]:
        refuse(token.start("alt"), "alternative text is plain text", "no $ and no ` in it")
    _refuse_link_title(token, "srctitle", refuse)


def _refuse_link_title(token: re.Match[str], group: str, refuse) -> None:
    if token[group] is not None:
        refuse(token.start(group), "a link has no title in this book", "say it in the text")


def _check_emphasis(prose: str, refuse) -> None:
    """Bold that a renderer leaves as literal asterisks, next to full-width punctuation."""
    for order, mark in enumerate(re.finditer(r"(?<!\*)\*\*(?!\*)", prose)):
        before = prose[mark.start() - 1 : mark.start()]
        after = prose[mark.end() : mark.end() + 1]
        inner, outer = (after, before) if order % 2 == 0 else (before, after)
        if inner and inner in _PUNCTUATION and outer.isalnum():
            refuse(
                mark.start(),
                f"** between {outer} and {inner} is not read as bold",
                "put the punctuation outside the bold text",
            )
