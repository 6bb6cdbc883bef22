"""Edits: parts of a text replaced, all at once, at the offsets of the text as it was."""

from collections.abc import Iterable


def edited(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    """The text with each (start, end, replacement) carried out; they must not overlap."""
    parts, at = [], 0
    for start, end, replacement in sorted(edits):
        parts += [text[at:start], replacement]
        at = end
    return "".join(parts) + text[at:]
