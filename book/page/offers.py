"""Offers: on the covers, links to files that are made after the site, and may not be there."""

import re
from collections.abc import Callable
from pathlib import Path

NAME = "attention-by-the-numbers"
ARCHIVE = f"{NAME}.zip"
COVERS = {"zh": "index.html", "en": "en/index.html"}  # of a built site

_OFFER = re.compile(
    r'<!--offer (?P<file>[\w./-]+) (?P<link>.*?)-->(?:<a class="offer".*?</a>)?', re.DOTALL
)


def pdf_name(language: str) -> str:
    """The file of the book on paper, in the folder of its language."""
    return f"{NAME}-{language}.pdf"


def offered(html: str, size: Callable[[str], int | None]) -> str:
    """The cover with a link to each file that is there, and to no other.

    `size` tells the bytes of a file, as the cover names it, and None if there is none. The link is
    kept in a comment of the page, so that nothing is broken where the file was not made.
    """

    def shown(match: re.Match[str]) -> str:
        bytes_ = size(match["file"])
        kept = f"<!--offer {match['file']} {match['link']}-->"
        if bytes_ is None:
            return kept
        return kept + match["link"].strip().replace("{size}", f"{bytes_ / 1e6:.1f} MB")

    return _OFFER.sub(shown, html)


def offer(site: Path, without: frozenset[str] = frozenset()) -> dict[str, str]:
    """The covers of a built site, by their place in it, with what it has to offer.

    Files named in `without` are not offered though they are there.
    """
    covers = {}
    for cover in COVERS.values():
        path = site / cover
        if path.is_file():

            def size(name: str, folder: Path = path.parent) -> int | None:
                file = folder / name
                return file.stat().st_size if file.is_file() and file.name not in without else None

            covers[cover] = offered(path.read_text(encoding="utf-8"), size)
    return covers


def write_covers(site: Path) -> None:
    """Write the covers of a built site with all that it has to offer."""
    for cover, text in offer(site).items():
        (site / cover).write_text(text, encoding="utf-8")
