"""Provenance in a browser: cards, marked lines, ways back, ledger, by finger and keyboard."""

import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from book import ledger
from tests.pages.conftest import LANGUAGES, ROOT, SIZES, address, eventually
from tests.pages.test_axe import barriers

pytestmark = pytest.mark.browser

PLACES = {
    "paragraph": "article > p a.claim:visible",
    "table": "article td a.claim:visible",
    "formula": "article .formula a.claim:visible",
    "mark": "article .checked a:visible",
}
MARKED = """e => {
  const box = e.getBoundingClientRect();
  const header = document.querySelector('.md-header').getBoundingClientRect().bottom;
  const colour = getComputedStyle(e).backgroundColor;
  const probe = document.createElement('i');
  probe.style.background = 'var(--book-target)';
  document.body.append(probe);
  const wanted = getComputedStyle(probe).backgroundColor;
  probe.remove();
  return colour === wanted && box.height > 0 && box.top > header && box.bottom < innerHeight;
}"""


def arrive(page) -> None:
    """Wait until the target of the address is marked, and stands in sight below the header."""
    target = page.locator(":target")
    target.wait_for(state="visible")
    eventually(page, lambda: target.evaluate(MARKED), True)


def test_every_kind_of_number_shows_its_card_at_the_keyboard(window, site):
    page = window(f"{site.as_uri()}/recurrence.html", color_scheme="dark")
    card = page.locator(".claim-card")
    for place, selector in PLACES.items():
        number = page.locator(selector).first
        number.focus()
        expect(card, place).to_be_visible()
        assert card.inner_text() == number.get_attribute("data-card")
        assert number.get_attribute("aria-describedby") == "claim-card"
        page.keyboard.press("Escape")
        expect(card, place).to_be_hidden()
        assert number.evaluate("e => e === document.activeElement"), place
        page.keyboard.press("Tab")
    box = page.evaluate("getComputedStyle(document.querySelector('.claim-card')).backgroundColor")
    assert sum(map(int, box.strip("rgb()").split(","))) < 200


def test_every_kind_of_number_answers_a_finger(window, served):
    page = window(address(served, "en", "recurrence"), "phone", has_touch=True, is_mobile=True)
    card = page.locator(".claim-card")
    for place, selector in PLACES.items():
        number = page.locator(selector).first
        number.tap()
        expect(card, place).to_be_visible()
        assert "#" not in page.url, place
        box = card.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= SIZES["phone"][0], place
        page.locator("article h1").tap()
        expect(card, place).to_be_hidden()
    for place, selector in PLACES.items():
        number = page.locator(selector).first
        number.tap()
        expect(card, place).to_be_visible()
        number.tap()
        page.wait_for_url("**#L-*")
        arrive(page)
        page.go_back()
        eventually(page, lambda: "#" in page.url, False)


def test_the_pointer_can_go_to_the_card_and_read_it(window, served):
    page = window(address(served, "zh", "recurrence"))
    number, card = page.locator(PLACES["paragraph"]).first, page.locator(".claim-card")
    page.clock.install()
    page.clock.pause_at(datetime.now() + timedelta(days=1))  # the page waits as long as we say
    number.hover()
    expect(card).to_be_visible()
    box, below = card.bounding_box(), number.bounding_box()
    x, bottom = box["x"] + 9, box["y"] + box["height"]
    assert bottom < below["y"]
    page.mouse.move(x, (bottom + below["y"]) / 2)  # on the way
    page.clock.run_for(150)
    assert card.is_visible()
    page.mouse.move(x, bottom - 9)
    page.clock.run_for(1000)
    assert card.is_visible()
    page.mouse.move(2, 2)
    page.clock.run_for(1000)
    expect(card).to_be_hidden()


