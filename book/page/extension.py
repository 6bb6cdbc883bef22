"""The Python-Markdown extension: claims become links, formulas and figures stand in the page."""

import html
import logging
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import NormalizeWhitespace, Preprocessor
from markdown.treeprocessors import Treeprocessor

from book import ledger
from book.chapter import Block, Chapter, read
from book.edits import edited
from book.page import formulas, joins, pictures, places, provenance, references, tries, uses
from book.page.marks import Marks
from book.problems import Problem

log = logging.getLogger("mkdocs.book")  # MkDocs counts what is logged below its own name


class PageExtension(Extension):
    """Renders a chapter of the book. `file` is its path from the root, `root` the book's folder.

    `first_line` is the line of the file where the text begins, behind the front matter.
    """

    def __init__(self, **settings):
        self.config = {
            "root": [".", "the folder of the book"],
            "file": ["docs/zh/page.md", "the chapter, from the root of the book"],
            "first_line": [1, "the line of the file where the text begins"],
            "marks": [[], "what a check has found in the chapter, to be marked"],
        }
        super().__init__(**settings)

    def extendMarkdown(self, md: Markdown) -> None:
        """Register the processors; the text is read before any other extension changes it."""
        page = Page(
            Path(self.getConfig("root")),
            self.getConfig("file"),
            self.getConfig("first_line"),
            Marks(self.getConfig("marks")),
        )
        # Normalising removes the marks of what is stored in htmlStash, so it comes first.
        md.preprocessors.register(NormalizeWhitespace(md), "normalize_whitespace", 50)
        md.preprocessors.register(_Chapter(md, page), "chapter", 40)
        md.treeprocessors.register(_Lines(md, page), "lines", 15)  # inline 20
        md.treeprocessors.register(_Strict(md, page), "strict", 14)
        md.treeprocessors.register(_Labels(md, page), "labels", 7)  # attr_list 8, toc 5
        md.postprocessors.register(_Uses(md, page), "uses", 25)  # raw_html 30
        md.ESCAPED_CHARS.append("$")


@dataclass
class Page:
    """A page on its way: which chapter it is, and what it holds that Markdown does not see."""

    root: Path
    file: str
    first_line: int = 1
    marks: Marks = field(default_factory=Marks)
    plain: dict[str, str] = field(default_factory=dict)  # placeholder -> its plain text
    formulas: dict[str, str] = field(default_factory=dict)  # the same, of inline formulas
    edition: places.Edition | None = None  # all chapters of its language
    ids: dict[int, str] = field(default_factory=dict)  # of the places, by where they stand

    @property
    def docs(self) -> Path:
        """The folder of the chapter's language."""
        return self.root.joinpath(*PurePosixPath(self.file).parts[:2])

    @property
    def language(self) -> str:
        """The language of the chapter, `zh` or `en`."""
        return self.docs.name

    @property
    def name(self) -> str:
        """The chapter as MkDocs names it: `recurrence.md`."""
        return PurePosixPath(*PurePosixPath(self.file).parts[2:]).as_posix()

    def problem(self, chapter: Chapter, offset: int, message: str, remedy: str) -> None:
        """Tell the author, and make a strict build fail."""
        line, column = chapter.place(offset)
        line += self.first_line - 1
        log.warning(str(Problem(self.file, line, column, message, remedy)))


Edit = tuple[int, int, str]


def prepared(text: str, page: Page, store: Callable[[str], str]) -> str:
    """A chapter's Markdown as other extensions may see it.

    Claims are gone, claimed numbers, formulas and figures are stored as HTML behind placeholders,
    fences that show a snippet carry its id.
    """
    chapter = read(text, page.file)
    for found in chapter.problems:
        log.warning(str(replace(found, line=found.line + page.first_line - 1)))
    kept = places.kept(page.root)
    claimed, missing = ledger.claimed(chapter, kept)
    for entry in (entry for block in chapter.blocks for c in block.claims for entry in c.entries):
        if entry.name in missing:
            message = f"the ledger does not know {entry.name}"
            page.problem(chapter, entry.start, message, "python -m book sync")
    page.edition = _edition(chapter, kept, page)
    page.ids = {place.at: place.id for place in page.edition.places[page.name]}
    page.marks.place(chapter, page.first_line, page.language)
    links = _links(chapter, claimed, page)
    taken: set[str] = set()
    edits: list[Edit] = []
    for block in chapter.blocks:
        edits += _without_comments(text, block, page, store)
        edits += _formulas(chapter, block, links, page, store)
        edits += _figures(chapter, block, kept, page, store, taken)
        edits += _numbers(text, block, links, page, store)
    edits += references.edits(chapter, page, store)
    edits += _fences(chapter) + _lost_files(chapter, page)
    return edited(text, edits)


