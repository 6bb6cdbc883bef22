"""The site in a browser: what it asks for, what it shows, what a finger or a keyboard can do."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.pages.conftest import (
    LANGUAGES,
    SIZES,
    Traffic,
    address,
    built,
    eventually,
    serving,
    small_book,
    tab,
    typed,
)
from tests.pages.test_site import MADE, PAGES

pytestmark = pytest.mark.browser


def test_no_request_leaves_the_host_of_the_site_and_nothing_goes_wrong(chromium, base):
    page = tab(chromium)
    traffic = Traffic(page)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    made = MADE if base.startswith("http") else [page for page in MADE if page[1] != "404"]
    for language, name in PAGES + made:
        page.goto(address(base, language, name))
        if name == "index":
            typed(page, "attention")
            page.locator(".md-search-result__item").first.wait_for()
        traffic.settle()  # what the next page would cut off is no error of this one
    page.context.close()
    assert len(traffic.asked) > len(PAGES)
    assert not [u for u in traffic.asked if not u.startswith((base, "data:", "blob:"))]
    assert not [url for url in traffic.asked if "sitemap" in url]
    assert errors == []


def unfold(page: Page) -> None:
    """Open every fold, and draw what the style sheet leaves until it comes near the window."""
    still = "content-visibility: visible !important; transition: none !important"
    page.add_style_tag(content=f"*, ::before, ::after {{ {still} }}")
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")


def resize(page: Page, width: int, height: int = 800) -> None:
    """Give the window another size, and the page the time to answer."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))")


@pytest.fixture(scope="module", params=PAGES, ids="-".join)
def opened(request, chromium, served):
    """Each page in turn, unfolded, opened once for all that is looked at in it."""
    width, height = SIZES["desk"]
    page = tab(chromium, viewport={"width": width, "height": height})
    page.goto(address(served, *request.param))
    unfold(page)
    yield page
    page.context.close()


@pytest.fixture(scope="module")
def chapter(chromium, served):
    """A chapter with formulas, tables and programs of every kind, unfolded, opened once."""
    rights = ["clipboard-read", "clipboard-write"]
    page = tab(chromium, permissions=rights)
    page.goto(address(served, "en", "attention"))
    unfold(page)
    yield page
    page.context.close()


NARROW = 360
OUTSIDE = """() => [...document.querySelectorAll('article *')].filter(e => {
  const box = e.getBoundingClientRect();
  return box.right > innerWidth + 1 && box.width && !e.closest(
    '.formula, table, pre, .md-typeset__scrollwrap, svg, .katex-mathml');
}).map(e => e.outerHTML.slice(0, 120))"""
WIDE = """() => [...document.querySelectorAll('article *')].filter(e =>
  e.clientWidth && e.scrollWidth > e.clientWidth + 1 && !e.closest('svg, .katex-mathml')
  && getComputedStyle(e).overflowX !== 'visible'
).map(e => {
  const box = e.getBoundingClientRect();
  e.scrollLeft = 1e6;
  const scrolls = e.scrollLeft > 0 && getComputedStyle(e).overflowX === 'auto';
  e.scrollLeft = 0;
  return {
    kind: {CODE: 'program', DIV: e.matches('.formula') ? 'formula' : 'table'}[e.tagName] ?? 'other',
    claims: e.querySelectorAll('a.claim').length,
    inside: box.left >= 0 && box.right <= innerWidth,
    scrolls, reached: e.tabIndex === 0 && e.role === 'group', named: e.ariaLabel ?? '',
    markup: e.outerHTML.slice(0, 120),
  };
})"""


@dataclass(frozen=True)
class Wide:
    """A box whose content is wider than itself."""

    kind: str  # formula, table, program
    claims: int  # links within it
    inside: bool  # itself within the window
    scrolls: bool
    reached: bool  # by keyboard
    named: str
    markup: str

    @property
    def fault(self) -> str:
        """What keeps a reader from what it holds; empty if nothing."""
        right = self.kind != "other" and self.inside and self.scrolls and self.reached
        return "" if right and self.named else self.markup


@pytest.mark.parametrize("width", [NARROW, *(width for width, _ in SIZES.values())])
def test_no_page_is_wider_than_the_window(opened, width):
    resize(opened, width)
    root = "document.documentElement"
    fits = f"{root}.scrollWidth - {root}.clientWidth <= 0"
    eventually(opened, lambda: opened.evaluate(fits), True)
    eventually(opened, lambda: opened.evaluate(OUTSIDE), [])


def wide(page: Page) -> list[Wide]:
    return [Wide(**box) for box in page.evaluate(WIDE)]


def test_what_is_wide_scrolls_in_its_own_box_which_the_keyboard_reaches(opened):
    resize(opened, NARROW)
    eventually(opened, lambda: [box.markup for box in wide(opened) if box.fault], [])


