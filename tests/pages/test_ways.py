"""Ways: on a phone, a beginner's question leads from the home page to its answer in two taps."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.pages.conftest import LANGUAGES, address, eventually, typed

pytestmark = pytest.mark.browser

# The question as it stands on the home page, and the section that answers it.
QUESTIONS = {
    "zh": {
        "为什么要除以": "scores.html#variance",
        "占多少内存": "costs.html#cache",
        "记不住远处的词": "recurrence.html#law",
        "不加位置编码": "positions.html#equivariance",
        "不该用注意力": "limits.html#choose",
    },
    "en": {
        "Why divide by": "scores.html#variance",
        "memory does the KV cache": "costs.html#cache",
        "lose distant words": "recurrence.html#law",
        "without position encodings": "positions.html#equivariance",
        "the wrong choice": "limits.html#choose",
    },
}
# The same questions in a beginner's own words, typed into the search, and the chapter found first.
ASKED = {
    "zh": {
        "为什么要除以根号 d_k": "scores.html",
        "KV 缓存占多少内存": "costs.html",
        "RNN 为什么记不住": "recurrence.html",
        "位置编码有什么用": "positions.html",
        "多头注意力有什么用": "heads.html",
    },
    "en": {
        "why divide by sqrt d_k": "scores.html",
        "how much memory does the KV cache take": "costs.html",
        "why does an RNN lose distant words": "recurrence.html",
        "what are position encodings for": "positions.html",
        "why several heads": "heads.html",
    },
}
FIRST = ".md-search-result__list > .md-search-result__item a"


@dataclass
class Finger:
    """Taps, and counts how often."""

    taps: int = 0

    def tap(self, what) -> None:
        what.tap()
        self.taps += 1


def at_home(window, served, language):
    return window(address(served, language, "index"), "phone", has_touch=True, is_mobile=True)


@pytest.mark.parametrize(
    ("language", "words", "place"),
    [(lang, words, place) for lang in LANGUAGES for words, place in QUESTIONS[lang].items()],
)
def test_a_question_on_the_home_page_leads_to_its_section(window, served, language, words, place):
    page, finger = at_home(window, served, language), Finger()
    finger.tap(page.locator(".cover a[href$='#questions']"))
    question = page.locator("#questions ~ ul a").filter(has_text=words)
    in_sight = """e => {
      const box = e.getBoundingClientRect();
      return 0 <= box.top && box.bottom < innerHeight;
    }"""
    eventually(page, lambda: question.evaluate(in_sight), True)  # nothing to scroll for
    finger.tap(question)
    page.wait_for_url(f"**/{place}")
    top = "e => e.getBoundingClientRect().top"
    eventually(page, lambda: 0 <= page.locator(":target").evaluate(top) < 200, True)
    assert finger.taps == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_typed_into_the_search_leads_to_its_chapter(window, served, language):
    missed = {}
    for words, chapter in ASKED[language].items():
        page, finger = at_home(window, served, language), Finger()
        finger.tap(page.locator("label.md-header__button[for=__search]"))
        typed(page, words)
        first = page.locator(FIRST).first
        first.wait_for()
        ours = re.compile(f"/{re.escape(chapter)}")
        try:  # results of a shorter query may come before
            expect(first).to_have_attribute("href", ours)
        except AssertionError:
            missed[words] = first.get_attribute("href").rsplit("/", 1)[-1]
            continue
        finger.tap(first)
        page.wait_for_url(f"**/{chapter}*")
        assert finger.taps == 2
    assert missed == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chapter_is_two_taps_away(window, served, language):
    page, finger = at_home(window, served, language), Finger()
    finger.tap(page.locator(".cover a[href$='#map']"))
    finger.tap(page.locator("#map ~ div table a[href^='heads'], #map ~ table a[href^='heads']"))
    page.wait_for_url("**/heads.html")
    assert finger.taps == 2


def test_five_questions_are_asked_in_each_language():
    for asked in (QUESTIONS, ASKED):
        assert {lang: len(questions) for lang, questions in asked.items()} == {"zh": 5, "en": 5}
