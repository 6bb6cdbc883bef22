"""Every statement of the three articles has a verdict, a place in the book, and one tally."""

import re

import pytest
import torch

from book.chapter import read
from snippets.sources import tally, unbounded
from tests.conftest import ROOT

LETTERS = {
    "zh": {"复现": "R", "更正": "C", "有条件": "K", "图已失": "L"},
    "en": {"Reproduced": "R", "Corrected": "C", "Conditional": "K", "Figure lost": "L"},
}
ARTICLES = {"enough": tally.ENOUGH, "query": tally.QUERY, "mathematics": tally.MATHEMATICS}
LANGUAGES = ("zh", "en")


def text(language: str) -> str:
    return (ROOT / f"docs/{language}/sources.md").read_text(encoding="utf-8")


def statements(language: str, article: str, whole: str | None = None) -> list[str]:
    """The numbered items of an article, each on its line."""
    section = re.search(
        rf"^## [^\n]*\{{ #{article} \}}\n(.*?)(?=^## )", whole or text(language), re.M | re.S
    )
    return re.findall(r"^[0-9]+\. .*$", section[1], re.M)


def verdicts(items: list[str], language: str) -> str:
    """The letter of each item; ? for one with no verdict or with two."""
    found = [re.findall(r"\*\*([^*]+)\*\*", item) for item in items]
    return "".join(LETTERS[language].get(v[0], "?") if len(v) == 1 else "?" for v in found)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("article", ARTICLES)
def test_the_tally_is_that_of_the_page(article, language):
    assert verdicts(statements(language, article), language) == ARTICLES[article]


def test_a_statement_without_a_verdict_is_noticed():
    items = statements("en", "query")
    assert verdicts([items[0].replace("**Reproduced**", "Right")], "en") == "?"
    assert verdicts([items[0] + " **Corrected**"], "en") == "?"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("article", ARTICLES)
def test_each_statement_leads_to_a_section_that_exists(article, language):
    for item in statements(language, article):
        targets = re.findall(r"\]\((\w+)\.md#([\w-]+)\)|\]\((#)([\w-]+)\)", item)
        assert targets, item
        for page, section, own, here in targets:
            name = "sources" if own else page
            chapter = (ROOT / f"docs/{language}/{name}.md").read_text(encoding="utf-8")
            assert f"{{ #{section or here} }}" in chapter, item


@pytest.mark.parametrize("article", ARTICLES)
def test_statements_are_counted_from_one_in_both_languages(article):
    for language in LANGUAGES:
        ordinals = [int(item.partition(".")[0]) for item in statements(language, article)]
        assert ordinals == list(range(1, len(ARTICLES[article]) + 1))


def test_the_articles_are_never_quoted_at_length():
    """Not a run of 16 characters of Chinese between commas is marked as a quotation."""
    for quotation in re.findall("「([^」]*)」", text("zh")):
        assert len(quotation) < 16, quotation


def test_a_corrected_statement_with_numbers_gives_our_number_too():
    for article in ARTICLES:
        for item in statements("en", article):
            before, _, after = item.partition("**Corrected**")
            if after and re.search(r"(?<![\w$({^])[0-9]{3,}", re.sub(r"<!--.*", "", before)):
                assert re.search("[0-9]", re.sub(r"\]\([^)]*\)|<!--.*", "", after)), item


def test_the_page_reads_without_fault():
    for language in LANGUAGES:
        assert read(text(language), f"docs/{language}/sources.md").problems == []


def test_the_slope_of_the_repeated_cube_is_that_of_the_power():
    power = 3**unbounded.steps
    closed = power * unbounded.starts ** (power - 1)
    torch.testing.assert_close(unbounded.gradients, closed, rtol=1e-12, atol=0.0)


def test_no_bound_holds_for_the_slope_of_the_cube_and_tanh_never_exceeds_one():
    x = torch.linspace(-40, 40, 8001, dtype=torch.float64, requires_grad=True)
    (cube,) = torch.autograd.grad((x**3).sum(), x)
    (tanh,) = torch.autograd.grad(x.tanh().sum(), x)
    assert cube.max() > 4000 and tanh.max() <= 1
