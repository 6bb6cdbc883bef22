"""The table of the ledger: every claimed value, the line that computes it, the pages that quote it.

It is made at build from `docs/ledger.json` and the chapters, as the rows of a page and as JSON.
"""

import html
import json
import math

from book.ledger import value_of
from book.page.phrases import PHRASES
from book.page.places import Edition, Place
from book.page.provenance import beside, exact, href, kind, shown
from book.page.uses import page_title

PAGE = "ledger.md"
SCHEMA = "ledger.schema.json"
_WHOLE = 4  # entries of a tensor that a row shows; more are unfolded


def rows(edition: Edition, order: list[str], language: str) -> str:
    """The rows of the table in HTML, by name; pages stand in the given order."""
    words = PHRASES[language]
    pages, naming = shown(edition), edition.naming()
    titles = {page: html.escape(page_title(c)) for page, c in edition.chapters.items()}
    found = []
    for name, entry in sorted(edition.ledger.items()):
        snippet = name.partition(".")[0]
        program = f"{snippet.rpartition('/')[2]}.py:{entry['line']}"
        address = href(snippet, entry["line"], PAGE, pages)
        quoted = words["joined"].join(
            f'<a href="{_address(place)}">{titles[place.page]}</a>'
            for place in _first(naming.get(name, []), order)
        )
        found.append(
            f'<tr><th scope="row">{html.escape(name)}</th><td>{_value(entry, words)}</td>'
            f"<td>{kind(entry)}</td><td>{_link(address, program)}</td><td>{quoted}</td></tr>"
        )
    return "\n".join(found)


def _link(address: str | None, text: str) -> str:
    return text if address is None else f'<a href="{html.escape(address)}">{text}</a>'


def _address(place: Place) -> str:
    return f"{beside(place.page, PAGE)}#{place.id}"


def _first(places: list[Place], order: list[str]) -> list[Place]:
    """The first place of each page, in the order of the pages."""
    first: dict[str, Place] = {}
    for place in places:
        first.setdefault(place.page, place)
    known = {page: at for at, page in enumerate(order)}
    return sorted(first.values(), key=lambda place: (known.get(place.page, len(known)), place.page))


def _value(entry: dict, words: dict[str, str]) -> str:
    if "value" not in entry:
        return f"<i>{words['ledger_compared']}</i>"
    data = value_of(entry).data
    if len(data) <= _WHOLE:
        return _digits(entry["value"])
    start = ", ".join(map(exact, data[: _WHOLE - 1]))
    count = words["ledger_all"].format(count=len(data))
    whole = entry["value"]
    lines = "<br>".join(map(_digits, whole)) if isinstance(whole[0], list) else _digits(whole)
    return f"<details><summary>{start}, … <i>{count}</i></summary>{lines}</details>"


def _digits(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_digits, value))}]"
    return exact(value)


def published(edition: Edition, order: list[str]) -> str:
    """The ledger as JSON that any program can read, valid by `ledger.schema.json`.

    Addresses are relative to it. An infinite value, for which JSON has no number, is a string.
    """
    pages, naming = shown(edition), edition.naming()
    values = {}
    for name, entry in sorted(edition.ledger.items()):
        snippet = name.partition(".")[0]
        kept: dict[str, object] = {"kind": entry["kind"]}
        if "value" in entry:
            kept |= {"shape": [*value_of(entry).shape], "value": _finite(entry["value"])}
        else:
            kept["shape"] = entry["shape"]
        kept |= {"snippet": f"snippets/{snippet}.py", "line": entry["line"]}
        if (address := href(snippet, entry["line"], PAGE, pages)) is not None:
            kept["shown"] = address
        kept["quoted"] = [_address(place) for place in _first(naming.get(name, []), order)]
        values[name] = kept
    lines = (
        f"{json.dumps(name)}: {json.dumps(kept, allow_nan=False)}" for name, kept in values.items()
    )
    return f'{{"$schema": "{SCHEMA}", "values": {{\n' + ",\n".join(lines) + "\n}}\n"


def _finite(value: object) -> object:
    if isinstance(value, list):
        return [_finite(part) for part in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "Infinity" if value > 0 else "-Infinity"
    return value