def _edition(chapter: Chapter, kept: ledger.Ledger, page: Page) -> places.Edition:
    """The chapters of the page's language, with the places of this one as it is being rendered.

    Offsets in it count from behind the front matter.
    """
    edition = places.edition(page.docs)
    return replace(
        edition,
        chapters={page.name: chapter} | edition.chapters,
        places=edition.places | {page.name: places.places(chapter, page.name, kept)},
    )


_LINK_TEXT = re.compile(r"(?<!!)\[[^\[\]]*\]\(")


def _in_a_link(chapter: Chapter, start: int) -> bool:
    """Whether what begins at `start` stands in the text of a link: a link holds no other."""
    paragraph = chapter.text.rfind("\n\n", 0, start) + 1
    return any(
        match.start() < start < match.end()
        for match in _LINK_TEXT.finditer(chapter.text, paragraph, start + 500)
    )


def _links(chapter: Chapter, claimed: list[ledger.Claimed], page: Page) -> dict[int, str]:
    """The opening tag of each claimed number that a page can lead to, by where it starts."""
    pages = provenance.shown(page.edition)
    links = {}
    for claim in claimed:
        start = claim.number.start
        href = provenance.href(claim.snippet, claim.line, page.name, pages)
        if href is None:
            page.problem(
                chapter,
                start,
                f"no page shows snippets/{claim.snippet}.py, where {claim.name} comes from",
                "include the snippet in a fence",
            )
        elif _in_a_link(chapter, start):
            links[start] = provenance.mark(claim, page.ids.get(start, ""))
        else:
            links[start] = provenance.link(claim, href, page.ids.get(start, ""))
    return page.marks.flagged(links)


def _without_comments(
    text: str, block: Block, page: Page, store: Callable[[str], str]
) -> list[Edit]:
    edits = []
    for start, end in block.comments:
        marked = ""
        if block.kind not in ("formula", "heading"):
            marked = page.marks.between(start, end)
        marked = marked and f" {store(marked)}"
        line = text.rfind("\n", 0, start) + 1
        alone = not text[line:start].strip(" \t>") and text[end : end + 1] in ("\n", "")
        if alone and line > 0:
            edits.append((line - 1, end, marked))
        else:
            before = start - len(text[:start]) + len(text[:start].rstrip(" \t"))
            edits.append((before, end, marked))
    return edits


def _formulas(
    chapter: Chapter, block: Block, links: dict[int, str], page: Page, store: Callable[[str], str]
) -> list[Edit]:
    edits = []
    for formula in block.formulas:
        spans = [
            (number.start - formula.tex_start, number.end - formula.tex_start, links[number.start])
            for number in block.numbers
            if number.start in links and formula.start <= number.start < formula.end
        ]
        tex = formula.tex
        try:
            rendered = formulas.formula(tex, formula.display, spans)
        except formulas.FormulaError as error:
            page.problem(
                chapter,
                formula.tex_start + error.position,
                f"KaTeX refuses this formula: {error}",
                "mend the LaTeX",
            )
            rendered = formulas.refused(tex)
        if formula.display:
            rendered = f'<div class="formula">{rendered}</div>{_identities(chapter, block, page)}'
            rendered += page.marks.below(block)
        elif _in_a_link(chapter, formula.start):  # a name for the link, where MathML gives none
            rendered = _named(rendered, tex)
        rendered += page.marks.between(formula.start, formula.end)
        placeholder = store(rendered)
        page.plain[placeholder] = tex.strip()
        if not formula.display:
            page.formulas[placeholder] = tex.strip()
        edits.append((formula.start, formula.end, placeholder))
    return edits


def _named(rendered: str, tex: str) -> str:
    """A formula with its LaTeX as name, where it is all that names a link or a column.

    MathML is read aloud, but browsers make no name of it.
    """
    return rendered.replace("<math ", f'<math aria-label="{html.escape(tex.strip())}" ', 1)


