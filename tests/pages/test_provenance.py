"""Provenance in the built site: from a line back to what quotes it, the ledger, and the box.

These parts of a page are made at build from numbers that are claimed; here they are compared with
the numbers, lines and pages that they speak of.
"""

import json
import posixpath
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from book import ledger
from book.page.phrases import PHRASES
from book.page.provenance import exact
from book.page.verification import both
from tests.pages.conftest import LANGUAGES, ROOT
from tests.pages.test_site import PAGES, chapter, every_page, source

every_language = pytest.mark.parametrize("language", LANGUAGES)
LEDGER = ledger.load(ROOT)


@dataclass(frozen=True)
class Use:
    """A link from a line of a snippet, `snippets/rnn/back.py:3`, to a place: its page and id."""

    line: str
    page: str
    id: str
    text: str


@dataclass(frozen=True)
class Site:
    """The pages of one language, by name."""

    folder: Path

    def page(self, name: str) -> LexborHTMLParser:
        return _parsed(self.folder / f"{name}.html")


@cache
def _parsed(path: Path) -> LexborHTMLParser:
    return LexborHTMLParser(path.read_text(encoding="utf-8"))


def seen_from(name: str, path: str) -> str:
    """The name of the page that a path leads to from the page `name`."""
    return (
        posixpath.normpath(posixpath.join(name, "..", path)).removesuffix(".html") if path else name
    )


def pages(language: str) -> list[str]:
    return [name for lang, name in PAGES if lang == language]


@pytest.fixture
def book(site, language) -> Site:
    return Site(site / "en" if language == "en" else site)


def digits(text: str) -> list[str]:
    """The digits of a number in no order: a fraction is typeset from below."""
    return sorted(c for c in unicodedata.normalize("NFKC", text) if c.isdecimal())


def lines(node: LexborNode) -> set[str]:
    """The lines that a number, a figure or a mark says it comes from."""
    cards = [
        n.attributes["data-card"]
        for n in [node, *node.css("[data-card]")]
        if "data-card" in n.attributes
    ]
    return {card.rpartition("\n")[2] for card in cards}


def uses(tree: LexborHTMLParser, name: str) -> Iterator[Use]:
    """All that leads from the lines of a page's snippets to places."""
    for mark in tree.css(".use"):
        span = mark.parent
        snippet = span.parent.parent.parent.css_first(".filename").text()
        line = f"{snippet}:{span.id.rpartition('-')[2]}"
        links = [mark]
        if mark.tag == "button":
            links = tree.css(f'[id="{mark.attributes["popovertarget"]}"] a')
        for link in links:
            target = urlsplit(link.attributes["href"])
            yield Use(line, seen_from(name, target.path), target.fragment, link.text())


def astray(site: Site, name: str, tree: LexborHTMLParser | None = None) -> list[str]:
    """What leads from a line of a page to a place that does not quote it, or says other digits."""
    found = []
    for use in uses(tree or site.page(name), name):
        place = site.page(use.page).css_first(f'[id="{use.id}"]')
        if place is None:
            found.append(f"{use.line} leads to {use.page}#{use.id}, which is nowhere")
        elif place.tag != "svg" and use.line not in lines(place):
            found.append(
                f"{use.line} leads to {use.page}#{use.id}, which comes from {lines(place)}"
            )
        elif "claim" in place.attributes["class"] and digits(use.text):
            first = re.split("、|, |…", use.text)[0]
            if digits(first) != digits(place.text()):
                found.append(f"{use.line} says {first} of {place.text()}")
    return found


def without_way_back(site: Site, names: list[str]) -> list[str]:
    """The numbers and marks that lead to a line from which nothing leads back to their page."""
    back = {(use.line, use.page) for name in names for use in uses(site.page(name), name)}
    return [
        f"{name}: {card}"
        for name in names
        for link in site.page(name).css("article [data-card]")
        for card in [link.attributes["data-card"]]
        if (card.rpartition("\n")[2], name) not in back
    ]


@every_page
def test_every_line_leads_back_to_what_it_computes(book, language, name):
    assert astray(book, name) == []


@every_language
def test_every_number_and_mark_has_a_way_back(book, language):
    assert without_way_back(book, pages(language)) == []


def test_there_are_ways_back_of_both_kinds(site):
    tree = Site(site).page("recurrence")
    assert len(tree.css("a.use")) > 20 and len(tree.css("button.use")) > 10


@pytest.mark.parametrize("language", ["zh"])
@pytest.mark.parametrize(
    ("pattern", "new", "told"),
    [
        (r'(class="use" href=")#n\d+', r"\1#n99999", "which is nowhere"),
        (r'(class="use" href=")#n\d+', r"\1#backward", "which comes from"),
        (r'(<li>[^<]*<a href="#n\d+">)[−\d.]+', r"\g<1>0.123456", "says 0.123456 of"),
    ],
)
def test_a_line_that_leads_elsewhere_is_noticed(book, language, pattern, new, told):
    html, count = re.subn(pattern, new, book.page("recurrence").html, count=1)
    assert count == 1
    (found,) = astray(book, "recurrence", LexborHTMLParser(html))
    assert told in found


@pytest.mark.parametrize("language", ["zh"])
def test_a_number_without_a_way_back_is_noticed(book, language, tmp_path):
    html = book.page("gates").html
    (tmp_path / "gates.html").write_text(re.sub(r'<a class="use".*?</a>', "", html, count=1))
    assert len(without_way_back(Site(tmp_path), ["gates"])) >= 1


