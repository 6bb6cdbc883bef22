"""Front: what a reader sees before the text, of the book and of each chapter."""

import re
from dataclasses import dataclass
from pathlib import Path

from book.page.places import Edition
from book.page.verification import counted
from book.sources import snippets_of


@dataclass(frozen=True)
class Totals:
    """How much of the whole book a program has the last word on, in one language."""

    numbers: int
    identities: int
    figures: int
    snippets: int


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