def _identities(chapter: Chapter, block: Block, page: Page) -> str:
    """What stands below a displayed formula that identities check."""
    pages = provenance.shown(page.edition)
    marks = ""
    for claim in (claim for claim in block.claims if claim.kind == "identity"):
        sides = []
        for side in claim.entries:
            name, kept = side.name, page.edition.ledger.get(str(side.name))
            if kept is None:
                message = f"the ledger does not know {name}"
                page.problem(chapter, side.start, message, "python -m book sync")
            elif (href := provenance.href(name.snippet, kept["line"], page.name, pages)) is None:
                message = f"no page shows snippets/{name.snippet}.py, where {name} comes from"
                page.problem(chapter, side.start, message, "include the snippet in a fence")
            else:
                sides.append((name, href))
        if len(sides) == 2:
            marks += provenance.identity(
                sides,
                page.edition.ledger,
                PurePosixPath(page.name).stem,
                page.ids.get(claim.start, ""),
                page.language,
            )
    return marks


def _figures(
    chapter: Chapter,
    block: Block,
    kept: ledger.Ledger,
    page: Page,
    store: Callable[[str], str],
    taken: set[str],
) -> list[Edit]:
    edits = []
    for figure in block.figures:
        path = page.root / PurePosixPath(page.file).parent / figure.target
        if path.suffix != ".svg" or not path.is_file():
            page.problem(
                chapter,
                figure.start,
                f"there is no SVG {figure.target}",
                "draw it: python -m book figures",
            )
            continue
        id_ = page.ids.get(figure.start, "")
        svg = pictures.inlined(path.read_text(encoding="utf-8"), figure.alt, taken, id_)
        try:
            svg += tries.place(figure.target, kept)
        except KeyError as error:
            message = f"the ledger does not know {error}, from which the figure can be tried"
            page.problem(chapter, figure.start, message, "mend TRIES in book/page/tries.py")
        svg += page.marks.between(figure.start, figure.end)
        edits.append((figure.start, figure.end, store(svg)))
    return edits


def _numbers(
    text: str, block: Block, links: dict[int, str], page: Page, store: Callable[[str], str]
) -> list[Edit]:
    edits = []
    for number in block.numbers:
        if number.place != "text":
            continue
        marked = page.marks.between(number.start, number.end)
        if number.start in links:
            literal = text[number.start : number.end]
            opening = links[number.start]
            closing = "</span>" if opening.startswith("<span") else "</a>"
            placeholder = store(f"{opening}{html.escape(literal)}{closing}{marked}")
            page.plain[placeholder] = literal
            edits.append((number.start, number.end, placeholder))
        elif marked:
            edits.append((number.end, number.end, store(marked)))
    return edits


_FENCE = re.compile(
    r"(?P<lead>[ \t>]*)(?P<marks>`{3,}|~{3,})(?P<language>\w+)(?P<options>[^{}\n]*)$"
)


def _fences(chapter: Chapter) -> list[Edit]:
    """Give each fence that shows a snippet its id, and its output a class to stand below it."""
    edits: list[Edit] = []
    seen: set[str] = set()
    for include in chapter.includes:
        end = chapter.text.rfind("\n", 0, include.start)
        start = chapter.text.rfind("\n", 0, max(end, 0)) + 1
        fence = _FENCE.match(chapter.text[start : max(end, 0)])
        if fence is None:
            continue
        extra = ""
        if snippet := provenance.snippet_of(include.path, ".py"):
            extra = "" if snippet in seen else f" #{provenance.fence_id(snippet)}"
            extra += " .snippet"
            seen.add(snippet)
        elif provenance.snippet_of(include.path, ".out"):
            extra = " .output"
        if extra:
            header = f"{{ .{fence['language']}{extra}{fence['options']} }}"
            edits.append((start, end, f"{fence['lead']}{fence['marks']}{header}"))
    return edits


def _lost_files(chapter: Chapter, page: Page) -> list[Edit]:
    """Tell of included files that are not there, and take them out of the text."""
    edits: list[Edit] = []
    for include in chapter.includes:
        if not (page.root / include.path).is_file():
            remedy = "python -m book sync" if include.path.endswith(".out") else "mend its path"
            page.problem(chapter, include.start, f"there is no file {include.path}", remedy)
            end = chapter.text.find("\n", include.start)
            edits.append((include.start, end if end >= 0 else len(chapter.text), ""))
    return edits


class _Chapter(Preprocessor):
    def __init__(self, md: Markdown, page: Page):
        super().__init__(md)
        self.page = page

    def run(self, lines: list[str]) -> list[str]:
        return prepared("\n".join(lines), self.page, self.md.htmlStash.store).split("\n")


_UNBROKEN = re.compile(
    "([（「『《“‘(\\[]*)(\x02wzxhzdk:(\\d+)\x03)([-，。、；：！？）」』》”’…,.;:!?)\\]%]*)"
)


