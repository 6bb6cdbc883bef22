"""The feed of changes: valid Atom, and each entry leads to the pages that changed."""

import xml.etree.ElementTree as ET
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from lxml import etree

from book.page import feed
from tests.conftest import git
from tests.pages.conftest import LANGUAGES, ROOT, built_at_once, small_book

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


@pytest.fixture
def history(tmp_path):
    """A book with three commits, the last of which touches no text: the folder of its pages."""
    git(tmp_path, "init", "-q")
    commits = {"docs/zh/a.md": "First", "docs/zh/注意 力.md": "第二", "other.md": "Not a text"}
    for name, subject in commits.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("text\n", encoding="utf-8")
        git(tmp_path, "add", name)
        git(tmp_path, "commit", "-qm", subject)
    return tmp_path / "docs/zh"


def told(docs, *pages: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(change.subject, change.files) for change in feed.changes(docs, pages)]


BOTH = [("第二", ("注意 力.md",)), ("First", ("a.md",))]


def test_a_change_of_a_text_is_an_entry_of_the_feed(history):
    assert told(history, "a.md", "注意 力.md") == BOTH
    entries = feed.changes(history, ["a.md", "注意 力.md"])
    assert faults(made(entries=entries, titles={"a.md": "甲", "注意 力.md": "乙"})) == []


def test_only_changes_of_pages_of_the_book_are_counted(history, monkeypatch):
    monkeypatch.setattr(feed, "LENGTH", 1)
    assert told(history, "a.md") == BOTH[1:]
    assert told(history, "[ab].md") == told(history) == []


def test_without_a_history_there_is_no_feed(tmp_path):
    assert feed.changes(tmp_path, ["a.md"]) == []


def test_the_settings_of_a_user_change_no_entry(history, monkeypatch):
    settings = {
        "log.showRoot": "false",
        "log.showSignature": "true",
        "i18n.logOutputEncoding": "GBK",
        "core.quotePath": "true",
        "color.ui": "always",
    }
    monkeypatch.setenv("GIT_CONFIG_COUNT", str(len(settings)))
    for at, (name, value) in enumerate(settings.items()):
        monkeypatch.setenv(f"GIT_CONFIG_KEY_{at}", name)
        monkeypatch.setenv(f"GIT_CONFIG_VALUE_{at}", value)
    assert told(history, "a.md", "注意 力.md") == BOTH


def test_a_repository_that_a_hook_is_told_of_is_not_taken_for_that_of_the_book(
    history, tmp_path, monkeypatch
):
    git(tmp_path, "init", "-q", "another")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "another/.git"))
    monkeypatch.setenv("GIT_LITERAL_PATHSPECS", "1")
    assert told(history, "a.md", "注意 力.md") == BOTH


def test_where_the_history_is_cut_off_no_change_is_made_up(history, tmp_path):
    """The oldest commit that a shallow clone has would seem to have written every page."""
    path = history / "a.md"
    path.write_text("another text\n", encoding="utf-8")
    git(history, "commit", "-qam", "Third")
    git(tmp_path, "clone", "-q", "--depth", "2", f"file://{tmp_path}", "shallow")
    assert told(tmp_path / "shallow/docs/zh", "a.md", "注意 力.md") == [("Third", ("a.md",))]


def test_what_xml_cannot_hold_is_left_out_of_an_entry(history):
    (history / "a.md").write_text("another text\n", encoding="utf-8")
    git(history, "commit", "-qam", "Third\x1b[1m \x1e & <so> on")
    entries = feed.changes(history, ["a.md"])
    xml = made(entries=entries)
    assert faults(xml) == []
    assert ET.fromstring(xml).findtext("a:entry/a:summary", None, ATOM) == "Third[1m  & <so> on"


def test_without_a_change_of_a_page_there_is_no_feed(tmp_path):
    book = small_book(tmp_path, "正文", "Text")
    git(book, "init", "-q")
    former = [book / f"docs/{language}/former.md" for language in LANGUAGES]
    for page in former:
        page.write_text("# T\n")
        git(book, "add", str(page))
    git(book, "commit", "-qm", "A page that the book has no longer")
    for page in former:
        page.unlink()
    done = built_at_once(book)
    assert done.returncode == 0, done.stdout + done.stderr
    assert not (book / "site/feed.xml").exists()
    assert "feed.xml" not in (book / "site/index.html").read_text(encoding="utf-8")


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
    done = built_at_once(book)
    assert done.returncode == 0, done.stdout + done.stderr
    page = (book / "site/index.html").read_text(encoding="utf-8")
    assert (book / "site/feed.xml").is_file() == ("feed.xml" in page) == there


@in_both
def test_the_feed_of_the_book_is_valid_and_leads_to_its_pages(site, language):
    if not feed.changes(ROOT / "docs" / language, ["index.md"]):
        pytest.skip("a copy of the book without its history")
    xml = (site / ("en" if language == "en" else "") / "feed.xml").read_text(encoding="utf-8")
    assert faults(xml) == []
    links = [link.attrib["href"] for link in ET.fromstring(xml).findall("a:entry/a:link", ATOM)]
    assert links
    assert all((site / urlsplit(link).path.lstrip("/")).is_file() for link in links)
