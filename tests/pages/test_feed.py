"""The feed of changes: valid Atom, and each entry leads to the pages that changed."""

import xml.etree.ElementTree as ET
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from lxml import etree

from book.page import feed
from tests.conftest import git
from tests.pages.conftest import LANGUAGES, ROOT, built, small_book

ATOM = {"a": feed.SPACE}
CHANGES = [
    feed.Change("b" * 40, "2026-11-29T10:00:00+08:00", "Second", ("a.md", "b.md")),
    feed.Change("a" * 40, "2026-11-29T03:00:00+00:00", "First", ("a.md",)),
]
TITLES = {"a.md": "甲", "b.md": "乙"}
in_both = pytest.mark.parametrize("language", LANGUAGES)


def faults(xml: str) -> list[str]:
    """What the grammar of Atom and its rules beyond a grammar have against a feed."""
    tree = etree.fromstring(xml.encode())
    grammar = etree.RelaxNG(etree.parse(Path(__file__).with_name("atom.rng")))
    grammar.validate(tree)
    found = [error.message for error in grammar.error_log]
    for part in [tree, *tree.findall("a:entry", ATOM)]:
        alternates = part.findall("a:link[@rel='alternate']", ATOM)
        if len(alternates) != 1:
            found.append(f"{len(alternates)} alternates")
    ids = [node.text for node in tree.iterfind(".//a:id", ATOM)]
    found += [f"{id_} twice" for id_ in ids if ids.count(id_) > 1]
    return found


def made(**other) -> str:
    parts = {"title": "T", "address": "https://host/", "language": "zh"}
    return feed.atom(**(parts | {"entries": CHANGES, "titles": TITLES} | other))


def test_a_feed_is_valid_atom():
    assert faults(made()) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"address": "/"},
        {"title": ""},
        {"entries": [feed.Change("a", "2026-11-29", "no time", ("a.md",))]},
        {"entries": [CHANGES[0], CHANGES[0]]},
        {"titles": {}},
    ],
)
def test_a_feed_that_is_no_atom_is_noticed(wrong):
    assert faults(made(**wrong)) != []


def test_an_entry_names_its_pages_and_leads_to_them():
    tree = ET.fromstring(made())
    first = tree.find("a:entry", ATOM)
    assert first.findtext("a:title", namespaces=ATOM) == "甲、乙"
    assert first.findtext("a:summary", namespaces=ATOM) == "Second"
    links = [(link.attrib["rel"], link.attrib["href"]) for link in first.findall("a:link", ATOM)]
    assert links == [("alternate", "https://host/a.html"), ("related", "https://host/b.html")]


def test_a_feed_is_as_new_as_its_newest_entry_whatever_the_zone():
    updated = ET.fromstring(made()).findtext("a:updated", namespaces=ATOM)
    assert updated == CHANGES[1].time


def test_a_change_of_a_text_is_an_entry_of_the_feed(tmp_path):
    git(tmp_path, "init", "-q")
    for name, subject in (("docs/zh/a.md", "First"), ("other.md", "Not a text")):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("text\n")
        git(tmp_path, "add", name)
        git(tmp_path, "commit", "-qm", subject)
    (change,) = feed.changes(tmp_path / "docs/zh")
    assert (change.subject, change.files) == ("First", ("a.md",))
    assert faults(made(entries=[change])) == []


def test_without_a_history_there_is_no_feed(tmp_path):
    assert feed.changes(tmp_path) == []


@pytest.mark.parametrize(("address", "there"), [(True, True), (False, False)])
def test_without_an_address_there_is_no_feed(tmp_path, address, there):
    book = small_book(tmp_path, "正文", "Text")
    git(book, "init", "-q")
    git(book, "add", "docs")
    git(book, "commit", "-qm", "First")
    if not address:
        for config in book.glob("mkdocs*.yml"):
            lines = config.read_text(encoding="utf-8").split("\n")
            kept = [line for line in lines if not line.startswith("site_url")]
            config.write_text("\n".join(kept), encoding="utf-8")
    done = built(book, book / "site")
    assert done.returncode == 0, done.stdout + done.stderr
    page = (book / "site/index.html").read_text(encoding="utf-8")
    assert (book / "site/feed.xml").is_file() == ("feed.xml" in page) == there


@in_both
def test_the_feed_of_the_book_is_valid_and_leads_to_its_pages(site, language):
    if not feed.changes(ROOT / "docs" / language):
        pytest.skip("a copy of the book without its history")
    xml = (site / ("en" if language == "en" else "") / "feed.xml").read_text(encoding="utf-8")
    assert faults(xml) == []
    links = [link.attrib["href"] for link in ET.fromstring(xml).findall("a:entry/a:link", ATOM)]
    assert links
    assert all((site / urlsplit(link).path.lstrip("/")).is_file() for link in links)