@pytest.mark.parametrize("kind", ["formula", "table", "program"])
def test_what_is_wide_moves_at_the_arrow_keys(chapter, kind):
    resize(chapter, NARROW)
    boxes = {"formula": ".formula:has(a.claim)", "table": ".md-typeset__scrollwrap:has(a.claim)"}
    box = chapter.locator(f"article {boxes.get(kind, 'pre > code')}[tabindex='0']").first
    box.focus()
    chapter.keyboard.press("ArrowRight")
    chapter.wait_for_function("document.activeElement.scrollLeft > 0")


@pytest.mark.parametrize(
    ("style", "attributes", "right"),
    [
        ("overflow: auto", 'tabindex="0" role="group" aria-label="F"', True),
        ("overflow: auto", 'role="group" aria-label="F"', False),
        ("overflow: auto", 'tabindex="0"', False),
        ("overflow: hidden", 'tabindex="0" role="group" aria-label="F"', False),
        ("overflow: auto; margin-left: 9999px", 'tabindex="0" role="group" aria-label="F"', False),
    ],
)
def test_a_wide_box_that_does_not_scroll_or_is_not_reached_is_noticed(
    window, style, attributes, right
):
    page = window("about:blank")
    box = f'<div class="formula" style="width: 5em; {style}" {attributes}>{"x" * 99}</div>'
    page.set_content(f"<article>{box}</article>")
    assert [not box.fault for box in wide(page)] == [right]


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


RESULTS = ".md-search-result__item"


def found(page, query: str) -> str:
    """What search marks in its results, after a query was typed."""
    typed(page, query)
    page.locator(f"{RESULTS} article mark").first.wait_for(state="attached")
    marks = page.locator(f"{RESULTS} article mark").all_inner_texts()
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
            expect(page.locator(RESULTS)).to_have_count(1)


@pytest.mark.parametrize(("language", "query"), [("zh", "梯度消失"), ("en", "receptive field")])
def test_search_finds_what_the_chapters_are_about(window, served, language, query):
    assert found(window(address(served, language, "index")), query)


def test_a_search_for_nothing_finds_nothing(window, served):
    page = window(address(served, "zh", "index"))
    assert found(page, "注意力")  # the index is there
    typed(page, "吐鲁番葡萄干")
    expect(page.locator(RESULTS)).to_have_count(0)


TOP = "e => e.getBoundingClientRect().top"


def claim_of(page):
    return page.locator("article p a.claim:visible").first


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_claimed_number_shows_its_card_under_the_pointer(window, served, language):
    page = window(address(served, language, "recurrence"))
    claim, card = claim_of(page), page.locator(".claim-card")
    assert not card.is_visible()
    claim.hover()
    expect(card).to_be_visible()
    assert card.inner_text() == claim.get_attribute("data-card")
    page.mouse.move(2, 2)
    expect(card).to_be_hidden()


def test_a_claimed_number_shows_its_card_at_the_keyboard(window, served):
    page = window(address(served, "en", "recurrence"))
    claim, card = claim_of(page), page.locator(".claim-card")
    claim.focus()
    expect(card).to_be_visible()
    assert claim.get_attribute("aria-describedby") == "claim-card"
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    page.keyboard.press("Enter")
    page.wait_for_url("**#L-*")


def test_the_first_tap_shows_and_the_second_goes_to_the_marked_line(window, served):
    page = window(address(served, "zh", "recurrence"), "phone", has_touch=True, is_mobile=True)
    claim, card = claim_of(page), page.locator(".claim-card")
    claim.tap()
    expect(card).to_be_visible()
    assert "#" not in page.url
    claim.tap()
    page.wait_for_url("**#L-*")
    line = page.locator(":target")
    expect(line).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")
    eventually(page, lambda: 48 < line.evaluate(TOP) < SIZES["phone"][1], True)