def test_the_card_of_a_matrix_leaves_its_numbers_in_sight(window, served):
    page = window(address(served, "zh", "attention"))
    covered = page.evaluate(
        """() => {
          const formulas = [...document.querySelectorAll('article > .formula')];
          const formula = formulas.find(f => f.querySelectorAll('a.claim').length >= 8);
          formula.scrollIntoView({block: 'center', behavior: 'instant'});
          const links = [...formula.querySelectorAll('a.claim')];
          links.at(-1).focus({preventScroll: true});
          const card = document.querySelector('.claim-card').getBoundingClientRect();
          return links.filter(link => {
            const box = link.getBoundingClientRect();
            return box.top < card.bottom && box.bottom > card.top
              && box.left < card.right && box.right > card.left;
          }).length;
        }"""
    )
    assert covered == 0


def test_the_card_of_a_mark_leaves_its_formula_in_sight(window, served):
    page = window(address(served, "zh", "recurrence"), "phone")
    page.locator(PLACES["mark"]).first.focus()
    page.evaluate(
        """() => document.activeElement.scrollIntoView({block: 'center', behavior: 'instant'})"""
    )
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(page.locator(".claim-card")).to_be_visible()
    formula = page.locator(".formula:has(+ .checked :focus)").bounding_box()
    assert page.locator(".claim-card").bounding_box()["y"] > formula["y"] + formula["height"]


FOLDED = """() => {
  for (const link of document.querySelectorAll('article a.claim[href^="#L-"]')) {
    const line = document.getElementById(link.hash.slice(1));
    if (line.closest('details:not([open])') && !link.closest('details')) return link.hash;
  }
}"""


@pytest.mark.parametrize("script", [True, False])
def test_a_line_in_a_closed_fold_is_opened_and_marked(window, base, script):
    with_script = window(f"{base}bptt.html")
    target = with_script.evaluate(FOLDED)
    page = window(f"{base}bptt.html", "phone", java_script_enabled=script)
    fold = page.locator(f'details:has([id="{target[1:]}"])')
    assert fold.get_attribute("open") is None
    page.locator(f'article a.claim[href="{target}"]').first.click()
    arrive(page)
    expect(fold).to_have_attribute("open", "")


def test_a_fold_that_the_browser_leaves_closed_is_opened_by_the_page(window, served):
    page = window(address(served, "zh", "bptt"))
    target = page.evaluate(FOLDED)
    fold = page.locator(f'details:has([id="{target[1:]}"])')
    page.evaluate("hash => history.replaceState(null, '', hash)", target)
    assert fold.get_attribute("open") is None
    page.evaluate("window.dispatchEvent(new HashChangeEvent('hashchange'))")
    expect(fold).to_have_attribute("open", "")
    line = page.locator(f'[id="{target[1:]}"]')
    top = "e => e.getBoundingClientRect().top"
    eventually(page, lambda: 48 < line.evaluate(top) < SIZES["desk"][1], True)


@pytest.mark.parametrize(
    ("size", "scheme", "script"),
    [("desk", "dark", True), ("phone", "light", True), ("phone", "dark", False)],
)
def test_a_line_leads_back_to_one_place_or_to_a_list(window, base, size, scheme, script):
    page = window(f"{base}recurrence.html", size, color_scheme=scheme, java_script_enabled=script)
    single = page.locator('a.use[href^="#"]:visible').first
    place = single.get_attribute("href")
    single.click()
    page.wait_for_url(f"**{place}")
    arrive(page)
    button = page.locator("button.use:visible").first
    uses = page.locator(f'[id="{button.get_attribute("popovertarget")}"]')
    assert not uses.is_visible()
    button.focus()
    page.keyboard.press("Enter")
    expect(uses).to_be_visible()
    box = uses.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= SIZES[size][0]
    if script:
        assert barriers(page, ".uses:popover-open") == []
    page.keyboard.press("Escape")
    expect(uses).to_be_hidden()
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    expect(uses).to_be_visible()
    page.keyboard.press("Tab")
    link = uses.locator("a").first
    expect(link).to_be_focused()
    place = link.get_attribute("href")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{place}")
    arrive(page)
    if script:
        expect(uses).to_be_hidden()


