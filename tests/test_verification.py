"""The box at the end of a chapter says what the commands will say."""

import re

import pytest

from book.page.phrases import PHRASES
from book.page.verification import both, verification
from tests.conftest import ROOT, Book

HAN = re.compile(r"[\u4e00-\u9fff]")


@pytest.fixture
def small(book) -> Book:
    """The small book with the commands of this one."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (book.root / "README.md").write_text(readme, encoding="utf-8")
    return book


def box(book: Book, page: str = "chapter.md"):
    return verification(book.root, book.root / "docs/zh", page)


def test_the_box_says_what_check_says(small):
    said = str(small.check(chapters=["chapter"]).counts)
    assert said.startswith("2 pages: ") and box(small).line == said.partition(" (")[0]


def test_the_box_follows_the_chapter(small):
    before = box(small)
    small.both(lambda text, language: text + "\n0.06 <!--= word.far -->\n\n1997 <!--= - -->\n")
    after = box(small)
    assert after.page.numbers == before.page.numbers + 1
    assert after.page.dashes == before.page.dashes + 1
    assert after.line == str(small.check(chapters=["chapter"]).counts).partition(" (")[0]
    assert after.line != before.line


def test_the_box_counts_programs_of_other_chapters_as_check_does(small):
    other = small.root / "snippets/other/thing.py"
    other.parent.mkdir()
    other.write_text("third = 0.25\n", encoding="utf-8")
    small.both(lambda text, language: text + "\n0.25 <!--= other/thing.third -->\n")
    assert both(small.root, "chapter.md").snippets == 2
    assert small.check(chapters=["chapter"]).counts.snippets == 2


def test_the_box_counts_one_page(small):
    page = box(small).page
    assert (page.numbers, page.dashes, page.identities, page.figures, page.snippets) == (
        10, 1, 1, 0, 1,
    )  # fmt: skip


def test_the_commands_are_those_of_the_readme(small):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^python3 -m venv .*nox -s .*$", readme, re.MULTILINE) == [
        box(small).check,
        box(small).tests,
    ]
    assert box(small).own_check == ".venv/bin/nox -s check -- chapter"


def test_the_tests_of_a_chapter_are_named_if_there_are_any(small):
    assert box(small).own_tests is None
    (small.root / "tests").mkdir()
    (small.root / "tests/test_chapter.py").touch()
    assert box(small).own_tests == ".venv/bin/nox -s tests -- tests/test_chapter.py"


def test_a_page_without_numbers_has_no_box(small):
    (small.root / "docs/zh/plain.md").write_text("# P { #p }\n\nText.\n", encoding="utf-8")
    assert box(small, "plain.md") is None
    assert box(small, "nowhere.md") is None


def test_without_commands_there_is_no_box(small):
    (small.root / "README.md").unlink()
    assert box(small) is None


def test_both_languages_have_the_same_phrases_with_the_same_gaps():
    zh, en = PHRASES["zh"], PHRASES["en"]
    assert list(zh) == list(en)
    gaps = {key: re.findall(r"\{\w+\}", phrase) for key, phrase in zh.items()}
    assert gaps == {key: re.findall(r"\{\w+\}", phrase) for key, phrase in en.items()}


def test_each_phrase_is_in_its_language():
    for key, phrase in PHRASES["zh"].items():
        assert HAN.search(phrase) or not re.search(r"\w", phrase), key
    assert not any(map(HAN.search, PHRASES["en"].values()))


def test_no_phrase_has_a_digit():
    assert not [p for words in PHRASES.values() for p in words.values() if re.search(r"\d", p)]


def test_a_count_of_one_needs_no_other_verb():
    counted = r"\{(?:\w*count|dashes|all|shown|minutes)\}[^.;{]*\b(?:is|are|was|were|has|have)\b"
    assert [said for said in PHRASES["en"].values() if re.search(counted, said)] == []
