"""Feed: what has changed in the chapters of one language, as Atom, from the history of the book."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from book import history

SPACE = "http://www.w3.org/2005/Atom"
LENGTH = 40  # entries
_MARK = "\x1e"
_UNFIT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # for XML 1.0


@dataclass(frozen=True)
class Change:
    """One commit: its hash, its time with offset, what it says, and the texts it changed."""

    hash: str
    time: str
    subject: str
    files: tuple[str, ...]


def changes(docs: Path, pages: Sequence[str]) -> list[Change]:
    """The last commits that changed some of the pages in `docs`; none where there is no history.

    Of a history that is cut off the oldest commit does not count: it seems to have written all.
    """
    form = f"--format={_MARK}%H%x00%aI%x00%P%x00%s"  # %x00 behind each, as -z puts behind files
    options = ("-z", f"-{LENGTH}", "--no-merges", "--name-only", "--relative", "--encoding=UTF-8")
    paths = [f":(literal){page}" for page in pages]
    try:
        told = history.answer(docs, "log", *options, form, "--", *paths) if paths else None
        cut = history.answer(docs, "rev-parse", "--is-shallow-repository")
    except FileNotFoundError:
        return []
    found: list[tuple[Change, str]] = []  # each with its parents
    fields = iter((told or b"").decode("utf-8", "replace").split("\0"))
    for field in fields:
        if field.startswith(_MARK):
            time, parents, subject = (next(fields) for _ in range(3))
            found.append((Change(field[1:], time, _UNFIT.sub("", subject), ()), parents))
        elif file := field.removeprefix("\n"):
            change, parents = found.pop()
            found.append((replace(change, files=(*change.files, file)), parents))
    whole = cut is None or cut.strip() != b"true"
    return [change for change, parents in found if parents or whole]


def atom(
    title: str, address: str, language: str, entries: list[Change], titles: dict[str, str]
) -> str:
    """The feed as XML. `address` is that of the book in `language`, `titles` those of its pages.

    Subjects of commits are English in either language; titles of chapters are in the book's.
    Raises ValueError without entries: a feed has a time.
    """
    feed = ET.Element("feed", {"xmlns": SPACE, "xml:lang": language})
    _add(feed, "title", title)
    _add(feed, "id", address)
    newest = max(entries, key=lambda change: datetime.fromisoformat(change.time))
    _add(feed, "updated", newest.time)
    ET.SubElement(feed, "link", {"rel": "self", "href": f"{address}feed.xml"})
    ET.SubElement(feed, "link", {"rel": "alternate", "href": address})
    _add(ET.SubElement(feed, "author"), "name", title)
    for change in entries:
        entry = ET.SubElement(feed, "entry")
        files = [file for file in change.files if file in titles]
        names = [titles[file] for file in files]
        _add(entry, "title", ("、" if language == "zh" else ", ").join(names))
        _add(entry, "id", f"{address}#{change.hash}")
        _add(entry, "updated", change.time)
        _add(entry, "summary", change.subject).set("xml:lang", "en")
        for file, said in zip(files, names, strict=True):
            page = file.rpartition(".")[0] + ".html"
            rel = "related" if file != files[0] else "alternate"
            ET.SubElement(entry, "link", {"rel": rel, "href": address + page, "title": said})
    ET.indent(feed)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(feed, encoding="unicode") + "\n"


def _add(parent: ET.Element, tag: str, text: str) -> ET.Element:
    element = ET.SubElement(parent, tag)
    element.text = text
    return element