def test_a_copied_snippet_has_no_marks(window, served):
    page = window(
        address(served, "zh", "recurrence"), permissions=["clipboard-read", "clipboard-write"]
    )
    shown = page.locator("div.snippet:visible:has(.use)").first
    source = (ROOT / shown.locator(".filename").inner_text()).read_text(encoding="utf-8").rstrip()
    line = shown.locator("span[id^=L-]:has(.use)").first.get_attribute("id")
    page.evaluate("id => { location.hash = id; }", line)
    shown.locator(".md-code__button").click()
    page.bring_to_front()  # the clipboard is for the page in front
    eventually(page, lambda: page.evaluate("navigator.clipboard.readText()"), source)
    selected = shown.locator("pre > code").evaluate(
        """code => {
          getSelection().selectAllChildren(code);
          return getSelection().toString();
        }"""
    )
    assert selected.rstrip() == source


def test_the_ledger_is_found_in_and_sorted(window, base):
    page = window(f"{base}en/ledger.html?find=recurrence.html")
    rows = page.locator("table.ledger tbody tr:visible")
    all_ = len(ledger.load(ROOT))
    told = page.locator(".ledger-search output")
    eventually(page, lambda: 0 < rows.count() < all_, True)
    expect(told).to_have_text(f"{rows.count()} shown of {all_}")

    def find(words: str) -> None:
        """Type words, and wait until others are counted than before."""
        before = told.inner_text()
        page.locator("input[name=find]").fill(words)
        expect(told).not_to_have_text(before)

    find("BACKWARD far")
    assert "recurrence/backward.far" in rows.locator("th").all_inner_texts()
    find("-0.")
    assert rows.count() and "\u2212" in rows.first.locator("td").first.inner_text()
    find("no such value")
    assert rows.count() == 0 and told.inner_text() == f"0 shown of {all_}"
    find("float vanishing")
    heads = page.locator("table.ledger th[scope=col]")
    for direction, sign in (("ascending", 1), ("descending", -1)):
        heads.nth(1).locator("button").press("Enter")
        expect(heads.nth(1)).to_have_attribute("aria-sort", direction)
        cells = page.locator("tbody tr:visible td:nth-child(2):not(:has(details, i))")
        texts = [text.replace("\u2212", "-") for text in cells.all_inner_texts()]
        numbers = [float(text) for text in texts if "[" not in text]
        assert len(numbers) > 20
        assert numbers == sorted(numbers, key=lambda number: sign * number)
    assert heads.nth(0).get_attribute("aria-sort") is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_ledger_is_whole_without_javascript(window, site, language):
    folder = site / "en" if language == "en" else site
    page = window(f"{folder.as_uri()}/ledger.html", "phone", java_script_enabled=False)
    assert page.locator("table.ledger tbody tr").count() == len(ledger.load(ROOT))
    assert not page.locator(".ledger-search").is_visible()
    page.locator("table.ledger a").first.click()
    page.wait_for_url("**#L-*")
    arrive(page)


@pytest.mark.parametrize(
    ("language", "size", "scheme"), [("zh", "phone", "light"), ("en", "desk", "dark")]
)
def test_the_ledger_fits_the_window_and_has_no_barrier(window, served, language, size, scheme):
    page = window(address(served, language, "ledger") + "?find=forward", size, color_scheme=scheme)
    page.locator("table.ledger summary:visible").first.click()
    root = "document.documentElement"
    fits = f"{root}.scrollWidth - {root}.clientWidth <= 0"
    eventually(page, lambda: page.evaluate(fits), True)
    assert barriers(page) == []


@pytest.mark.parametrize(
    ("language", "size", "scheme"), [("en", "phone", "light"), ("zh", "desk", "dark")]
)
def test_the_box_at_the_end_of_a_chapter_has_no_barrier(window, served, language, size, scheme):
    page = window(address(served, language, "signal") + "#verify", size, color_scheme=scheme)
    expect(page.locator(".verification")).to_be_visible()
    assert barriers(page, ".verification") == []
    page.locator(".verification a").click()
    page.wait_for_url("**/ledger.html?find=signal.html")
    eventually(page, lambda: page.locator("table.ledger tbody tr:visible").count() > 20, True)


def test_an_address_that_no_one_can_decode_stops_no_script(window, served):
    page = window(address(served, "zh", "index") + "#%")
    expect(page.locator(".md-search")).to_have_attribute("aria-label", re.compile("."))
