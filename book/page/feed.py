"""Feed: what has changed in the chapters of one language, as Atom, from the history of the book."""

import subprocess
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

SPACE = "http://www.w3.org/2005/Atom"
LENGTH = 40  # entries
_MARK = "\x1e"


@dataclass(frozen=True)
class Change:
    """One commit: its hash, its time with offset, what it says, and the texts it changed."""

    hash: str
    time: str
    subject: str
    files: tuple[str, ...]


def changes(docs: Path) -> list[Change]:
    """The last commits that changed a text in `docs`; none where there is no history."""
    form = f"--format={_MARK}%H%n%aI%n%s"
    command = ["git", "log", f"-{LENGTH}", "--no-merges", "--name-only", "--relative", form]
    try:
        done = subprocess.run(
            [*command, "--", "*.md", "labs/*.py"],
            cwd=docs,
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
    except (FileNotFoundError, subprocess.CalledProcessError):
        return []
    found = []
    for commit in done.stdout.split(_MARK)[1:]:
        hash_, time, subject, *files = commit.strip().splitlines()
        found.append(Change(hash_, time, subject, tuple(file for file in files if file)))
    return found


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
