"""The site in a browser: what it asks for, what it shows, what a finger or a keyboard can do."""

import re
from contextlib import contextmanager

import pytest

from tests.pages.conftest import LANGUAGES, ROOT, SIZES, address, built, serving, small_book
from tests.pages.test_site import MADE, PAGES, every_page

pytestmark = pytest.mark.browser


@contextmanager
def watched(page):
    """Collects the requests and the errors of a page."""
    requests: list[str] = []
    errors: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    yield requests, errors


def test_no_request_leaves_the_host_of_the_site_and_nothing_goes_wrong(chromium, base):
    context = chromium.new_context()
    page = context.new_page()
    with watched(page) as (requests, errors):
        made = MADE if base.startswith("http") else [page for page in MADE if page[1] != "404"]
        for language, name in PAGES + made:
            page.goto(address(base, language, name))
            if name == "index":
                page.locator("[data-md-component=search-query]").fill("attention")
                page.locator(".md-search-result__item").first.wait_for()
            page.wait_for_timeout(200)
    context.close()
    assert len(requests) > len(PAGES)
    assert not [url for url in requests if not url.startswith((base, "data:", "blob:"))]
    assert not [url for url in requests if "sitemap" in url]
    assert errors == []


def unfold(page) -> None:
    """Open every fold, and draw what the style sheet leaves until it comes near the window."""
    page.add_style_tag(content="* { content-visibility: visible !important }")
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")


@every_page
@pytest.mark.parametrize("size", SIZES)
def test_no_page_is_wider_than_the_window(window, served, language, name, size):
    page = window(address(served, language, name), size)
    unfold(page)
    root = "document.documentElement"
    assert page.evaluate(f"{root}.scrollWidth - {root}.clientWidth") <= 0
    assert (
        page.evaluate(
            """() => [...document.querySelectorAll('article *')].filter(e => {
             const box = e.getBoundingClientRect();
             return box.right > innerWidth + 1 && box.width && !e.closest(
               '.formula, table, pre, .md-typeset__scrollwrap, svg, .katex-mathml');
           }).map(e => e.outerHTML.slice(0, 120))"""
        )
        == []
    )


TERMS = {
    "zh": "网络的梯度变小，会梯度消失。位置编码与多头注意力。旋转位置编码（RoPE）与Softmax函数。"
    "感受野变大。空洞卷积也用自注意力。",
    "en": "The receptive field grows; gradients vanish. Rotary position encoding (RoPE).",
}


@pytest.fixture(scope="module")
def terms(tmp_path_factory):
    """A site of one page of terms: its folder."""
    book = small_book(tmp_path_factory.mktemp("terms"), **TERMS)
    done = built(book, book / "site")
    assert done.returncode == 0, done.stdout + done.stderr
    return book / "site"


def found(page, query: str) -> str:
    """What search marks in its results, after a query was typed."""
    field = page.locator("[data-md-component=search-query]")
    field.fill(query)
    field.press("End")
    page.locator(".md-search-result__item").first.wait_for(timeout=10_000)
    marks = page.locator(".md-search-result__item article mark").all_inner_texts()
    return "".join(marks).replace("\u200b", "")


@pytest.mark.parametrize("over", ["http", "file"])
@pytest.mark.parametrize(
    ("language", "queries"),
    [
        ("zh", "梯度消失 位置编码 多头 多头注意力 注意力 RoPE （RoPE） rope 感受野 Softmax 卷积"),
        ("en", "receptive gradient RoPE (RoPE) rotary"),
    ],
)
def test_search_finds_the_terms_of_the_book(window, terms, over, language, queries):
    with serving(terms) as server:
        base = server if over == "http" else f"{terms.as_uri()}/"
        for query in queries.split():
            page = window(address(base, language, "index"))
            assert query.strip("（()）").lower() in found(page, query).lower(), query
            assert page.locator(".md-search-result__item").count() == 1


@pytest.mark.parametrize(("language", "query"), [("zh", "梯度消失"), ("en", "receptive field")])
def test_search_finds_what_the_chapters_are_about(window, served, language, query):
    assert found(window(address(served, language, "index")), query)


def test_a_search_for_nothing_finds_nothing(window, served):
    page = window(address(served, "zh", "index"))
    page.locator("[data-md-component=search-query]").fill("吐鲁番葡萄干")
    page.wait_for_timeout(1500)
    assert page.locator(".md-search-result__item").count() == 0


def claim_of(page):
    return page.locator("article p a.claim:visible").first


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_claimed_number_shows_its_card_under_the_pointer(window, served, language):
    page = window(address(served, language, "recurrence"))
    claim, card = claim_of(page), page.locator(".claim-card")
    assert not card.is_visible()
    claim.hover()
    assert card.is_visible()
    assert card.inner_text() == claim.get_attribute("data-card")
    page.mouse.move(2, 2)
    card.wait_for(state="hidden")


def test_a_claimed_number_shows_its_card_at_the_keyboard(window, served):
    page = window(address(served, "en", "recurrence"))
    claim, card = claim_of(page), page.locator(".claim-card")
    claim.focus()
    assert card.is_visible()
    assert claim.get_attribute("aria-describedby") == "claim-card"
    page.keyboard.press("Escape")
    assert not card.is_visible()
    page.keyboard.press("Enter")
    assert "#L-" in page.url


