"""References: what the book cites, kept once in `docs/references.bib` and cited by key.

A chapter writes `[@gers2000]`, or `[@jain2019; @wiegreffe2019]`, or, behind the authors' names,
`[-@gers2000]`; authors, years, volumes, pages and addresses come from the one file, in both
languages. pybtex reads it. Here it is looked at as chapters are: every fault with its place.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import pybtex.errors
from pybtex.database import Entry, parse_string
from pybtex.exceptions import PybtexError
from pybtex.scanner import PybtexSyntaxError

from book.chapter import Chapter
from book.problems import Problem

FILE = "docs/references.bib"
EVERYTHING = "*"  # `[@*]`, as in Pandoc: the place where all references are listed

_ENTRY = re.compile(r"^[ \t]*@(?P<type>\w+)\s*\{\s*(?P<key>[^\s,}]*)", re.MULTILINE)
_FIELD = re.compile(r"^[ \t]*(?P<name>\w+)\s*=", re.MULTILINE)
_KEY = re.compile(r"[a-z]+(?P<year>[0-9]{4})[a-z]?")
_FORMS = {
    "doi": (re.compile(r"10\.[0-9]{4,9}/[^\s<>]+"), "write it bare: 10.1162/neco.1997.9.8.1735"),
    "eprint": (re.compile(r"[0-9]{4}\.[0-9]{4,5}"), "write the number alone: 1409.0473"),
    "url": (re.compile(r"https://\S+"), "write it whole, with https"),
    "year": (re.compile(r"[0-9]{4}"), "write the four digits alone"),
    "volume": (re.compile(r"[0-9]+"), "write the number alone"),
    "number": (re.compile(r"[0-9]+"), "write the number alone"),
    "pages": (re.compile(r"[0-9]+--[0-9]+"), "write the first and the last: 1735--1780"),
}
_NEEDED = ("author", "title", "year")
_KNOWN = {*_NEEDED, *_FORMS, "journal", "booktitle", "school", "institution", "nodoi"}


@dataclass(frozen=True)
class References:
    """The entries of the file, by key, and what is wrong in it."""

    text: str
    entries: Mapping[str, Entry]
    problems: tuple[Problem, ...]

    def problem(self, key: str, message: str, remedy: str, field: str = "") -> Problem:
        """A problem at an entry, or at one of its fields."""
        return Problem(FILE, *_place(self.text, _at(self.text, key, field)), message, remedy)


def load(root: Path) -> References:
    """The references of the book at `root`, perhaps none; read again only after a change."""
    path = root / FILE
    try:
        stat = path.stat()
    except FileNotFoundError:
        return References("", {}, ())
    return _load(path, stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=4)
def _load(path: Path, _changed: int, _size: int) -> References:
    try:
        text = path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        return References("", {}, (Problem(FILE, line, 1, "this line is not UTF-8", "save it so"),))
    return read(text)


def read(text: str) -> References:
    """Read a file of references. Never raises on what an author writes."""
    problems: list[Problem] = []
    entries: Mapping[str, Entry] = {}
    with pybtex.errors.capture() as errors:
        try:
            entries = parse_string(text, "bibtex").entries
        except PybtexError as error:
            errors.append(error)
    found = list(_ENTRY.finditer(text))
    for error in errors:
        if isinstance(error, PybtexSyntaxError):
            place = (error.lineno or 1, 1)
        elif "repeated bibliography entry" in str(error):
            continue  # told below, with its place
        else:  # a field twice, a name with too many commas: found by the words of the error
            words = re.findall(r"key (\S+) has|commas in '(.*)'", str(error))
            at = text.find(next(filter(None, words[0]))) if words else -1
            place = _place(text, max(at, 0))
        problems.append(Problem(FILE, *place, f"cannot be read: {error}", "mend the BibTeX"))
    seen: set[str] = set()
    for entry in found:
        if entry["key"].lower() in seen:
            place = _place(text, entry.start("key"))
            message = f"there are two entries {entry['key']}"
            problems.append(Problem(FILE, *place, message, "keep one, or give it another key"))
        seen.add(entry["key"].lower())
    references = References(text, dict(entries), ())
    for key, entry in entries.items():
        problems += _entry(references, key, entry)
    problems += _twice(references)
    return References(text, references.entries, tuple(sorted(problems)))


def _entry(references: References, key: str, entry: Entry) -> Iterator[Problem]:
    """What one entry lacks, and what is written in it as it should not be."""
    fields = dict(entry.fields.items())
    has = {name.lower() for name in (*fields, *entry.persons)}
    for name in _NEEDED:
        if name not in has:
            yield references.problem(key, f"{key} has no {name}", f"add {name} = {{…}}")
    for name, value in fields.items():
        if name.lower() not in _KNOWN:
            known = ", ".join(sorted(_KNOWN))
            yield references.problem(key, f"a field {name}", f"the fields are {known}", name)
        form, remedy = _FORMS.get(name.lower(), (None, ""))
        if form and not form.fullmatch(value):
            yield references.problem(key, f"{name} is {value!r}", remedy, name)
    shape = _KEY.fullmatch(key)
    if shape is None or ("year" in fields and shape["year"] != fields["year"]):
        message = f"the key {key} is not the first author's name and the year"
        yield references.problem(key, message, "write it as gers2000, or cho2014b for a second one")
    if not has & {"doi", "eprint"} and "nodoi" not in has:
        message = f"{key} has neither a DOI nor an arXiv number"
        yield references.problem(
            key, message, "add doi = {…} or eprint = {…}, or say in nodoi = {…} why there is none"
        )
    if has & {"doi", "eprint"} and "nodoi" in has:
        yield references.problem(key, f"{key} has what nodoi denies", "take nodoi out", "nodoi")


def _twice(references: References) -> Iterator[Problem]:
    """Entries that are one paper under two keys."""
    known: dict[tuple[str, str], str] = {}
    for key, entry in references.entries.items():
        for name in ("doi", "eprint"):
            if name not in entry.fields:
                continue
            first = known.setdefault((name, entry.fields[name].lower()), key)
            if first != key:
                message = f"{key} has the {name} of {first}"
                yield references.problem(key, message, "keep one of the two", name)


def differences(references: References, pages: Iterable[Chapter], known: Iterable[Chapter]):
    """What is wrong with the references and with the citations in `pages`, as problems.

    `known` are all pages of the book: what none of them cites is no reference of it. That both
    languages cite alike is for `book.parity`, which compares citations as it does links.
    """
    yield from references.problems
    cited = {key for page in known for _, key in citations(page)}
    for page in pages:
        for offset, key in citations(page):
            if key != EVERYTHING and key not in references.entries:
                near = _nearest(key, references.entries)
                yield page.problem(offset, f"{FILE} has no entry {key}", near)
    for key in references.entries:
        if key not in cited:
            yield references.problem(
                key, f"no page cites {key}", f"cite it, [@{key}], or take it out"
            )


def citations(page: Chapter) -> Iterator[tuple[int, str]]:
    """The keys that a page cites, and where each stands, in reading order."""
    for block in page.blocks:
        for citation in block.citations:
            yield from citation.keys


def _nearest(key: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(key, list(known), n=3, cutoff=0.6)
    return f"did you mean {' or '.join(near)}?" if near else "add it there"


def _at(text: str, key: str, field: str) -> int:
    """Where an entry begins, or a field of it."""
    entries = list(_ENTRY.finditer(text))
    for number, entry in enumerate(entries):
        if entry["key"] == key:
            end = entries[number + 1].start() if number + 1 < len(entries) else len(text)
            for found in _FIELD.finditer(text, entry.end(), end):
                if field and found["name"].lower() == field.lower():
                    return found.start("name")
            return entry.start("key")
    return 0


def _place(text: str, offset: int) -> tuple[int, int]:
    """Line and column of an offset, both from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
