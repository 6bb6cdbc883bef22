"""Provenance: from a claimed number on a page to the line of the snippet that computes it."""

import html
import posixpath
from functools import lru_cache
from pathlib import Path

from book.chapter import read
from book.ledger import Claimed


def line_id(snippet: str, line: int) -> str:
    """The id of a snippet's line in a page: `L-recurrence-backward-12`."""
    return f"L-{fence_id(snippet)}-{line}"


def fence_id(snippet: str) -> str:
    """The id of a snippet in a page: `recurrence-backward`."""
    return snippet.replace("/", "-")


def shown(docs: Path) -> dict[str, list[str]]:
    """For each snippet, `chapter/name`, the pages of one language that show it whole."""
    pages: dict[str, list[str]] = {}
    for path in sorted(docs.glob("**/*.md")):
        stat = path.stat()
        for snippet in _shown_in(path, stat.st_mtime_ns, stat.st_size):
            pages.setdefault(snippet, []).append(path.relative_to(docs).as_posix())
    return pages


@lru_cache(maxsize=256)
def _shown_in(path: Path, _time: int, _size: int) -> tuple[str, ...]:
    chapter = read(path.read_text(encoding="utf-8-sig"), path.name)
    return tuple(
        snippet
        for include in chapter.includes
        if (snippet := snippet_of(include.path, ".py")) is not None
    )


def snippet_of(path: str, suffix: str) -> str | None:
    """`recurrence/backward` for `snippets/recurrence/backward.py`, None for another file."""
    if path.startswith("snippets/") and path.endswith(suffix):
        return path.removeprefix("snippets/").removesuffix(suffix)
    return None


def href(claimed: Claimed, page: str, pages: dict[str, list[str]]) -> str | None:
    """Where the line of a claim is shown, seen from `page`; None where no page shows it.

    Both pages are sources, `recurrence.md`. The page itself comes first, then the one that bears
    the name of the snippet's chapter.
    """
    places = pages.get(claimed.snippet, [])
    anchor = "#" + line_id(claimed.snippet, claimed.line)
    if page in places:
        return anchor
    if not places:
        return None
    home = claimed.snippet.split("/")[0] + ".md"
    place = home if home in places else places[0]
    return posixpath.relpath(place.removesuffix(".md"), posixpath.dirname(page)) + ".html" + anchor


def link(claimed: Claimed, href: str) -> str:
    """The opening tag of a claimed number that leads to its line."""
    return f'<a class="claim" href="{html.escape(href)}" data-card="{card(claimed)}">'


def mark(claimed: Claimed) -> str:
    """The opening tag of a claimed number within a link, which leads elsewhere."""
    return f'<span class="claim" data-card="{card(claimed)}">'


def card(claimed: Claimed) -> str:
    """What hover, focus and tap show of a claimed number, as an attribute's value."""
    source = f"snippets/{claimed.snippet}.py:{claimed.line}"
    return html.escape(f"{claimed.name} = {exact(claimed.value)}\n{source}").replace("\n", "&#10;")


def exact(value: int | float | bool) -> str:
    """A value with all its digits: the shortest text that reads back as the same number."""
    return repr(value).replace("-", "\N{MINUS SIGN}")
