"""Pages, cut into sections and blocks, so that a change is judged by the least that shows it."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from book.chapter import Block, Chapter, read
from book.check import LANGUAGES, page_file, page_of
from book.labs import is_lab
from book.mutation.changes import Change, Edit, Fate
from book.mutation.rehearsal import Rehearsal, refuted


@dataclass
class Piece:
    """A part of a page that reads alone as it does in the page; `start` is where it begins."""

    file: str
    start: int
    text: str

    def changed(self, edits: list[Edit]) -> Chapter:
        """The piece with edits, whose offsets count in the whole page, carried out."""
        text = self.text
        for edit in sorted(edits, key=lambda edit: -edit.start):
            text = text[: edit.start - self.start] + edit.text + text[edit.end - self.start :]
        return read(text, self.file)

    @cached_property
    def page(self) -> Chapter:
        return read(self.text, self.file)

    def holds(self, edits: list[Edit]) -> bool:
        """Whether all edits lie in this piece."""
        end = self.start + len(self.text)
        return all(self.start <= edit.start and edit.end <= end for edit in edits)


class Page:
    """One language of a chapter or lab, and its pieces."""

    def __init__(self, rehearsal: Rehearsal, name: str, language: str) -> None:
        self.rehearsal = rehearsal
        self.name = name
        self.file = page_file(name, language)
        self.text = (rehearsal.root / self.file).read_text(encoding="utf-8")
        self.chapter = page_of(self.text, self.file)
        self.starts = [block.start for block in self.chapter.blocks]
        self.lines = [0, *(at + 1 for at, mark in enumerate(self.text) if mark == "\n")]
        cuts = [self._line_start(heading.start) for heading in self.chapter.headings]
        self.cuts = sorted({0, *cuts})
        self.blocks: dict[int, Piece | None] = {}
        self.sections: dict[int, Piece | None] = {}

    def line(self, offset: int) -> int:
        """The line of an offset, from 1."""
        return bisect_right(self.lines, offset)

    def _line_start(self, offset: int) -> int:
        return self.lines[self.line(offset) - 1]

    def _line_end(self, offset: int) -> int:
        end = self.text.find("\n", offset)
        return len(self.text) if end < 0 else end

    def change(self, kind: str, at: int, what: str, *edits: Edit) -> Change:
        """A change at an offset of this page."""
        block = self.block_at(at)
        section = self.chapter.blocks[block].section if block >= 0 else ""
        return Change(kind, self.file, self.line(at), section, what, edits)

    def edit(self, start: int, end: int, text: str) -> Edit:
        return Edit(self.file, start, end, text)

    def block_at(self, offset: int) -> int:
        """The number of the block that begins last before an offset; -1 before the first."""
        return bisect_right(self.starts, offset) - 1

    def block(self, offset: int) -> Piece | None:
        """The block around an offset, if it reads alone as it does in the page."""
        at = self.block_at(offset)
        if at not in self.blocks:
            self.blocks[at] = self._alone(self.chapter.blocks[at]) if at >= 0 else None
        return self.blocks[at]

    def _alone(self, block: Block) -> Piece | None:
        if is_lab(self.file):
            return None
        start, end = self._line_start(block.start), self._line_end(block.end)
        piece = Piece(self.file, start, self.text[start:end])
        if [_shape(each, start) for each in piece.page.blocks] != [_shape(block, 0)]:
            return None
        return None if self.rehearsal.block(piece.page) else piece

    def section(self, offset: int) -> tuple[int, Piece | None]:
        """The section around an offset, by number, if it reads alone as it does in the page."""
        at = bisect_right(self.cuts, offset) - 1
        if at not in self.sections:
            self.sections[at] = self._section(at)
        return at, self.sections[at]

    def _section(self, at: int) -> Piece | None:
        if is_lab(self.file):
            return None
        start, end = self.cuts[at], [*self.cuts, len(self.text)][at + 1]
        piece = Piece(self.file, start, self.text[start:end])
        ours = [_shape(b, 0) for b in self.chapter.blocks if start <= b.start < end]
        alone = [_shape(block, start) for block in piece.page.blocks]
        return piece if ours == alone and not piece.page.problems else None


def _shape(block: Block, shift: int) -> tuple:
    """What a block says, wherever it stands."""
    numbers = [(n.start + shift, n.literal.text) for n in block.numbers]
    claims = [(claim.start + shift, claim.kind) for claim in block.claims]
    return block.kind, block.start + shift, numbers, claims


class Pages:
    """All pages of the book, and the judge of what is changed in them."""

    def __init__(self, rehearsal: Rehearsal, chapters: list[str]) -> None:
        self.rehearsal = rehearsal
        self.pages = {
            page_file(name, language): Page(rehearsal, name, language)
            for name in chapters
            for language in LANGUAGES
        }
        self.sound: dict[tuple[str, int], list[str] | None] = {}  # what sections vouch for

    def __iter__(self) -> Iterator[tuple[Page, Page]]:
        """Both languages of each chapter, Chinese first."""
        pages = iter(self.pages.values())
        return zip(pages, pages, strict=True)

    def judged(self, change: Change) -> Fate:
        """What a check makes of a change: the smallest piece that shows it decides."""
        by_file = {
            file: [edit for edit in change.edits if edit.file == file]
            for file in dict.fromkeys(edit.file for edit in change.edits)
        }
        if any(self._in_block(file, edits) for file, edits in by_file.items()):
            return "refuted"
        return self._in_section(by_file) or self.in_chapter(change)

    def _in_block(self, file: str, edits: list[Edit]) -> bool:
        piece = self.pages[file].block(edits[0].start)
        if piece is None or not piece.holds(edits):
            return False
        return bool(self.rehearsal.block(piece.changed(edits)))

    def _in_section(self, by_file: dict[str, list[Edit]]) -> Fate | None:
        """The verdict of the section; None where it is not the section's to give."""
        first = next(iter(by_file))
        page = self.pages[first]
        at, _ = page.section(by_file[first][0].start)
        pair = [self.pages[page_file(page.name, language)] for language in LANGUAGES]
        if len({len(page.cuts) for page in pair}) > 1:
            return None
        pieces = [each.section(each.cuts[at])[1] for each in pair]
        if None in pieces or not all(
            piece.holds(by_file.get(piece.file, [])) for piece in pieces if piece
        ):
            return None
        zh, en = (piece.changed(by_file.get(piece.file, [])) for piece in pieces if piece)
        key = pair[0].name, at
        if key not in self.sound:
            findings, items = self.rehearsal.section(*(piece.page for piece in pieces if piece))
            self.sound[key] = None if findings else items
        before = self.sound[key]
        if before is None:
            return None
        findings, items = self.rehearsal.section(zh, en)
        if findings:
            return "refuted"
        return "asked" if items != before else None

    def in_chapter(self, change: Change) -> Fate:
        """The verdict of the whole chapter."""
        name = next(page.name for page in self.pages.values() if page.file == change.file)
        before = {file: page.text for file, page in self.pages.items()}
        report = self.rehearsal.chapter([name], change.texts(before))
        if not report.findings:
            return "survived"
        return "refuted" if refuted(report.findings) else "asked"
