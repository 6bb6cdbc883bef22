"""References as a page shows them, in its language.

Among a chapter's sources a citation is written out: authors, title, year, address. Elsewhere it is
the authors' names and the year, and leads there; `[@*]` is the list of all references, each with
the pages that cite it. pybtex formats them.
"""

import html
import re
from collections.abc import Callable
from functools import lru_cache

from pybtex.database import Entry, Person
from pybtex.richtext import HRef, Tag, Text
from pybtex.style.names.plain import NameStyle

from book.chapter import Block, Chapter, Citation
from book.page.places import Edition
from book.page.provenance import beside
from book.page.uses import page_title
from book.references import EVERYTHING, FILE, References, load

PAGE = "references.md"
SECTION = "sources"  # of each chapter
_ALL_NAMED = 5  # authors; of more, only the first is named
_WORDS = {
    "zh": {
        "joined": "，",
        "listed": "、",
        "last": "、",
        "last_named": " 和 ",
        "others": " 等",
        "parted": "；",
        "around": "（{}）",
        "volume": "第 {} 卷",
        "number": "第 {} 期",
        "pages": "{} 页",
        "thesis": "学位论文",
        "cited": "引用它的页：{}",
    },
    "en": {
        "joined": ", ",
        "listed": ", ",
        "last": " and ",
        "last_named": " and ",
        "others": " and others",
        "parted": "; ",
        "around": "({})",
        "volume": "volume {}",
        "number": "issue {}",
        "pages": "pages {}",
        "thesis": "thesis",
        "cited": "Cited in: {}",
    },
}


def edits(chapter: Chapter, page, store: Callable[[str], str]) -> list[tuple[int, int, str]]:
    """What stands in the place of each citation; `page` is told of keys that nothing knows.

    `store` keeps HTML behind a placeholder.
    """
    references = load(page.root)
    written = {
        key
        for block in chapter.blocks
        if block.section == SECTION
        for citation in block.citations
        for _, key in citation.keys
    }
    found, anchors = [], set()
    for block in chapter.blocks:
        for citation in block.citations:
            known = []
            for offset, key in citation.keys:
                if key in references.entries or key == EVERYTHING:
                    known.append(key)
                else:
                    remedy = "add it there, or mend the key"
                    page.problem(chapter, offset, f"{FILE} has no entry {key}", remedy)
            if EVERYTHING in known:
                shown = listed(references, page.edition, page.name, page.language)
            elif block.section == SECTION:
                shown = _written_out(references, known, anchors, page.language)
            else:
                addresses = {
                    key: f"#{_anchor(key)}"
                    if key in written
                    else f"{beside(PAGE, page.name)}#{key}"
                    for key in known
                }
                inside = _in_parentheses(chapter, block, citation)
                shown = _short(references, addresses, citation.bare, inside, page.language)
            found.append((citation.start, citation.end, store(shown)))
    return found


def listed(references: References, edition: Edition, page: str, language: str) -> str:
    """All references in the order of their keys, each with the pages that cite it."""
    words = _WORDS[language]
    places: dict[str, list[str]] = {}
    for name, chapter in edition.chapters.items():
        first: dict[str, str] = {}
        for block in chapter.blocks:
            for citation in block.citations:
                for _, key in citation.keys:
                    anchor = _anchor(key) if block.section == SECTION else block.section
                    first[key] = anchor if block.section == SECTION else first.get(key, anchor)
        for key, anchor in first.items():
            title = html.escape(page_title(chapter))
            link = f'<a href="{beside(name, page)}#{anchor}">{title}</a>'
            places.setdefault(key, []).append(link)
    items = "".join(
        f'<li id="{key}">{written(entry, language, whole=True)}<br>'
        f"<small>{words['cited'].format(words['listed'].join(places.get(key, [])))}</small></li>"
        for key, entry in sorted(references.entries.items())
    )
    return f'<ul class="references">{items}</ul>'


def written(entry: Entry, language: str, *, whole: bool) -> str:
    """A reference in HTML: authors, title, year, address; `whole`, with where it appeared."""
    return _written(_Same(entry), language, whole)


