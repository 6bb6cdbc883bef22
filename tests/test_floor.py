"""Nothing passes by being emptied: the book keeps at least what it once had."""

import pytest

from book.chapter import read
from book.check import LANGUAGES, chapters_of, check
from book.figures import figures_of
from tests.conftest import ROOT

TAUGHT = [
    "alignment",
    "attention",
    "bptt",
    "convolution",
    "costs",
    "gates",
    "heads",
    "limits",
    "lookup",
    "positions",
    "recurrence",
    "scores",
    "signal",
    "vanishing",
]
CHAPTERS = [*TAUGHT, "index", "notation"]


@pytest.fixture(scope="module")
def counts():
    report = check(ROOT)
    assert report.problems == []
    return report.counts


def page(chapter: str, language: str):
    file = f"docs/{language}/{chapter}.md"
    return read((ROOT / file).read_text(encoding="utf-8"), file)


def test_the_chapters_are_there():
    assert set(CHAPTERS) <= set(chapters_of(ROOT))


@pytest.mark.parametrize(
    ("what", "floor"),
    [
        ("numbers", 8400),
        ("identities", 340),
        ("snippets", 385),
        ("figures", 148),
        ("folds", 370),
    ],
)
def test_the_book_keeps_at_least(counts, what, floor):
    assert getattr(counts, what) >= floor


def test_at_most_one_number_in_ten_is_computed_by_nothing(counts):
    assert counts.dashes * 10 < counts.numbers


def test_at_most_one_displayed_formula_in_four_is_a_definition():
    formulas = definitions = 0
    for chapter in CHAPTERS:
        for block in page(chapter, "en").blocks:
            formulas += block.kind == "formula"
            definitions += any(claim.kind == "definition" for claim in block.claims)
    assert formulas > 235
    assert definitions * 4 < formulas


def test_the_figures_are_drawn():
    assert len(figures_of(ROOT)) >= 70


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("chapter", TAUGHT)
def test_each_chapter_has_exercises_and_sources(chapter, language):
    read_page = page(chapter, language)
    ids = [heading.id for heading in read_page.headings]
    assert ids[0] == chapter
    assert {"exercises", "sources"} <= set(ids)
    assert 3 <= sum(fold.section == "exercises" for fold in read_page.folds) <= 6
    sources = [block for block in read_page.blocks if block.section == "sources"]
    assert any(block.links for block in sources)