class _Lines(Treeprocessor):
    """Where lines may end: not as in the source, and not between a formula and its punctuation."""

    blocks = frozenset(("p", "li", "td", "th", "dd", "dt", "summary", "figcaption"))

    def __init__(self, md: Markdown, page: Page):
        super().__init__(md)
        self.page = page

    def run(self, root: Element) -> None:
        for element in root.iter():
            if element.tag in self.blocks:
                joins.join_lines(element)
        for element in root.iter():
            element.text = element.text and _UNBROKEN.sub(self._unbroken, element.text)
            element.tail = element.tail and _UNBROKEN.sub(self._unbroken, element.tail)

    def _unbroken(self, match: re.Match[str]) -> str:
        opening, placeholder, number, closing = match.groups()
        plain = self.page.formulas.get(placeholder)
        if plain is None or not opening + closing:
            return match[0]
        rendered = self.md.htmlStash.rawHtmlBlocks[int(number)]
        around = f'<span class="unbroken">{opening}{rendered}{closing}</span>'
        together = self.md.htmlStash.store(around)
        self.page.plain[together] = opening + plain + closing
        return together


_STORED = re.compile("(\x02wzxhzdk:\\d+\x03)")


class _Strict(Treeprocessor):
    """What Markdown writes and HTML does not allow, or takes for something else, written rightly.

    Blocks within a paragraph, as two fences in a row are, come to stand between paragraphs. What
    heads a column of a table says so; an empty corner, which heads nothing, becomes a cell.
    """

    def __init__(self, md: Markdown, page: Page):
        super().__init__(md)
        self.page = page

    def run(self, root: Element) -> None:
        for parent in list(root.iter()):
            for at, child in reversed(list(enumerate(parent))):
                if child.tag == "p":
                    parent[at : at + 1] = self._parted(child)
                elif child.tag == "th":
                    self._head(child)

    def _head(self, cell: Element) -> None:
        text = "".join(cell.itertext()).strip()
        if not text:
            cell.tag = "td"
            return
        cell.set("scope", "col")
        if not _STORED.sub("", text):
            for placeholder in _STORED.findall(text):
                number = int(placeholder[9:-1])
                stored = self.md.htmlStash.rawHtmlBlocks
                tex = self.page.plain.get(placeholder, "")
                stored[number] = _named(str(stored[number]), tex)

    def _parted(self, paragraph: Element) -> list[Element]:
        parts = [Element("p", paragraph.attrib)]
        for text, child in [(paragraph.text, None), *((child.tail, child) for child in paragraph)]:
            if child is not None:
                child.tail = None
                parts[-1].append(child)
            for piece in _STORED.split(text or ""):
                if self._is_block(piece):
                    parts += [Element("p"), Element("p")]
                    parts[-2].text = piece
                elif len(parts[-1]):
                    parts[-1][-1].tail = (parts[-1][-1].tail or "") + piece
                else:
                    parts[-1].text = (parts[-1].text or "") + piece
        parts[-1].tail = paragraph.tail
        return [part for part in parts if len(part) or (part.text or "").strip()]

    def _is_block(self, piece: str) -> bool:
        """Whether a piece of text is the placeholder of an element that is a block."""
        if not _STORED.fullmatch(piece):
            return False
        stored = str(self.md.htmlStash.rawHtmlBlocks[int(piece[9:-1])])
        tag = re.match(r"<([\w-]+)", stored)
        return tag is not None and self.md.is_block_level(tag[1])


class _Labels(Treeprocessor):
    """Gives a heading with a formula in it a plain text for the table of contents."""

    def __init__(self, md: Markdown, page: Page):
        super().__init__(md)
        self.page = page

    def run(self, root: Element) -> None:
        for element in root.iter():
            if re.fullmatch("h[1-6]", str(element.tag)):
                text = "".join(element.itertext())
                if any(placeholder in text for placeholder in self.page.plain):
                    for placeholder, plain in self.page.plain.items():
                        text = text.replace(placeholder, plain)
                    element.set("data-toc-label", text)


class _Uses(Postprocessor):
    """Leads from the lines of the snippets that a page shows back to what quotes them."""

    def __init__(self, md: Markdown, page: Page):
        super().__init__(md)
        self.page = page

    def run(self, text: str) -> str:
        edition = self.page.edition
        assert edition is not None  # the chapter was read before
        return uses.with_uses(text, edition, self.page.name, self.page.language)
