"""Provenance: from a claimed number on a page to the line of the snippet that computes it."""

import html
import posixpath

from book.check import TOLERANCE
from book.claims import Name
from book.ledger import Claimed, Ledger, value_of
from book.page.phrases import PHRASES
from book.page.places import Edition


def line_id(snippet: str, line: int) -> str:
    """The id of a snippet's line in a page: `L-recurrence-backward-12`."""
    return f"L-{fence_id(snippet)}-{line}"


def fence_id(snippet: str) -> str:
    """The id of a snippet in a page: `recurrence-backward`."""
    return snippet.replace("/", "-")


def shown(edition: Edition) -> dict[str, list[str]]:
    """For each snippet, `chapter/name`, the pages of one language that show it whole."""
    pages: dict[str, list[str]] = {}
    for page, chapter in edition.chapters.items():
        for include in chapter.includes:
            snippet = snippet_of(include.path, ".py")
            if snippet is not None and page not in pages.setdefault(snippet, []):
                pages[snippet].append(page)
    return pages


def snippet_of(path: str, suffix: str) -> str | None:
    """`recurrence/backward` for `snippets/recurrence/backward.py`, None for another file."""
    if path.startswith("snippets/") and path.endswith(suffix):
        return path.removeprefix("snippets/").removesuffix(suffix)
    return None


def href(snippet: str, line: int, page: str, pages: dict[str, list[str]]) -> str | None:
    """Where a line of a snippet is shown, seen from `page`; None where no page shows it.

    Both pages are sources, `recurrence.md`. The page itself comes first, then the one that bears
    the name of the snippet's chapter.
    """
    places = pages.get(snippet, [])
    if not places:
        return None
    home = snippet.split("/")[0] + ".md"
    place = page if page in places else home if home in places else places[0]
    return beside(place, page) + "#" + line_id(snippet, line)


def beside(place: str, page: str) -> str:
    """The address of the page `place`, seen from `page`; empty for the page itself."""
    if place == page:
        return ""
    stem = posixpath.splitext(place)[0]
    return posixpath.relpath(stem, posixpath.dirname(page)) + ".html"


def link(claimed: Claimed, href: str, id_: str = "") -> str:
    """The opening tag of a claimed number that leads to its line."""
    address = html.escape(href)
    return f'<a class="claim"{_id(id_)} href="{address}" data-card="{card(claimed)}">'


def mark(claimed: Claimed, id_: str = "") -> str:
    """The opening tag of a claimed number within a link, which leads elsewhere."""
    return f'<span class="claim"{_id(id_)} data-card="{card(claimed)}">'


def _id(id_: str) -> str:
    return f' id="{id_}"' if id_ else ""


def card(claimed: Claimed) -> str:
    """What hover, focus and tap show of a claimed number, as an attribute's value."""
    return _attribute(
        f"{claimed.name} = {exact(claimed.value)}", source(claimed.snippet, claimed.line)
    )


def source(snippet: str, line: int) -> str:
    """A line of a snippet, as a reader finds it in the repository."""
    return f"snippets/{snippet}.py:{line}"


def exact(value: int | float | bool) -> str:
    """A value with all its digits: the shortest text that reads back as the same number."""
    return repr(value).replace("-", "\N{MINUS SIGN}")


def kind(entry: dict) -> str:
    """What an entry of the ledger is, `float` or `float 4 × 4`."""
    shape = entry["shape"] if "shape" in entry else value_of(entry).shape
    return f"{entry['kind']} {' × '.join(map(str, shape))}".strip()


def identity(
    sides: list[tuple[Name, str]], ledger: Ledger, chapter: str, id_: str, language: str
) -> str:
    """What stands below a formula that an identity checks: each side, with a link to its line.

    `sides` are the two names, each with the address of its line.
    """
    words = PHRASES[language]
    said = words["two_routes"].format(tolerance=f"{TOLERANCE:g}")
    links = []
    for name, address in sides:
        entry = ledger[str(name)]
        lines = _attribute(f"{name}: {kind(entry)}", said, source(name.snippet, entry["line"]))
        short = str(name).removeprefix(f"{chapter}/")
        links.append(
            f'<a href="{html.escape(address)}" data-card="{lines}"><code>{short}</code></a>'
        )
    return (
        f'<div class="checked"{_id(id_)} data-search-exclude="checked">'
        f'<span aria-hidden="true">✓</span> {words["checked"]} {" = ".join(links)}</div>'
    )


def _attribute(*lines: str) -> str:
    return "&#10;".join(map(html.escape, lines))
