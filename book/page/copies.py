"""Copies: each chapter as plain Markdown, and llms.txt, the list of them for machines."""

import re
from pathlib import Path

from book.chapter import Chapter

_INCLUDE = re.compile(r'^[ \t]*--8<-- "([^"]+)"[ \t]*$', re.MULTILINE)
_HEADING_ID = re.compile(r"^(#{1,6} .*?) *\{ #[\w-]+ \}", re.MULTILINE)
_CAPTION = re.compile(r"^/// caption\n(.*?)\n///$", re.MULTILINE | re.DOTALL)
_OPENING = re.compile(r"^/// (?:details|note|warning|tip) \| (.+)$", re.MULTILINE)
_CLOSING = re.compile(r"^///[ \t]*\n?", re.MULTILINE)
_FRONT = re.compile(r"\A---\n.*?\n---\n+", re.DOTALL)
_FIGURE = re.compile(r"!\[([^\]]*)\]\(\.\./figures/[^)]+\)")


def copied(chapter: Chapter, root: Path) -> str:
    """The chapter as a reader without this book's tool may have it.

    Claims are gone, programs and what they print stand in the text, a figure is its description.
    """
    text = chapter.text
    for start, end in sorted(
        (comment for block in chapter.blocks for comment in block.comments), reverse=True
    ):
        text = text[:start].rstrip(" \t") + text[end:]
    text = _FRONT.sub("", text)
    text = _FIGURE.sub(r"*\1*", text)
    text = _HEADING_ID.sub(r"\1", text)
    text = _CAPTION.sub(r"\1", text)
    text = _OPENING.sub(r"**\1**", text)
    text = _CLOSING.sub("", text)
    text = re.sub(r"\n{3,}", "\n\n", text)
    return _INCLUDE.sub(lambda match: _included(root / match[1]), text).strip() + "\n"


def _included(path: Path) -> str:
    return path.read_text(encoding="utf-8").strip("\n") if path.is_file() else f"({path.name})"


def llms(title: str, summary: str, pages: list[tuple[str, str, str]]) -> str:
    """The list of the copies, in the form of llms.txt; pages are (title, file, description)."""
    lines = [f"- [{name}]({file})" + (f": {about}" if about else "") for name, file, about in pages]
    return f"# {title}\n\n> {summary}\n\n" + "\n".join(lines) + "\n"