@every_page
def test_every_formula_that_an_identity_checks_says_so(book, language, name):
    claims = [
        [str(entry.name) for entry in claim.entries]
        for block in chapter(language, name).blocks
        for claim in block.claims
        if claim.kind == "identity"
    ]
    marks = book.page(name).css(".checked")
    said = [
        [link.attributes["data-card"].partition(":")[0] for link in mark.css("a")] for mark in marks
    ]
    assert said == claims
    for link in (link for mark in marks for link in mark.css("a")):
        target = urlsplit(link.attributes["href"])
        page = seen_from(name, target.path)
        line = book.page(page).css_first(f'[id="{target.fragment}"]')
        variable = link.text().rpartition(".")[2].partition("[")[0]
        assert re.search(rf"\b{variable}\b", line.text())


def weight(tree: LexborHTMLParser) -> int:
    """The bytes of a page that lead from lines to places, and mark what is checked."""
    parts = tree.css("article :is(.use, .uses, .checked)")
    ids = tree.css("article :is(.claim, svg.figure)[id]")
    return sum(len(node.html.encode()) for node in parts) + len(ids) * len(' id="n123"')


@every_page
def test_what_leads_back_weighs_little(book, language, name):
    tree = book.page(name)
    whole = len(tree.html.encode())
    assert weight(tree) < whole * 0.06, f"{weight(tree) / whole:.1%}"


# --- the box


@every_page
def test_the_box_counts_what_the_page_has(book, language, name):
    this = chapter(language, name)
    tree = book.page(name)
    numbers = len(ledger.claimed(this, LEDGER)[0])
    if not numbers:
        assert not tree.css(".verification")
        return
    (box,) = tree.css("section.verification")
    said = [int(node.text()) for node in box.css("dd")]
    programs = {node.text() for node in tree.css("div.snippet > .filename")}
    counted = len(tree.css(".checked")), len(tree.css("article svg.figure")), len(programs)
    assert said == [numbers, *counted]
    codes = [node.text() for node in box.css("code")]
    assert codes[1] == f".venv/bin/nox -s check -- {name}"
    assert codes[2] == str(both(ROOT, source(name))).partition(" (")[0]
    to_ledger = urlsplit(box.css_first("a").attributes["href"])
    assert (seen_from(name, to_ledger.path), to_ledger.query) == ("ledger", f"find={name}.html")


# --- the ledger


@every_language
def test_the_ledger_has_every_claimed_value_with_all_its_digits(book, language):
    rows = book.page("ledger").css("table.ledger tbody tr")
    assert [row.css_first("th").text().strip() for row in rows] == sorted(LEDGER)
    for row in rows:
        entry = LEDGER[row.css_first("th").text().strip()]
        shown = row.css_first("td").text()
        for part in ledger.value_of(entry).data if "value" in entry else ():
            assert exact(part) in shown, row.html


@every_language
def test_the_ledger_leads_to_lines_and_places(book, language):
    tree = book.page("ledger")
    links = tree.css("table.ledger a")
    assert len(links) > 2 * len(LEDGER)
    for link in links:
        target = urlsplit(link.attributes["href"])
        page = book.page(target.path.removesuffix(".html"))
        assert target.fragment in _ids(page), link.html
    untold = [row.html for row in tree.css("tbody tr") if len(row.css("a")) < 2]
    assert not untold


_known: dict[int, frozenset[str]] = {}


def _ids(tree: LexborHTMLParser) -> frozenset[str]:
    if id(tree) not in _known:  # trees are cached, and so live on
        _known[id(tree)] = frozenset(node.id for node in tree.css("[id]"))
    return _known[id(tree)]


@every_language
def test_the_published_ledger_says_what_the_committed_one_does(book, language):
    published = json.loads((book.folder / "ledger.json").read_text(encoding="utf-8"))
    schema = json.loads((book.folder / published["$schema"]).read_text(encoding="utf-8"))
    values = published["values"]
    assert values.keys() == LEDGER.keys()
    assert {n: e["value"] for n, e in values.items() if "value" in e} == {
        n: e["value"] for n, e in LEDGER.items() if "value" in e
    }
    jsonschema = pytest.importorskip("jsonschema")
    assert list(jsonschema.Draft202012Validator(schema).iter_errors(published)) == []


@every_language
def test_search_does_not_read_what_is_made_at_build(book, language):
    index = json.loads((book.folder / "search/search_index.json").read_text(encoding="utf-8"))
    assert index["docs"]
    assert not [doc for doc in index["docs"] if doc["location"].startswith("ledger")]
    said = "".join(doc["text"] for doc in index["docs"]).replace("\u200b", "")
    words = PHRASES[language]
    assert words["verify"] not in said and "✓" not in said
    assert words["quotes"].format(names="").strip() + "<" not in said


@every_language
def test_the_ledger_stays_light(book, language):
    size = (book.folder / "ledger.html").stat().st_size
    assert size < 60_000 + 260 * len(LEDGER)


def test_every_script_of_ours_stays_small(site):
    scripts = list((ROOT / "theme").rglob("*.js"))
    assert {"book.js", "ledger.js"} <= {path.name for path in scripts}
    for script in scripts:
        assert script.stat().st_size < 8000, script
        assert (site / script.relative_to(ROOT / "theme")).read_bytes() == script.read_bytes()
