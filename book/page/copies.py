"""Copies: each page as plain Markdown, and llms.txt, the list of them for machines."""

import html
import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from book import labs
from book.chapter import Chapter
from book.page import references
from book.page.places import Edition

_INCLUDE = re.compile(r'^(?P<indent>[ \t]*)--8<-- "(?P<path>[^"]+)"[ \t]*$', re.MULTILINE)
_HEADING_ID = re.compile(r"^(#{1,6} .*?) *\{ #[\w-]+ \}", re.MULTILINE)
_CAPTION = re.compile(r"^[ \t]*/// caption\n(.*?)\n[ \t]*///$", re.MULTILINE | re.DOTALL)
_OPENING = re.compile(r"^([ \t]*)/// (?:details|note|warning|tip) \| (.+)$", re.MULTILINE)
_CLOSING = re.compile(r"^[ \t]*///[ \t]*\n?", re.MULTILINE)
_FRONT = re.compile(r"\A---\n.*?\n---\n+", re.DOTALL)
_FIGURE = re.compile(r"!\[([^\]]*)\]\(\.\./figures/[^)]+\)")
_LINK = re.compile(r"(?<=\]\()(?P<page>[\w./-]*)(?P<id>#[\w-]+)(?=\))")
_LISTS = {
    "zh": ("各章", "实验", "数据"),
    "en": ("Chapters", "Labs", "Data"),
}
_LEDGER = {
    "zh": ("账本", "书里引用的每个值：名字、全部位数、算出它的程序与行号"),
    "en": ("Ledger", "every value that the book quotes: name, all digits, program and line"),
}


def copy_of(page: str) -> str:
    """Where the copy of a page lies in the site: beside the page, `labs/paths.md`."""
    return PurePosixPath(page).with_suffix(".md").as_posix()


def copied(chapter: Chapter, name: str, edition: Edition, root: Path) -> str:
    """The page of this name as a reader without this book's tool may have it.

    Claims are gone, citations are written out, programs and what they print stand in the text, a
    figure is its description. What leads to a section leads to the page in the site: Markdown has
    no ids.
    """
    text = chapter.text
    edits = references.edits(chapter, _Page(root, edition, name, chapter.language), _plain)
    edits += [(*comment, "") for block in chapter.blocks for comment in block.comments]
    for start, end, new in sorted(edits, reverse=True):
        before = text[:start] if new else text[:start].rstrip(" \t")
        text = before + new + text[end:]
    text = _FRONT.sub("", text.removeprefix("\ufeff"))
    text = _FIGURE.sub(r"*\1*", text)
    text = _HEADING_ID.sub(r"\1", text)
    text = _CAPTION.sub(r"\1", text)
    text = _OPENING.sub(r"\1**\2**", text)
    text = _CLOSING.sub("", text)
    text = re.sub(r"\n{3,}", "\n\n", text)
    own = f"{PurePosixPath(chapter.file).stem}.html"
    text = _LINK.sub(lambda link: _in_site(link["page"], own) + link["id"], text)
    text = re.sub(r"(?<=\]\()(labs/\w+|\w+)\.py(?=\))", r"\1.md", text)
    if isinstance(chapter, labs.Lab):
        for number, cell in enumerate(chapter.code):
            text = text.replace(labs.place(number), _cell(cell, root))
    return _INCLUDE.sub(lambda match: _indented(match, root), text).strip() + "\n"


@dataclass(frozen=True)
class _Page:
    """What `references` asks about a page."""

    root: Path
    edition: Edition
    name: str
    language: str

    def problem(self, *_: object) -> None:
        """Told where the page itself is rendered."""


def _plain(markup: str) -> str:
    """HTML of a reference as Markdown."""
    markup = re.sub(r'<a [^>]*href="(?!#)([^"]+)"[^>]*>(.*?)</a>', r"[\2](\1)", markup)
    markup = re.sub(r"</?em>", "*", markup).replace("<br>", "  \n  ").replace("</li>", "\n")
    return html.unescape(_TAG.sub("", re.sub(r"<li[^>]*>", "- ", markup))).strip()


_TAG = re.compile(r"<[^<>]*>")


def _in_site(target: str, own: str) -> str:
    return PurePosixPath(target).with_suffix(".html").as_posix() if target else own


def _cell(cell: labs.Cell, root: Path) -> str:
    """A cell of a lab as a listing, with what it prints by what is committed."""
    listing = f"```python\n{cell.text}\n```"
    output = root / f"snippets/{cell.name}.out"
    if cell.name and output.is_file():
        listing += f"\n\n```text\n{_included(output)}\n```"
    return listing


def _indented(match: re.Match[str], root: Path) -> str:
    """A program where it is included, which may be within an item of a list."""
    lines = _included(root / match["path"]).split("\n")
    return "\n".join(match["indent"] + line if line else line for line in lines)


def _included(path: Path) -> str:
    return path.read_text(encoding="utf-8").strip("\n") if path.is_file() else f"({path.name})"


def llms(
    title: str, summary: str, language: str, pages: list[tuple[str, str, str]], data: str | None
) -> str:
    """The list of the copies, in the form of llms.txt; pages are (title, page, description).

    `data` is the file of the ledger, if there is one.
    """
    chapters, tried, numbers = _LISTS[language]
    listed = {
        chapters: [page for page in pages if not labs.is_lab(page[1])],
        tried: [page for page in pages if labs.is_lab(page[1])],
        numbers: [(_LEDGER[language][0], data, _LEDGER[language][1])] if data else [],
    }
    text = f"# {title}\n\n> {summary}\n"
    for heading, entries in listed.items():
        if entries:
            lines = [
                f"- [{name}]({file if file == data else copy_of(file)})"
                + (f": {about}" if about else "")
                for name, file, about in entries
            ]
            text += f"\n## {heading}\n\n" + "\n".join(lines) + "\n"
    return text
