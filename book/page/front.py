"""Front: what a reader sees before the text, of the book and of each chapter."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import yaml

from book.page.places import Edition
from book.page.verification import counted
from book.sources import snippets_of

FILE = "chapters.yml"  # in docs/zh and docs/en: for each chapter, what it needs and what it gives
KEYS = ("needs", "gives")


@dataclass(frozen=True)
class Totals:
    """How much of the whole book a program has the last word on, in one language."""

    numbers: int
    identities: int
    figures: int
    snippets: int


def threads(docs: Path) -> dict[str, dict[str, str]]:
    """What each chapter of a language needs and gives, by its name; empty without the file."""
    path = docs / FILE
    return yaml.safe_load(path.read_text(encoding="utf-8")) if path.is_file() else {}


def totals(this: Edition, root: Path) -> Totals:
    """What `check` counts of all chapters of one language; a figure on two pages counts once."""
    counts = [counted(chapter) for chapter in this.chapters.values()]
    figures = {
        figure.target.rpartition("/figures/")[2]
        for chapter in this.chapters.values()
        for block in chapter.blocks
        for figure in block.figures
    }
    return Totals(
        sum(count.numbers for count in counts),
        sum(count.identities for count in counts),
        len(figures),
        len(snippets_of(root)),
    )


def below_title(html: str, facts: str) -> str:
    """The article with `facts` behind its title; as it was, if it has none."""
    return re.sub("</h1>", lambda end: end[0] + facts, html, count=1)


def with_cover(html: str, bar: str) -> str:
    """The preface with all that stands before its first section as a cover.

    The title, then beside each other the words with `bar` below them, and the first figure.
    """
    title = html.find("</h1>") + len("</h1>")
    section = html.find("<h2", title)
    if title < len("</h1>") or section < 0:
        return html
    figure = html.find("<figure", title, section)
    words, picture = html[title : figure if figure >= 0 else section], ""
    if figure >= 0:
        picture = f'<div class="cover-figure">{html[figure:section]}</div>'
    return (
        f'<div class="cover">{html[:title]}<div class="cover-words">{words}{bar}</div>{picture}'
        f"</div>{html[section:]}"
    )


_OFFER = re.compile(r"<!--offer ([\w./-]+) (.*?)-->", re.DOTALL)


def offered(html: str, size: Callable[[str], int | None]) -> str:
    """The cover with a link to each file that is there, and to no other.

    `size` tells the bytes of a file of the site, None if there is none. The links stand in the
    page as comments, so that a site without the files has no broken link.
    """

    def shown(match: re.Match[str]) -> str:
        bytes_ = size(match[1])
        if bytes_ is None:
            return match[0]
        return match[2].strip().replace("{size}", f"{bytes_ / 1e6:.1f} MB")

    return _OFFER.sub(shown, html)
