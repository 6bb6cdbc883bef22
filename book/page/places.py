"""Places: where the pages of one language quote what a line of a snippet computes.

A place is the first number of a paragraph, of an item, of a formula or of a table that comes from
that line, or the mark below a formula that an identity checks. It has an id, so that the line can
lead back to it; later numbers of the same block belong to the same place.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from book import labs, ledger
from book.chapter import Block, Chapter, Number, read

Line = tuple[str, int]  # a snippet, "recurrence/backward", and one of its lines, from 1
Stamp = tuple[int, int]


@dataclass
class Place:
    """Where a page quotes a line: `id` on `page`, in `section`, before which `at` the id stands.

    `names` are the claimed names as written, `texts` the numbers; an identity has no number.
    """

    page: str
    id: str
    at: int
    section: str
    line: Line
    names: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Edition:
    """The chapters of one language by the name of their page, `recurrence.md`, and their places."""

    docs: Path
    ledger: ledger.Ledger
    chapters: dict[str, Chapter]
    places: dict[str, list[Place]]

    def quoting(self, page: str) -> dict[Line, list[Place]]:
        """The places of all pages, by line; those of `page` come first."""
        found: dict[Line, list[Place]] = {}
        for name in sorted(self.places, key=lambda name: (name != page, name)):
            for place in self.places[name]:
                found.setdefault(place.line, []).append(place)
        return found

    def naming(self) -> dict[str, list[Place]]:
        """The places of all pages, by claimed name as written."""
        found: dict[str, list[Place]] = {}
        for places in self.places.values():
            for place in places:
                for name in place.names:
                    found.setdefault(name, []).append(place)
        return found


def edition(docs: Path) -> Edition:
    """The chapters and labs in a folder, `docs/zh`, each read again only after it has changed."""
    root = docs.parent.parent
    known = _stamp(root / ledger.FILE)
    chapters: dict[str, Chapter] = {}
    places: dict[str, list[Place]] = {}
    for path in [*sorted(docs.glob("**/[!.]*.md")), *labs.labs_of(docs)]:
        name, stamp = path.relative_to(docs).as_posix(), _stamp(path)
        chapters[name] = _read(path, stamp, root)
        places[name] = _places(path, stamp, root, name, known)
    return Edition(docs, kept(root), chapters, places)


def kept(root: Path) -> ledger.Ledger:
    """The ledger of the book at `root`, read again only after it has changed."""
    return _kept(root, _stamp(root / ledger.FILE))


@lru_cache(maxsize=4)
def _kept(root: Path, _stamp: Stamp) -> ledger.Ledger:
    return ledger.load(root)


def _stamp(path: Path) -> Stamp:
    try:
        stat = path.stat()
    except FileNotFoundError:
        return 0, 0
    return stat.st_mtime_ns, stat.st_size


@lru_cache(maxsize=256)
def _read(path: Path, _stamp: Stamp, root: Path) -> Chapter:
    text, file = path.read_text(encoding="utf-8-sig"), path.relative_to(root).as_posix()
    return labs.page(text, file) if labs.is_lab(file) else read(text, file)


@lru_cache(maxsize=256)
def _places(path: Path, stamp: Stamp, root: Path, name: str, _ledger: Stamp) -> list[Place]:
    return places(_read(path, stamp, root), name, kept(root))


def places(chapter: Chapter, page: str, kept: ledger.Ledger) -> list[Place]:
    """The places of a chapter, in reading order; `kept` is the ledger."""
    computed = {c.number.start: c for c in ledger.claimed(chapter, kept)[0]}
    ids: dict[int, str] = {}
    found: list[Place] = []
    for table in _tables(chapter):
        here: dict[Line, Place] = {}

        def place(line: Line, at: int, block: Block, here=here) -> Place:
            if line not in here:
                id_ = ids.setdefault(at, f"n{len(ids) + 1}")
                here[line] = Place(page, id_, at, block.section, line)
                found.append(here[line])
            return here[line]

        for block in table:
            for number in sorted(block.numbers, key=lambda number: number.start):
                if one := computed.get(number.start):
                    at = _anchor(number, block)
                    place((one.snippet, one.line), at, block).texts.append(number.literal.text)
            for claim in block.claims:
                for name in (entry.name for entry in claim.entries if entry.name):
                    entry = kept.get(str(name))
                    if entry is None:
                        continue
                    line = (name.snippet, entry["line"])
                    if line in here or claim.kind == "identity":
                        names = place(line, claim.start, block).names
                        names += [] if str(name) in names else [str(name)]
    return found


def _tables(chapter: Chapter) -> Iterator[list[Block]]:
    """The blocks of a chapter, the rows of a table together, every other block alone."""
    table: list[Block] = []
    for block in chapter.blocks:
        if not (
            table
            and table[-1].kind == block.kind == "row"
            and "\n\n" not in chapter.text[table[-1].end : block.start]
        ):
            if table:
                yield table
            table = []
        table.append(block)
    if table:
        yield table


def _anchor(number: Number, block: Block) -> int:
    """Where the id stands that leads to a number: there, or at the figure whose text holds it."""
    if number.place == "alt":
        for figure in block.figures:
            if figure.start <= number.start < figure.end:
                return figure.start
    return number.start