def test_the_first_tap_shows_and_the_second_goes_to_the_marked_line(window, served):
    page = window(address(served, "zh", "recurrence"), "phone", has_touch=True, is_mobile=True)
    claim, card = claim_of(page), page.locator(".claim-card")
    claim.tap()
    assert card.is_visible() and "#" not in page.url
    claim.tap()
    page.wait_for_url("**#L-*")
    line = page.locator(":target")
    assert line.evaluate("e => getComputedStyle(e).backgroundColor") != "rgba(0, 0, 0, 0)"
    top = line.evaluate("e => e.getBoundingClientRect().top")
    assert 48 < top < SIZES["phone"][1]


@every_page
def test_no_card_leaves_the_screen_of_a_phone(window, served, language, name):
    page = window(address(served, language, name), "phone")
    unfold(page)
    outside = page.evaluate(
        """() => [...document.querySelectorAll('article a.claim')].filter(claim => {
             claim.scrollIntoView({block: 'center', inline: 'center'});
             claim.focus({preventScroll: true});
             const box = document.querySelector('.claim-card').getBoundingClientRect();
             const inside = box.width > 0 && box.left >= 0 && box.right <= innerWidth
               && box.top >= 0 && box.bottom <= innerHeight;
             claim.blur();
             return !inside;
           }).map(claim => claim.dataset.card)"""
    )
    assert outside == []


@every_page
def test_every_claimed_number_is_under_its_own_pointer(window, served, language, name):
    page = window(address(served, language, name))
    unfold(page)
    covered = page.evaluate(
        """() => [...document.querySelectorAll('article a.claim')].filter(claim => {
             claim.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
             const box = (claim.querySelector('.mord') ?? claim).getClientRects()[0];
             const hit = document.elementFromPoint(
               box.left + box.width / 2, box.top + box.height / 2);
             return hit?.closest('a') !== claim;
           }).map(claim => claim.dataset.card)"""
    )
    assert covered == []


@every_page
def test_every_formula_is_copied_as_latex(window, served, language, name):
    page = window(address(served, language, name))
    copied = page.evaluate(
        """() => [...document.querySelectorAll('article .katex')].slice(0, 20).map(formula => {
             const range = document.createRange();
             range.selectNode(formula);
             getSelection().removeAllRanges();
             getSelection().addRange(range);
             const data = new DataTransfer();
             const event = new ClipboardEvent('copy', {clipboardData: data, bubbles: true});
             document.dispatchEvent(event);
             return [data.getData('text/plain'), formula.querySelector('annotation').textContent];
           })"""
    )
    for text, tex in copied:
        assert text.strip("$").strip() == tex.strip()
        assert text.startswith("$")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_whole_without_javascript(window, base, language):
    page = window(address(base, language, "recurrence"), java_script_enabled=False)
    assert page.locator("article .katex-html").first.is_visible()
    assert page.locator("article svg.figure").first.is_visible()
    assert page.locator("article div.snippet").first.is_visible()
    claim = claim_of(page)
    claim.hover()
    shown = claim.evaluate("e => getComputedStyle(e, '::after').content")
    assert claim.get_attribute("data-card").split("\n")[0] in shown
    claim.click()
    assert "#L-" in page.url
    page.locator("a.book-language").click()
    other = "zh" if language == "en" else "en"
    assert page.url.endswith("/en/recurrence.html") == (other == "en")
    assert page.locator("html").get_attribute("lang") == other


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_that_is_not_there_says_so_in_its_language(window, served, language):
    page = window(address(served, language, "nowhere"))
    assert page.locator("html").get_attribute("lang") == language
    assert page.locator("article h1").is_visible()
    page.locator("article a:not(.headerlink)").first.click()
    assert page.url == address(served, language, "index")


# Axe looks at each element several times. What it cannot judge is made short before: the HTML of
# formulas that no one but the eye meets keeps one letter in its colour, and MathML and drawings,
# to which no rule applies but that they have a name, keep their outermost element.
SHORT = """() => {
  for (const part of document.querySelectorAll("katex-html[aria-hidden]"))
    part.textContent = part.textContent.trim().slice(0, 1);
  for (const part of document.querySelectorAll("math, svg.figure")) part.replaceChildren();
}"""


def barriers(page) -> list[tuple[str, str, str]]:
    """What axe finds on an opened page: the rule, the element and what is wrong with it."""
    page.locator(".claim-card").wait_for(state="attached")
    unfold(page)
    page.evaluate(SHORT)
    page.add_script_tag(path=ROOT / "node_modules/axe-core/axe.min.js")
    options = {
        "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"],
        "resultTypes": ["violations"],
    }
    found = page.evaluate("options => axe.run(document, options)", options)["violations"]
    return [
        (rule["id"], node["html"][:160], node["failureSummary"][:200])
        for rule in found
        for node in rule["nodes"][:3]
    ]


@every_page
def test_axe_finds_no_barrier(window, served, language, name):
    size, scheme = ("phone", "light") if language == "zh" else ("desk", "dark")
    page = window(address(served, language, name), size, color_scheme=scheme)
    assert barriers(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_follows_the_scheme_of_the_system(window, served, scheme):
    page = window(address(served, "zh", "index"), color_scheme=scheme)
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    brightness = sum(map(float, re.findall(r"[\d.]+", colour)[:3]))
    assert (brightness > 600) == (scheme == "light")
