"""Chapters: what an author has written, as blocks of numbers, formulas and claims.

`read` is the one function that reads a chapter. Checking, syncing, comparing languages and
rendering all stand on what it returns, so that they agree on what a number or a formula is.
It reads the Markdown that the book uses (see README.md). Whatever a renderer might read in
another way than this reader does is refused: raw HTML, entities, bare URLs, reference links,
markup within a number, fences and boxes that are not plain, headings without an id, a lone dollar
sign, a number in a title. So there is no digit on a page that is not seen here.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from itertools import zip_longest
from pathlib import PurePosixPath
from typing import Literal

from book import literals as grammar
from book.claims import Claim, ClaimError, claim, is_claim
from book.problems import Problem, many

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


@dataclass(frozen=True)
class Citation:
    """References cited in one pair of brackets: their keys, each where it stands.

    `bare` is a citation behind the authors' names, `[-@gers2000]`, which shows the year alone.
    """

    start: int
    end: int
    keys: tuple[tuple[int, str], ...]
    bare: bool


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
    links: list[str] = field(default_factory=list)  # of a citation: @gers2000
    citations: list[Citation] = field(default_factory=list)
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

_FENCE = re.compile(r"`{3,}|~{3,}")
_INFO = re.compile(r'(?P<language>[a-z]+)?(?:\s+title="(?P<title>[^"`]*)")?')
_INCLUDE = re.compile(r'--8<-- "(snippets/\w+/\w+\.(?:py|out))"', re.ASCII)
_LISTINGS = ("console", "markdown", "sh", "yaml")  # typed by hand; others are included
_HEADING = re.compile(r"(#{1,6})\s+(.*)")
_ID = re.compile(r"\{ #([\w-]+) \}", re.ASCII)
_ITEM = re.compile(r"(?:[-*+]|(\d+)\.) +", re.ASCII)
_ROW = re.compile(r"\|")
_BAR = re.compile(r"(?<!\\)\|")
_UNREAD = re.compile(r"`[^`]*`|<!--.*?-->")  # in which a bar parts no cells
_RULE = re.compile(r"\|?[\s:|-]*-[\s:|-]*")
_BLOCK_FENCE = re.compile(r"/{3,}(.*)")
_BOXES = (
    "caption",
    "danger",
    "details",
    "example",
    "info",
    "note",
    "question",
    "tab",
    "tip",
    "warning",
)
_OPTION = re.compile(r"\s{4,}(?:open: (?:true|false)|type: [a-z]+)")
_TITLED = re.compile(r"(?:!!!|\?\?\?\+?)\s+\S.*|===[!+]?\s+\".*")
_FOOTNOTE = re.compile(r"\[\^([^\]]+)\]:\s*")
_REFERENCE = re.compile(r"^[ \t>]*(?P<label>\[(?!\^)[^\[\]\n]*\]:)", re.MULTILINE)
_UNDERLINE = re.compile(r"(?:=+|-+)\s*")
_QUOTE = re.compile(r"(?:>\s?)+")
_FRONT = re.compile(r"(?:title|description|needs|gives): [^\s\"'\\&*!|>%@`{\[#][^\"\\&`#]*")
_COLON = re.compile(r":(?= |$)")
_SPACES = " \u3000\xa0\u2009\u202f"


def read(text: str, file: str) -> Chapter:
    """Read the Markdown of a chapter; `file` is its path from the root of the book.

    Never raises on what an author writes: whatever cannot be read is in `Chapter.problems`.
    A byte order mark and CRLF line ends are taken as they are, and do no harm.
    """
    chapter = Chapter(file, text)
    _Reader(chapter).run()
    _refuse_characters(chapter)
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
        self.quoted = False
        self.ordinals: dict[int, int] = {}  # the last of each ordered list, by its column
        self.row = -2  # the line of the last row, and how many cells its table has
        self.cells = 0

    def _line_spans(self) -> list[tuple[int, int]]:
        """Start and end of each line without its line end."""
        spans, start = [], 1 if self.text.startswith("\ufeff") else 0
        for line in self.text[start:].split("\n"):
            spans.append((start, start + len(line.removesuffix("\r"))))
            start += len(line) + 1
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
            if self._at(line) == "---":
                self.at = line + 1
                return
            if _FRONT.fullmatch(self.text, start, end) is None:
                self._refuse(
                    start,
                    "front matter holds plain text alone",
                    "write title, description, needs, gives, each on one line, without quotes",
                )
            elif second := _COLON.search(self.text, self.text.index(": ", start) + 2, end):
                self._refuse(
                    second.start(),
                    "a second colon, of which YAML makes a mapping",
                    "write a dash, a comma or two sentences, or a full-width colon",
                )
            self._title(start, end)
        self._refuse(0, "the front matter is not closed", "close it with a line ---")
        self.at = len(self.spans)

    def _at(self, line: int) -> str:
        start, end = self.spans[line]
        return self.text[start:end].rstrip()

    def _title(self, start: int, end: int) -> None:
        """A line that no claim can follow: numbers in it are refused."""
        title = self.text[start:end]
        found = [(number.start, number.text) for number in grammar.literals(title)]
        found += [(spelled.start(), spelled[0]) for spelled in _SPELLED.finditer(title)]
        found += [(name.start(), name[0]) for name in _strangers(title)]
        for at, text in found:
            self._refuse(
                start + at,
                f"the number {text} stands in a title, where nothing can check it",
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
            self._fence(fence[0], body[fence.end() :], start, body_start)
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
        else:
            self._text(body, body_start, end, quoted=quote is not None)

    def _titled(self, body: str, start: int, end: int) -> None:
        self._close()
        self._title(start, end)
        if body.startswith("???"):
            self.chapter.folds.append(Fold(self.section, start))
        self.at += 1

    def _extend(self, end: int) -> None:
        assert self.open is not None
        self.open.end = end
        if self.open.kind == "row":
            self.row = self.at
        self.at += 1

    def _text(self, body: str, start: int, end: int, *, quoted: bool) -> None:
        if body.startswith("#"):
            self._refuse(
                start, "a # that begins no heading", "put a space behind it, or a \\ before"
            )
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
            self.quoted = quoted
            self.at += 1
        else:
            if quoted and not self.quoted and self.open.kind == "paragraph":
                self._refuse(start, "a quotation begins inside a paragraph", "add a blank line")
            self._extend(end)

    def _fence(self, marker: str, info: str, line_start: int, start: int) -> None:
        """A listing: what it shows is included, so that somebody has computed it."""
        self._close()
        lead = self.text[line_start:start]
        described = _INFO.fullmatch(info)
        language = described and described["language"]
        if lead.strip() or described is None:
            self._refuse(
                start, "this fence is not plain", 'write ```python title="…", outside quotes'
            )
        opened = self.at
        self.at += 1
        shown: list[str] = []
        while self.at < len(self.spans):
            begin, end = self.spans[self.at]
            raw, line = self.text[begin:end].rstrip(), self.text[begin:end].strip()
            self.at += 1
            if raw == lead + marker:
                break
            if line.startswith(marker) or (line and not raw.startswith(lead)):
                self._refuse(
                    begin,
                    f"this line ends the fence of line {opened + 1} or does not belong to it",
                    f"close the fence with {marker}, indented like it",
                )
            if include := _INCLUDE.fullmatch(line):
                self.chapter.includes.append(Include(include[1], begin, self.section))
                shown.append(include[1])
            elif "8<" in line or (language not in _LISTINGS and line):
                self._refuse(
                    begin,
                    "nothing has computed this listing",
                    'include it, --8<-- "snippets/chapter/name.py" or .out, or use a fence of '
                    + ", ".join(_LISTINGS),
                )
        else:
            self._refuse(start, f"the fence of line {opened + 1} is not closed", f"add {marker}")
        if described is not None and described["title"] not in (None, *shown):
            self._title(start, self.spans[opened][1])

    def _displayed(self, start: int) -> None:
        if self.open is not None:
            self._refuse(start, "a displayed formula begins inside a paragraph", "add a blank line")
        stop = self.text.find("$$", start + 2)
        blank = re.search(r"\n\s*\n", self.text[start:])
        if stop < 0 or (blank and start + blank.start() < stop):
            self._refuse(start, "this displayed formula is not closed", "close it with $$")
            while self.at < len(self.spans) and self._at(self.at).strip():
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
        kind = opening.partition("|")[0].strip()
        if kind not in _BOXES:
            self._refuse(start, f"{kind!r} is no kind of box", f"use {', '.join(_BOXES)}")
        if kind == "details":
            self.chapter.folds.append(Fold(self.section, start))
        self._title(start, end)
        while self.at < len(self.spans) and _OPTION.fullmatch(self._at(self.at)):
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
        cells = len(_BAR.findall(_UNREAD.sub("", body).rstrip().removesuffix("|")))
        if self.row != self.at - 1:
            self.cells = cells
        elif cells != self.cells:
            self._refuse(
                start,
                f"{many(cells, 'cell')} in this row, {self.cells} in the first of its table",
                r"give each row as many cells; write \| for a bar within one",
            )
        self.row = self.at
        if _RULE.fullmatch(body):
            self._close()
        else:
            self._add("row", start, end)
        self.at += 1

    def _item(self, item: re.Match[str], start: int, end: int) -> None:
        if self.open is not None and self.open.kind == "paragraph":
            self._refuse(start, "a list begins inside a paragraph", "add a blank line before it")
        if item[1] is not None:
            ordinal, indent = int(item[1][:4]), self.chapter.place(start)[1]
            self.ordinals = {at: last for at, last in self.ordinals.items() if at <= indent}
            last = self.ordinals.get(indent, 0)
            if ordinal not in (1, last + 1):
                self._refuse(
                    start,
                    f"{item[1]}. follows {last}. in this list",
                    "count from 1 by ones",
                )
            self.ordinals[indent] = ordinal
        self._add("item", start + item.end(), end)
        self.at += 1


def _comment_is_open(text: str) -> bool:
    text = _without_code(text)
    return text.rfind("<!--") > text.rfind("-->")


# --- within a block

_INLINE = re.compile(
    r"(?=[][\\<`$!{h8&])(?:"  # what follows begins with one of these: all else is passed over fast
    r"(?P<escape>\\[\\`*_{}\[\]()#+.!|$<>~-])"
    r"|(?P<comment><!--.*?-->)"
    r"|(?P<opened><!--)"
    r"|(?P<mistyped><!|<-+=)"
    r"|(?P<code>(?<!`)(?P<ticks>`+)(?!`)[^\n]+?(?<!`)(?P=ticks)(?!`))"
    r"|(?P<tick>`)"
    r"|(?P<formula>\$(?![\s$])(?P<tex>(?:\\.|[^\\$])+?)(?<!\s)\$(?!\$))"
    r"|(?P<dollar>\$)"
    r"|(?P<figure>!\[(?P<alt>[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*)\]"
    r"\((?P<src>[^()\s]*)(?P<srctitle>\s+\"[^\"]*\")?\))"
    r"|(?P<target>\]\((?P<href>(?:[^()\s]|\([^()\s]*\))*)(?P<hreftitle>\s+\"[^\"]*\")?\))"
    r"|(?P<citation>\[(?P<bare>-?)(?P<keys>@[^\[\]\n]*)\])"
    r"|(?P<label>\]\[)"
    r"|(?P<footnote>\[\^(?P<note>[^\]\n]+)\])"
    r"|(?P<autolink><https?:[^>\s]*>)"
    r"|(?P<url>\bhttps?://[^\s<>]+)"
    r"|(?P<tag></?[A-Za-z][^<>\n]*>)"
    r"|(?P<attributes>\{:?[ ](?:[#.][A-Za-z][\w-]*[ ])+\})"
    r"|(?P<braces>\{[^{}\n]*\})"
    r"|(?P<include>8<-)"
    r"|(?P<entity>&\#?\w+;))",
    re.DOTALL,
)
_HAN = r"\u2e80-\u9fff\uf900-\ufaff"
_PUNCTUATION = "，。：；！？、（）「」『』《》“”‘’—…"
_REFUSED = {
    "opened": ("this comment is not closed", "close it with -->"),
    "mistyped": ("this does not begin a comment", "a claim is <!--= snippet.value -->"),
    "tick": ("a lone backtick", "close the code on the same line"),
    "dollar": ("a lone dollar sign", r"write \$ for the sign, or close the formula"),
    "label": ("a link is not written where it leads", "write [text](target)"),
    "url": ("a bare URL", "write <https://…> or [text](https://…)"),
    "braces": ("braces that are neither an id nor a formula", r"write \{ for the character"),
    "include": ("a file included outside a fence", "put it into a fence"),
    "entity": ("an HTML entity", "write the character itself"),
}


def _without_code(text: str) -> str:
    return re.sub(r"(`+)(?!`).+?(?<!`)\1(?!`)", lambda m: BLANK * len(m[0]), text, flags=re.DOTALL)


def _scan(chapter: Chapter, block: Block) -> None:
    """Fill a block with what stands in it: numbers, claims, formulas, figures, links."""
    text = chapter.text[block.start : block.end]
    if block.kind == "formula":
        formula = block.formulas[0]
        _formula(chapter, block, formula)
        head = formula.end - block.start
        text = BLANK * head + text[head:]
    prose = list(text)
    gone: list[tuple[int, int]] = []  # what a reader of the page does not see at all

    def blank(start: int, end: int) -> None:
        for at in range(start, end):
            if prose[at] not in "\r\n":
                prose[at] = BLANK

    def refuse(at: int, message: str, remedy: str) -> None:
        chapter.problems.append(chapter.problem(block.start + at, message, remedy))

    for reference in _REFERENCE.finditer(text) if block.kind in ("paragraph", "item") else ():
        refuse(reference.start("label"), *_REFUSED["label"])
    alts: list[tuple[int, int]] = []
    for token in _INLINE.finditer(text):
        start, end = token.span()
        offset = block.start + start
        kind = token.lastgroup  # the outermost group is the last to close
        if kind == "attributes" and block.kind != "heading":
            kind = "braces"
        if kind in _REFUSED:
            refuse(start, *_REFUSED[kind])
            continue
        match kind:
            case "escape":
                gone.append((start, start + 1))
                if token[0] != "\\-":
                    blank(start, start + 1)
                continue
            case "comment":
                gone.append((start, end))
                _comment(chapter, block, token[0], offset)
            case "code":
                block.codes.append(token[0].strip("`").strip())
                for number in grammar.literals(block.codes[-1]):
                    if number.text == block.codes[-1] and number.value is not None:
                        message = (
                            f"the number {number.text} stands in code, where nothing checks it"
                        )
                        refuse(start, message, "write it without backticks, with a claim")
            case "formula":
                formula = Formula(offset, block.start + end, token["tex"], offset + 1, False)
                block.formulas.append(formula)
                _formula(chapter, block, formula)
            case "figure":
                figure = Figure(offset, block.start + end, token["src"], token["alt"])
                block.figures.append(figure)
                if not token["alt"].strip():
                    refuse(start, "this figure has no alternative text", "say what it shows")
                if set(token["alt"]) & set("$`*"):
                    refuse(token.start("alt"), "alternative text is plain text", "no $, ` or *")
                _refuse_link_title(token, "srctitle", refuse)
                alts.append(token.span("alt"))
                blank(start, token.start("alt") - 1)
                blank(token.end("alt") + 1, end)
                continue
            case "target":
                before = "".join(prose[:start])
                if before.count("[") <= before.count("]"):
                    refuse(start, "this link has no text", "write [text](target)")
                    continue
                block.links.append(token["href"])
                gone.append((start, end))
                _refuse_link_title(token, "hreftitle", refuse)
                prose[start] = "]"
                blank(start + 1, end)
                continue
            case "citation":
                found = _citation(token, block.start)
                if found is None:
                    refuse(start, f"{token[0]} is no citation", "write [@gers2000] or [@a; @b]")
                else:
                    block.citations.append(found)
                    block.links += [f"@{key}" for _, key in found.keys]
            case "footnote":
                if f"\n[^{token['note']}]:" not in chapter.text:
                    refuse(
                        start, f"there is no footnote {token['note']}", "write it, or take it out"
                    )
                    continue
            case "autolink":
                block.links.append(token[0][1:-1])
            case "tag":
                if token[0] not in ("<br>", "<br/>", "<br />"):
                    refuse(start, f"raw HTML: {token[0]}", "write it in Markdown")
                    continue
        blank(start, end)

    seen = "".join(prose)
    numbers = grammar.literals(seen)
    for literal in numbers:
        in_alt = any(first <= literal.start < last for first, last in alts)
        place = "alt" if in_alt else "text"
        start = block.start + literal.start
        block.numbers.append(Number(start, block.start + literal.end, literal, place))
    block.numbers.sort(key=lambda number: number.start)
    for formula in block.formulas:
        if not formula.display:
            first, last = formula.start - block.start, formula.end - block.start
            before = partial(_shown, seen[:first], gone, 0)
            behind = partial(_shown, seen[last:], gone, last)
            _check_beside(formula.tex, before, behind, text[last : last + 4], first, refuse)
    _check_emphasis(seen, refuse)
    _check_numbers(seen, numbers, _flat(seen, gone), refuse)


_KEYS = re.compile(r"@(?:\*|[a-z]+[0-9]{4}[a-z]?)(?:; @[a-z]+[0-9]{4}[a-z]?)*")


def _citation(token: re.Match[str], start: int) -> Citation | None:
    """What a pair of brackets cites; None if it is not written as it should be."""
    if _KEYS.fullmatch(token["keys"]) is None:
        return None
    at = start + token.start("keys")
    keys = tuple((at + key.start(), key[1]) for key in re.finditer(r"@([*\w]+)", token["keys"]))
    return Citation(start + token.start(), start + token.end(), keys, bool(token["bare"]))


_MARKUP = re.compile(r"[*_~]+|\[(?!\^)|\](?=\ufffc)")
_FOLD = re.compile(
    rf"(?P<join>(?<=[{_HAN}{_PUNCTUATION}])\n[\s>]*(?=[{_HAN}{_PUNCTUATION}]))|\s*\n[\s>]*"
)


def _shown(prose: str, gone: list[tuple[int, int]], offset: int) -> str:
    """A part of a block that begins at an offset, as a page shows it."""
    return _flat(prose + BLANK, [(a - offset, b - offset) for a, b in gone if a >= offset])[:-1]


def _flat(prose: str, gone: list[tuple[int, int]]) -> str:
    """The prose of a block as a page shows it: on one line, without markup and comments."""
    kept = list(prose)
    for start, end in gone:
        kept[start:end] = [""] * (end - start)
    text = _MARKUP.sub("", "".join(kept).rstrip())
    text = _FOLD.sub(lambda fold: " " if fold["join"] is None else "", text)
    return re.sub(r" {2,}", " ", text)


_UNITS = (
    r"(?:K|G|T|bn|mn|tn|ppm|pct|bps|(?:hundred|thousand|million|billion|trillion)s|dozen)"
    r"(?![A-Za-z0-9])|(?:ten|hundred|thousand|million|billion|trillion)ths?(?![a-z])"
    r"|percentage points?|basis points?|per[ -]?mill?e?(?![a-z])|per-cent"
    r"|(?:[Mm]io|[Mm]rd|lakh|crore)(?![a-z])"
    r"|成(?![为分了正反])|分之(?!一)|[十百兆億萬‱﹪]"
)
_SIGNS = r"(?:(?<!正)负|零下|(?<!plus and )(?<!plus or )[Mm]inus|[Nn]egative|分之)\s*"
_DASHES = r"(?<![0-9０-９A-Za-z)\]}%％\ufffc])[\u2010-\u2013\ufe63\u207b]\s?"
_UNIT = re.compile(rf"(?<=[0-9０-９])(?:[ \u3000\xa0]?(?:{_UNITS})|[ \xa0]k(?![\w-]))")
_SIGN = re.compile(rf"{_SIGNS}(?=[0-9０-９])|{_DASHES}(?=[0-9０-９])")
# the same about a formula that is a number, and what is read behind a number of the prose alone
_BEHIND = re.compile(
    rf"[ \u3000\xa0-]?(?:{_UNITS}|千|[kMB](?![A-Za-z0-9])"
    r"|(?:hundred|thousand|trillion|per ?cent)(?![a-z]))"
)
_BEFORE = re.compile(rf"(?:{_SIGNS}|{_DASHES}|(?<![0-9A-Za-z)\]}}%％\ufffc])[-−－]\s?)$")
_RAISED = re.compile(r"(?<=[A-Za-z)])[⁰¹²³⁴-⁹₀-₉]+")
_SPLIT = re.compile(
    r"(?<=[0-9])['’·٫․点〇](?=[0-9])|(?<![0-9.,A-Za-z-])[1-9][0-9]{0,2}(?: [0-9]{3})+(?!,?[0-9])"
    r"|(?<=[0-9]) (?=[0-9]+/[0-9])|(?<=[0-9])\s?[万亿千]\s?(?=[0-9])"
    r"|(?<=[0-9])\s?[x*]\s?(?=10[⁰¹²³⁴-⁹⁻^])|(?<=[0-9]) and a (?:half|third|quarter)"
)
_TOUCH = re.compile(
    r"[0-9０-９]\ufffc|\ufffc[0-9０-９]|\ufffc[\s-]?[*_]*(?=[%％‰亿万]|million(?!s)|billion(?!s))"
)
_CONTINUES = re.compile(
    r"\s*(?:\\(?:mathrm|operatorname)\s*"
    r"\{\s*(?:[kMB]|hundred|thousand|million|billion|trillion)\s*\}"
    r"|\\(?:times|cdot|%|[,;:! ])|[\^/×·⋅*.])"
)  # what begins no formula
_NAMED = re.compile(
    r"(?<![A-Za-z0-9])(?:[A-Za-z]+[0-9]\w*|[A-Z]{2,}-[0-9]+(?:\.[0-9]+)?)", re.ASCII
)
_REGISTERED = re.compile(r"(?i:doi|arxiv):\S+")
NAMES = {
    "Conv1d", "GPT-1", "GPT-2", "GPT-3", "GPT-4", "UTF-8",
    "bfloat16", "float16", "float32", "float64",
}  # fmt: skip
_SPELLED = re.compile(
    r"[百千]分之[零一二两三四五六七八九十百]"
    r"|\b(?:one|two|three|four|five|six|seven|eight|nine|ten) per ?cent"
    r"|(?:[零二两三四五六七八九十百千万亿]|一[十百千万亿])[零一二两三四五六七八九十百千万亿]*[多几]?倍"
    r"|(?<![一二三四五六七八九百千万])十[一二三四五六七八九]|[二三四五六七八九]十"
    r"|\b(?:two|three|four|five|six|seven|eight|nine|ten)[ -]times"
    r"(?= (?:as|more|less|fewer|the|that|its|what|larger|smaller|longer|shorter|wider|narrower"
    r"|faster|slower)\b)"
    r"|\b(?:eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen"
    r"|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)\b",
    re.IGNORECASE,
)


def _check_numbers(prose: str, numbers: list[grammar.Literal], flat: str, refuse) -> None:
    """Refuse what would make a number on the page another one than the one that is checked."""
    shown = grammar.literals(flat)
    if [_meaning(number) for number in numbers] != [_meaning(number) for number in shown]:
        pairs = zip_longest(numbers, shown)
        first = next(ours for ours, theirs in pairs if _meaning(ours) != _meaning(theirs))
        at = first.start if first else 0
        refuse(at, "markup or a line end cuts a number", "write the number in one piece")
    told = [*doubts(prose)]
    for doubt in told:
        refuse(*doubt)
    known = {message for _, message, _ in told}
    for _, message, remedy in _told(_ALONE, flat) if flat != prose else ():
        if message not in known:  # it is across markup, or the end of a line
            refuse(0, f"{message}, across markup", remedy)


Doubt = tuple[int, str, str]  # where, what, and what repairs it


_ALONE = (  # of words alone: signs, units and numbers that are not read
    (
        _UNIT,
        "a unit that is not read",
        "write %, 万, 亿, thousand, million, billion, k, M or B",
    ),
    (_SIGN, "a sign that is not read", "write − (U+2212) directly before the number, or %"),
    (_SPLIT, "a separator that is not read", "write 1,024 or 0.57"),
    (_SPELLED, "a number spelled out", "write digits above ten and before 倍 or “times”"),
)
_BESIDE = (
    (_RAISED, "an index outside a formula", "write a formula, such as $x_1$"),
    (_TOUCH, "a number touches a formula or code", "write the whole number in one place"),
)


def doubts(prose: str) -> Iterator[Doubt]:
    """What in prose a reader takes for another number than is read, or nobody compares."""
    yield from _told((*_ALONE, *_BESIDE), prose)
    for name in _strangers(prose):
        remedy = "write it as `code` or a formula, or add it to NAMES in book/chapter.py"
        yield name.start(), f"{name[0]} is no name of this book", remedy


def _told(patterns: Iterable[tuple[re.Pattern[str], str, str]], prose: str) -> Iterator[Doubt]:
    for pattern, message, remedy in patterns:
        for found in pattern.finditer(prose):
            what = found[0].strip() or prose[found.start()]
            yield found.start(), f"{message}: {what}", remedy


def _check_beside(
    tex: str,
    before: Callable[[], str],
    behind: Callable[[], str],
    follows: str,
    start: int,
    refuse,
) -> None:
    """Refuse what the prose adds to a number that a formula begins or ends with, or the reverse.

    What the page shows `before` and `behind` is found out for the few formulas that ask for it.
    """
    remedy = "write the whole number in one place"
    if re.match(r"\s*[0-9.]", tex) and (sign := _BEFORE.search(before()[-24:])):
        refuse(start, f"a sign before a formula: {sign[0].strip()}", remedy)
    if re.search(r"[0-9}]\s*$", tex) and (unit := _BEHIND.match(behind())):
        refuse(start, f"a unit behind a formula: {unit[0].strip(' -')}", remedy)
    if re.fullmatch(r"\s*[-+−]\s*", tex) and re.match(r"\s?\$?[0-9０-９]", follows):
        refuse(start, f"a formula that is the sign of a number: {tex.strip()}", remedy)
    if (rest := _CONTINUES.match(tex)) and re.search(r"[0-9０-９\ufffc]\s?$", before()):
        refuse(start, f"a formula goes on with a number of the prose: {rest[0].strip()}", remedy)


def _strangers(prose: str) -> list[re.Match[str]]:
    """Words with digits that are no names of this book: nobody compares their digits."""
    unregistered = _REGISTERED.sub(lambda match: BLANK * len(match[0]), prose)
    return [name for name in _NAMED.finditer(unregistered) if name[0] not in NAMES]


def _meaning(number: grammar.Literal | None) -> object:
    if number is None:
        return None
    return number.text if number.value is None else (number.value, number.quantum)


_FORBIDDEN = re.compile(
    r"\\(?:[egx]?def|(?:re|provide)?newcommand|let|futurelet|char|verb|tag|[hv]?phantom|text[a-z]*"
    r"|mbox|href|url|html[A-Za-z]+|includegraphics|unicode|f?color(?:box)?|style|class"
    r"|(?:math)?[rlc]lap|[bx]?cancel|sout|not|mathchoice|TextOrMath|raisebox|prescript"
    r"|neg(?:thin|med|thick)space)(?![A-Za-z])"
    r"|\\@|\\[hm]?(?:kern|skip|space)\*?\s*\{?\s*-|\\vspace|\\\\\s*\[\s*-|-8<-"
    r"|\\begin\{(?:align|equation|gather|alignat|multline)\}|(?<!\\)%"
)
_FONTS = (  # what changes how a digit looks, and joins it to the one before
    r"math(?:rm|bf|it|sf|tt|normal|bb|cal|frak|scr|ord|inner|punct|op|strut)|rm|bf|it|sf|tt|cal"
    r"|bm|boldsymbol|pmb|operatorname|relax|empty|(?:display|text|script|scriptscript)style"
    r"|strut|overline|underline|bar|d?dot|hat|check|tilde|boxed|smash|vcenter|[hv]box|substack"
    r"|(?:no)?limits|tiny|scriptsize|footnotesize|small|normalsize|large|Large|LARGE|huge|Huge"
)
_GLUED = re.compile(
    r"(?<![_^])[0-9]\s+[0-9]|[0-9]\s*(?:\\!\s*)+[0-9]"
    rf"|(?<![_^][0-9])(?<![_^A-Za-z\\])[0-9.]\s*(?:(?:\{{\s*\}}|\\(?:{_FONTS})(?![A-Za-z])|\\!)\s*)+"
    r"\{*\s*[0-9.]"
    rf"|\\(?:{_FONTS})\s*_\s*\{{?[0-9]"
    r"|(?<!frac)(?<!binom)\{[0-9.]+\}\s*\{[0-9.]+\}"
    r"|(?:^|[=(,&{\s])[-+−]\s*(?:\\[,;:!]\s*|\{+|\\math\w+\{)+[0-9.]|\{[-+−]\}\s*[0-9.]"
    r"|(?:^|[\s&(,=]|\{\})_\s*\{?[0-9]"
)


_UPRIGHT = re.compile(r"\\(?:math(?:rm|sf|tt|it|bf|normal)|operatorname)\*?\s*\{([^{}]*)\}")
_UPRIGHT_UNIT = re.compile(
    r"(?:\s|\\[,;:! ]|~)*\\(?:math\w+|operatorname|boldsymbol|bm|pmb|bf|rm)\*?\s*\{?"
    rf"(?:\s|\\[,;:! ]|~)*(?:{_UNITS}|\\?%|[kMB](?![A-Za-z0-9])"
    r"|(?:hundred|thousand|million|billion|trillion|per ?cent)(?![a-z]))"
)


def _formula(chapter: Chapter, block: Block, formula: Formula) -> None:
    """The numbers of a formula, and what must not stand in one."""
    numbers = grammar.formula_literals(formula.tex)
    for literal in numbers:
        start = formula.tex_start + literal.start
        end = formula.tex_start + literal.end
        block.numbers.append(Number(start, end, literal, "formula"))
    for at, message, remedy in formula_doubts(formula.tex, numbers):
        chapter.problems.append(chapter.problem(formula.tex_start + at, message, remedy))


def formula_doubts(tex: str, numbers: Iterable[grammar.Literal]) -> Iterator[Doubt]:
    """What in a formula with these numbers a reader takes for another than is read, or misses."""
    for literal in numbers:
        if unit := _UPRIGHT_UNIT.match(tex, literal.end):
            remedy = r"write \mathrm{k} or \mathrm{million}, \% or 万 directly behind the number"
            yield unit.start(), f"a unit that is not read: {unit[0].strip()}", remedy
    for upright in _UPRIGHT.finditer(tex):
        for name in _strangers(upright[1]):
            remedy = r"write \times 10^5 for a power, or add it to NAMES in book/chapter.py"
            yield upright.start(1) + name.start(), f"{name[0]} is no name of this book", remedy
    for pattern, message, remedy in (
        (
            re.compile(f"[{_HAN}{_PUNCTUATION}]"),
            "words in a formula",
            r"write \$ for a dollar sign",
        ),
        (_FORBIDDEN, "a command that can hide or make numbers", "write the formula without it"),
        (_GLUED, "digits or signs that look like one number", "write the number in one piece"),
    ):
        if found := pattern.search(tex):
            yield found.start(), f"{message}: {found[0].strip()}", remedy


def _comment(chapter: Chapter, block: Block, comment: str, offset: int) -> None:
    block.comments.append((offset, offset + len(comment)))
    if "-8<-" in comment:
        chapter.problems.append(chapter.problem(offset, *_REFUSED["include"]))
    if not is_claim(comment):
        return
    try:
        block.claims.append(claim(comment, offset, chapter.name))
    except ClaimError as error:
        chapter.problems.append(chapter.problem(error.offset, str(error), error.remedy))


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


def _refuse_characters(chapter: Chapter) -> None:
    """Characters that nobody sees, or that hold digits where nobody looks for them."""
    refused = {character for character in set(chapter.text) if _is_refused(character)}
    for at, character in enumerate(chapter.text) if refused else ():
        if character not in refused or (at == 0 and character == "\ufeff"):
            continue
        if character == "\r" and chapter.text[at + 1 : at + 2] == "\n":
            continue
        name = unicodedata.name(character, f"U+{ord(character):04X}")
        chapter.problems.append(chapter.problem(at, f"the character {name}", "take it out"))


_SCRIPTS = ("LATIN ", "GREEK ", "CJK ")  # others have letters that look like digits


@cache
def _is_refused(character: str) -> bool:
    """Whether a character has no place on a page, but for line ends and a byte order mark."""
    if character in "\n\t" or (character.isascii() and character >= " "):
        return False
    category = unicodedata.category(character)
    hidden = category in ("Cc", "Cf", "Zl", "Zp", "Co", "Cn", "Mn", "Me")  # or strike out another
    foreign = category[0] == "L" and not unicodedata.name(character, "").startswith(_SCRIPTS)
    odd = category == "Zs" and character not in _SPACES
    square = category == "So" and any(map(str.isdigit, unicodedata.normalize("NFKC", character)))
    return hidden or odd or square or foreign or character == BLANK