class _Same:
    """An entry as the key of a cache: the same one, not one that says the same."""

    def __init__(self, entry: Entry):
        self.entry = entry

    def __hash__(self) -> int:
        return id(self.entry)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.entry is other.entry


@lru_cache(maxsize=1024)  # pages and their copies write the same ones
def _written(same: _Same, language: str, whole: bool) -> str:
    entry = same.entry
    words, fields = _WORDS[language], entry.fields
    parts = [_authors(entry, language, whole=whole), Tag("em", _rich(entry, "title"))]
    if whole:
        parts += [_rich(entry, name) for name in ("journal", "booktitle") if name in fields]
        for name in ("volume", "number", "pages"):
            if name in fields:
                parts.append(words[name].format(fields[name].replace("--", "–")))
        if "school" in fields:
            parts.append(words["thesis"])
        parts += [_rich(entry, name) for name in ("school", "institution") if name in fields]
    parts.append(fields.get("year", ""))
    if "doi" in fields:
        parts.append(HRef(f"https://doi.org/{fields['doi']}", f"doi:{fields['doi']}"))
    if "eprint" in fields:
        parts.append(HRef(f"https://arxiv.org/abs/{fields['eprint']}", f"arXiv:{fields['eprint']}"))
    if "url" in fields:
        parts.append(HRef(fields["url"], re.sub("https://(?:www[.])?", "", fields["url"])))
    return Text(words["joined"]).join(filter(None, parts)).render_as("html")


def label(key: str, entry: Entry, language: str) -> tuple[str, str]:
    """The authors' last names, and the year with the letter that tells two keys apart."""
    words = _WORDS[language]
    names = [_last(person) for person in entry.persons.get("author", [])]
    if len(names) > 3 or names[-1:] == ["others"]:
        said = names[0] + words["others"]
    else:
        parts = [words["listed"].join(names[:-1]), *names[-1:]]
        said = words["last_named"].join(filter(None, parts))
    return said, entry.fields.get("year", "") + re.sub(".*[0-9]", "", key)


def _written_out(references: References, keys: list[str], anchors: set[str], language: str) -> str:
    shown = []
    for key in keys:
        id_ = "" if key in anchors else f' id="{_anchor(key)}"'
        anchors.add(key)
        text = written(references.entries[key], language, whole=False)
        shown.append(f'<span class="citation"{id_}>{text}</span>')
    return _WORDS[language]["parted"].join(shown)


def _short(
    references: References, addresses: dict[str, str], bare: bool, inside: bool, language: str
) -> str:
    words = _WORDS[language]
    shown = []
    for key, address in addresses.items():
        names, year = label(key, references.entries[key], language)
        said = year if bare else names + words["joined"] + year
        shown.append(f'<a class="citation" href="{address}">{html.escape(said)}</a>')
    together = words["parted"].join(shown)
    return together if inside else words["around"].format(together)


def _authors(entry: Entry, language: str, *, whole: bool) -> Text:
    words, persons = _WORDS[language], entry.persons.get("author", [])
    names = [NameStyle().format(person).format() for person in persons]
    cut = bool(persons) and _last(persons[-1]) == "others"
    if cut or (len(persons) > _ALL_NAMED and not whole):
        named = names[:-1] if cut and whole else names[:1]
        return Text(Text(words["listed"]).join(named), words["others"])
    return Text(words["listed"]).join([*names[:-2], Text(words["last"]).join(names[-2:])])


def _last(person: Person) -> str:
    return " ".join([*person.prelast_names, *person.last_names])


def _rich(entry: Entry, field: str) -> Text:
    return Text.from_latex(entry.fields[field])


def _anchor(key: str) -> str:
    return f"ref-{key}"


def _in_parentheses(chapter: Chapter, block: Block, citation: Citation) -> bool:
    """Whether a parenthesis is open where a citation stands."""
    before = chapter.text[block.start : citation.start]
    before = re.sub(r"\$[^$]*\$|`[^`]*`|\]\([^()]*\)|<!--.*?-->", "", before, flags=re.DOTALL)
    return sum(before.count(c) for c in "(（") > sum(before.count(c) for c in ")）")