def test_no_card_leaves_the_screen_of_a_phone(opened):
    resize(opened, *SIZES["phone"])
    outside = opened.evaluate(
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


def test_every_claimed_number_is_under_its_own_pointer(opened):
    resize(opened, *SIZES["desk"])
    covered = opened.evaluate(
        """() => [...document.querySelectorAll('article a.claim')].filter(claim => {
             claim.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
             const box = (claim.querySelector('.mord') ?? claim).getClientRects()[0];
             const hit = document.elementFromPoint(
               box.left + box.width / 2, box.top + box.height / 2);
             return hit?.closest('a') !== claim;
           }).map(claim => claim.dataset.card)"""
    )
    assert covered == []


COPIED = """formulas => formulas.map(formula => {
  const seen = formula.querySelector('katex-html');
  getSelection().setBaseAndExtent(seen, 0, seen, seen.childNodes.length);
  const event = new ClipboardEvent('copy', {clipboardData: new DataTransfer(), bubbles: true});
  seen.dispatchEvent(event);
  return [event.clipboardData.getData('text/plain'),
    formula.querySelector('annotation').textContent];
})"""


def test_every_formula_is_copied_as_latex(opened):
    """As with a mouse, from within what is seen of it."""
    for text, tex in opened.locator("article .katex").evaluate_all(COPIED):
        assert text == f"${tex}$"


# What the reader selects, as text in which each formula is its LaTeX.
WRITTEN = """([first, last]) => {
  getSelection().setBaseAndExtent(first, 0, last, last.childNodes.length);
  const parts = getSelection().getRangeAt(0).cloneContents();
  for (const formula of parts.querySelectorAll('.katex')) {
    const mark = formula.closest('.katex-display') ? '$$' : '$';
    formula.replaceWith(mark + formula.querySelector('annotation').textContent + mark);
  }
  return parts.textContent;
}"""
SELECTED = {
    "a formula within a sentence": "article p:has(.katex):not(:has(a.claim))",
    "claimed numbers in a formula within a sentence": "article p:has(.katex a.claim)",
    "a formula by itself": "article .formula:not(:has(a.claim))",
    "claimed numbers in a formula by itself": "article .formula:has(a.claim)",
    "formulas in a table": "article table:has(.katex)",
    "sentences on both sides of a formula": "article p + .formula:has(a.claim) + p",
}


@pytest.mark.parametrize("selector", SELECTED.values(), ids=SELECTED)
def test_a_selection_is_copied_with_its_formulas_as_latex(chapter, selector):
    last = chapter.locator(selector).first
    first = last.locator("xpath=preceding-sibling::p[1]") if " + p" in selector else last
    chapter.bring_to_front()  # the clipboard is for the page in front
    written = chapter.evaluate(WRITTEN, [first.element_handle(), last.element_handle()])
    chapter.keyboard.press("Control+c")
    read = "navigator.clipboard.readText()"
    eventually(chapter, lambda: chapter.evaluate(read).split(), written.split())
    assert "$" in written


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_whole_without_javascript(window, base, language):
    page = window(address(base, language, "recurrence"), java_script_enabled=False)
    for part in (".katex-html", "svg.figure", "div.snippet"):
        expect(page.locator(f"article {part}").first).to_be_visible()
    claim = claim_of(page)
    claim.hover()
    first = claim.get_attribute("data-card").split("\n")[0]
    after = "e => getComputedStyle(e, '::after').content"
    eventually(page, lambda: first in claim.evaluate(after), True)
    claim.click()
    page.wait_for_url("**#L-*")
    page.locator("a.book-language").click()
    other = "zh" if language == "en" else "en"
    expect(page.locator("html")).to_have_attribute("lang", other)
    assert page.url.endswith("/en/recurrence.html") == (other == "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_that_is_not_there_says_so_in_its_language(window, served, language):
    page = window(address(served, language, "nowhere"))
    assert page.locator("html").get_attribute("lang") == language
    assert page.locator("article h1").is_visible()
    page.locator("article a:not(.headerlink)").first.click()
    page.wait_for_url(address(served, language, "index"))


def test_a_screen_reader_meets_each_formula_once_as_mathematics(chapter):
    """By what Chromium tells it: mathematics, and beside it only the links of its numbers."""
    spoken = chapter.context.new_cdp_session(chapter)
    nodes = {n["nodeId"]: n for n in spoken.send("Accessibility.getFullAXTree")["nodes"]}
    document = spoken.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
    found = spoken.send(
        "DOM.querySelectorAll", {"nodeId": document, "selector": "article katex-html"}
    )
    seen = {
        spoken.send("DOM.describeNode", {"nodeId": node})["node"]["backendNodeId"]
        for node in found["nodeIds"]
    }

    def beside(node: dict) -> list[str]:
        """What is said of the seen half of a formula, but for its links."""
        role = node.get("role", {}).get("value")
        if role == "link":
            return []
        own = [node["name"]["value"]] if role == "StaticText" and not node["ignored"] else []
        return own + [text for id_ in node["childIds"] for text in beside(nodes[id_])]

    roles = [n["role"]["value"] for n in nodes.values() if not n["ignored"]]
    assert roles.count("MathMLMath") >= chapter.locator("article .katex").count() > 50
    halves = [node for node in nodes.values() if node.get("backendDOMNodeId") in seen]
    assert len(halves) > 5
    assert [text for half in halves for text in beside(half) if text.strip("\u200b ")] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_follows_the_scheme_of_the_system(window, served, scheme):
    page = window(address(served, "zh", "index"), color_scheme=scheme)
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    brightness = sum(map(float, re.findall(r"[\d.]+", colour)[:3]))
    assert (brightness > 600) == (scheme == "light")
