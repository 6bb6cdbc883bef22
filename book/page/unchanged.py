"""Unchanged: pages of a language stay as they stand while all that they are made of is the same.

That is, byte by byte: the files of the book, of its tool, its theme and the front-end parts, the
installed packages, the settings, what Git tells of the chapters; and the built pages themselves,
so that what somebody has altered, added or taken away is built again. Whether a file is the same is
not left to its date. Of the other language a page says no more than what `check` counts there, and
that is compared: a word changed in one language leaves the pages of the other.

Nothing is kept of a build that failed. This module is read before all that a build imports, so it
imports little.
"""

import hashlib
import json
import os
import re
from pathlib import Path

from book.digests import around, digest, files
from book.settings import settings

KEPT = ".cache/site.json"
FOLDERS = ("book", "docs", "figures_src", "snippets", "tests", "theme")
PARTS = ("katex/LICENSE", "katex/dist", "iframe-worker")  # what is taken from node_modules
TOOL = Path(__file__).resolve().parents[1]
OTHER = {"zh": "en", "en": "zh"}
SETTINGS = settings()  # as the process began: to run labs some are set
_SET = re.compile(rb"!ENV *(\[[^\]]*\]|\w+)")
_INCLUDE = re.compile(rb'--8<--(?: +"([^"\n]+)")?')


class Unsaid(Exception):
    """It cannot be said what the pages depend on."""


def state(root: Path, language: str, pages: list[str]) -> dict[str, str]:
    """All that the pages of a language depend on, as digests; `pages` are those in the navigation.

    Raises Unsaid where a text includes a file from a folder that is not looked at.
    """
    return {
        "made of": _made_of(root, language),
        "history": _history(root / "docs" / language, pages),
        "other": digest([root / "docs" / OTHER[language]], root),
        "said": _said(root, language),
    }


def stands(root: Path, language: str) -> bool:
    """Whether the pages of a language stand there as a build would make them."""
    try:
        known = json.loads((root / KEPT).read_text(encoding="utf-8"))[language]
        was = known["state"]
        return (
            known["built"] == built(root / known["folder"], language)
            and was["made of"] == _made_of(root, language)
            and was["history"] == _history(root / "docs" / language, known["pages"])
            and (
                was["other"] == digest([root / "docs" / OTHER[language]], root)
                or was["said"] == _said(root, language)
            )
        )
    except (OSError, ValueError, LookupError, TypeError, Unsaid):
        return False


def remember(
    root: Path, language: str, pages: list[str], folder: Path, before: dict[str, str]
) -> None:
    """Keep that a build made the pages in `folder` from what had this state before it began.

    If something has changed meanwhile, nobody knows what the build saw, and nothing is kept.
    """
    from book.files import write  # only after a build

    try:
        known = json.loads((root / KEPT).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        known = {}
    known = known if isinstance(known, dict) else {}
    known.pop(language, None)
    if before == state(root, language, pages):
        known[language] = {
            "folder": os.path.relpath(folder, root),
            "built": built(folder, language),
            "pages": pages,
            "state": before,
        }
    try:
        write({root / KEPT: json.dumps(known)})
    except OSError:
        return  # a full disk or a read-only tree: all is built again next time


def built(folder: Path, language: str) -> str:
    """The digest of the built pages of a language; English ones lie below the Chinese."""
    return digest([folder], folder, left_out=folder / OTHER[language])


def _made_of(root: Path, language: str) -> str:
    """The digest of all but the chapters of the other language and the history."""
    depends = around(SETTINGS)
    for config in sorted(root.glob("mkdocs*.yml")):
        for names in _SET.findall(config.read_bytes()):
            depends += [[name, os.environ.get(name)] for name in re.findall(r"\w+", names.decode())]
    depends.append(digest([TOOL], TOOL))
    depends.append(digest(places(root), root, left_out=root / "docs" / OTHER[language]))
    for path in filter(os.path.isfile, files([root / "docs" / language, root / "snippets"])):
        for included in _INCLUDE.findall(Path(path).read_bytes()):
            first, _, rest = included.decode().partition("/")
            if not first or (rest and first not in FOLDERS):
                raise Unsaid(f"{path} includes {included.decode() or 'files'}")
    return hashlib.sha256(json.dumps(depends).encode()).hexdigest()


def places(root: Path) -> list[Path]:
    """The files and folders of a book that pages are made of."""
    return [
        *(path for path in sorted(root.iterdir()) if path.is_file()),
        *(root / name for name in FOLDERS),
        *(root / "node_modules" / part for part in PARTS),
    ]


def _history(docs: Path, pages: list[str]) -> str:
    from book.page import feed

    return hashlib.sha256(repr(feed.changes(docs, pages)).encode()).hexdigest()


def _said(root: Path, language: str) -> str:
    """The digest of all that pages say of their chapters in both languages."""
    from book.page.places import edition
    from book.page.verification import verification  # reads the chapters

    docs = root / "docs" / language
    said = {page: repr(verification(root, docs, page)) for page in edition(docs).chapters}
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()
