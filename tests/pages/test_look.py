"""What stands around the chapters: the cover, what they need and give, files to take away."""

import base64
import re
from pathlib import Path
from urllib.parse import urlsplit

import matplotlib
import pytest
from mkdocs.config import load_config
from selectolax.lexbor import LexborHTMLParser

from book.chapter import read
from book.page import corrections, formulas, front, offers, reading
from book.page.phrases import PHRASES
from book.page.places import edition
from book.sources import snippets_of
from tests.pages.conftest import LANGUAGES, ROOT, address, built, eventually, small_book, typed

in_both = pytest.mark.parametrize("language", LANGUAGES)
in_any_letters = pytest.mark.parametrize("letters", ["", "wide"], ids=["own", "wide"])


def set_in(page, letters: str) -> None:
    """Set a page in wide letters, which come with Matplotlib, or leave it in those it has."""
    if not letters:
        return
    faces = ""
    for weight, name in (("400", "DejaVuSans.ttf"), ("700", "DejaVuSans-Bold.ttf")):
        font = Path(matplotlib.get_data_path(), "fonts", "ttf", name).read_bytes()
        source = f"url(data:font/ttf;base64,{base64.b64encode(font).decode('ascii')})"
        faces += f"@font-face {{ font-family: wide; font-weight: {weight}; src: {source} }}"
    first = "wide, var(--book-han), sans-serif !important"
    page.add_style_tag(content=f"{faces} body {{ --md-text-font-family: {first} }}")
    loaded = "async (font) => (await document.fonts.load(font)).length"
    assert [page.evaluate(loaded, f"{weight} 1em wide") for weight in (400, 700)] == [1, 1]


def nav() -> list[str]:
    return load_config(str(ROOT / "mkdocs.yml")).nav


def folder(site, language):
    return site / ("en" if language == "en" else "")


def chapter(text: str):
    return read(text, "docs/zh/page.md")


# How long a chapter takes


def test_a_minute_holds_three_hundred_characters_or_two_hundred_words():
    assert reading.minutes("<p>" + "词" * 900 + "</p>") == 3
    assert reading.minutes("<p>" + "word’s " * 600 + "</p>") == 3
    assert reading.minutes("<p>" + "词" * 300 + "word " * 200 + "</p>") == 2


def test_what_is_not_prose_takes_no_time():
    for left_out in (
        "<details><p>{}</p></details>",
        '<div class="highlight"><pre><code>{}</code></pre></div>',
        "<table><tr><td>{}</td></tr></table>",
        '<span class="katex"><math><mi>{}</mi></math></span>',
        '<svg class="figure"><text>{}</text></svg>',
    ):
        assert reading.minutes(left_out.format("词" * 3000)) == 1
        assert reading.minutes(left_out.format("") + "<p>" + "词" * 600) == 2


def test_a_formula_and_a_figure_take_a_moment():
    assert reading.minutes('<div class="formula"></div>' * 8) == 2
    assert reading.minutes("<figure><img></figure>" * 8) == 2
    assert reading.minutes("<details>" + '<div class="formula"></div>' * 80 + "</details>") == 1


def test_what_a_drawing_holds_is_not_read_and_what_stands_behind_it_is():
    drawn = "<katex-html><svg><path/></svg>" + "词" * 3000 + "</katex-html>"
    figure = f'<svg class="figure"><style>a{{}}</style><text>{"词" * 3000}</text></svg>'
    for html in (drawn, f"<math>{'词' * 3000}</math>{drawn}", figure):
        assert reading.minutes(f"<p>{html}{'词' * 600}</p>") == 2
    assert reading.minutes(f"<p>{figure * 8}</p>") == 2


@in_both
def test_every_chapter_says_how_long_it_takes_and_what_it_needs_and_gives(site, language):
    for page in nav()[1:]:
        html = (folder(site, language) / page).with_suffix(".html").read_text(encoding="utf-8")
        (facts,) = LexborHTMLParser(html).css("article h1 + .facts")
        (said,) = re.findall(r"\d+", facts.css_first("p").text())
        assert 2 <= int(said) <= 90
        if page.endswith(".md"):
            meta = (ROOT / "docs" / language / page).read_text(encoding="utf-8").split("---")[1]
            needs, gives = (node.text() for node in facts.css("dd"))
            assert f"\nneeds: {needs}\ngives: {gives}\n" in meta
            assert bool(re.search("[\u4e00-\u9fff]", needs + gives)) == (language == "zh")


def test_a_page_without_a_title_is_left_as_it_is():
    assert front.below_title("<p>no title</p>", "<p>facts</p>") == "<p>no title</p>"
    assert front.below_title("<h1>T</h1>", "<p>facts</p>") == "<h1>T</h1><p>facts</p>"


# The cover


def test_the_cover_holds_what_stands_before_the_first_section():
    html = "<h1>T</h1><p>words</p><figure>f</figure><h2>S</h2><figure>g</figure>"
    assert front.with_cover(html, "BAR") == (
        '<div class="cover"><h1>T</h1><div class="cover-words"><p>words</p>BAR</div>'
        '<div class="cover-figure"><figure>f</figure></div></div><h2>S</h2><figure>g</figure>'
    )


def test_a_cover_without_a_figure_has_none():
    html = "<h1>T</h1><p>words</p><h2>S</h2><figure>g</figure>"
    assert "cover-figure" not in front.with_cover(html, "BAR")
    assert front.with_cover("<p>words</p>", "BAR") == "<p>words</p>"


@in_both
def test_the_cover_counts_what_the_check_counts(site, language):
    html = (folder(site, language) / "index.html").read_text(encoding="utf-8")
    (counts,) = LexborHTMLParser(html).css(".cover-counts")
    numbers, identities, figures, programs = (int(node.text()) for node in counts.css("dd"))
    this = edition(ROOT / "docs" / language)
    claims = [c for page in this.chapters.values() for block in page.blocks for c in block.claims]
    assert identities == sum(claim.kind == "identity" for claim in claims)
    assert programs == len(snippets_of(ROOT))
    written = sum(len(block.numbers) for page in this.chapters.values() for block in page.blocks)
    unnamed = sum(entry.name is None for claim in claims for entry in claim.entries)
    assert numbers == written - unnamed
    assert figures == len(list((ROOT / "docs/figures").rglob("*.svg"))) - len(
        list((ROOT / "docs/figures").rglob("*.en.svg"))
    )


def test_a_file_is_offered_only_where_it_is():
    page = '<p><!--offer b.pdf <a class="offer" href="b.pdf">PDF ({size})</a> --></p>'
    assert offers.offered(page, {}.get) == page
    there = offers.offered(page, {"b.pdf": 2_340_000}.get)
    assert there.endswith('--><a class="offer" href="b.pdf">PDF (2.3 MB)</a></p>')
    assert offers.offered(there, {"b.pdf": 2_340_000}.get) == there
    assert offers.offered(there, {}.get) == page


# Corrections


def test_a_correction_leads_to_the_line_of_its_section():
    page = chapter("---\ntitle: T\n---\n# T { #t }\n\ntext\n\n## S { #s }\n\ntext\n")
    html = '<h1 id="t">T</h1><h2 id="s">S</h2>'
    found = corrections.with_corrections(html, page, "https://host/{file}#L{line}", "改 {place}")
    assert found == (
        '<h1 id="t">T</h1><h2 id="s">S<a class="correction" '
        'href="https://host/docs/zh/page.md#L8" title="改 docs/zh/page.md:8" '
        'aria-label="改 docs/zh/page.md:8">✎</a></h2>'
    )


def test_with_an_address_every_page_and_section_leads_to_its_line(tmp_path):
    book = small_book(tmp_path, "## 节 { #s }\n\n文", "## S { #s }\n\ntext")
    config = book / "mkdocs.yml"
    address = '\nextra:\n  corrections: "https://host/{file}#L{line}"\n'
    config.write_text(config.read_text(encoding="utf-8").replace("\nextra:\n", address))
    done = built(book, book / "site")
    assert done.returncode == 0, done.stdout + done.stderr
    for language in LANGUAGES:
        html = (folder(book / "site", language) / "index.html").read_text(encoding="utf-8")
        page = LexborHTMLParser(html)
        (section,) = page.css("h2 .correction")
        assert section.attributes["href"] == f"https://host/docs/{language}/index.md#L7"
        *_, whole = page.css(".page-source a")
        assert whole.attributes["href"] == f"https://host/docs/{language}/index.md#L1"


def test_an_address_without_a_file_is_refused():
    with pytest.raises(ValueError, match="corrections in mkdocs"):
        corrections.address("https://host/", "docs/zh/page.md", 1)


def test_without_an_address_there_are_no_links_for_corrections(site):
    assert "corrections" not in load_config(str(ROOT / "mkdocs.yml")).extra
    for page in site.rglob("*.html"):
        assert 'class="correction"' not in page.read_text(encoding="utf-8")


# Lines


@pytest.mark.parametrize(
    ("tex", "held"),
    [
        ("h_t", False),
        ("k_1 = (0, 2)", False),
        (r"\cos(a - b)", False),
        (r"0.415^{18} = 1.3\times10^{-7}", True),
        (r"\sin a\sin b + \cos a\cos b", True),
        (r"\frac{1 + 2 + 3 + 4 + 5 + 6}{7 + 8 + 9 + 10}", False),
    ],
)
def test_lines_end_in_a_long_formula_only_and_not_behind_its_last_part(tex, held):
    parts = LexborHTMLParser(formulas.formula(tex)).css(".katex-html > *")
    assert [part.attributes["class"] for part in parts] == (
        ["parts", "katex-base"] if held else ["katex-base"] * len(parts)
    )
    assert not LexborHTMLParser(formulas.formula(tex, display=True)).css(".parts")


@in_both
def test_the_search_reads_neither_what_a_chapter_needs_nor_the_counts_of_the_cover(site, language):
    index = (folder(site, language) / "search/search_index.json").read_text(encoding="utf-8")
    text = index.replace("\u200b", "")
    words = PHRASES[language]
    for left_out in (words["needs"], words["gives"], words["cover_counts"]):
        assert f">{left_out}" not in text and f'"{left_out}' not in text, left_out


# The words of a shared link


@in_both
def test_a_shared_link_has_a_title_and_a_picture(site, language):
    base = folder(site, language)
    for page in ("index", "recurrence"):
        head = LexborHTMLParser((base / f"{page}.html").read_text(encoding="utf-8")).head
        said = {
            node.attributes["property"]: node.attributes["content"]
            for node in head.css("meta[property^='og:']")
        }
        assert said["og:title"] and said["og:description"]
        assert said["og:url"].endswith(f"{page}.html") or said["og:url"].endswith("/")
        assert (site / urlsplit(said["og:image"]).path.lstrip("/")).is_file()


# In a browser


@pytest.mark.browser
@in_both
@pytest.mark.parametrize("size", ["phone", "desk"])
def test_the_cover_is_one_screen(window, served, language, size):
    page = window(address(served, language, "index"), size)
    height = page.evaluate("innerHeight")
    for part in (".cover-words > ul", ".cover-counts"):
        box = page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= height, part
    assert page.locator(".cover-figure svg.figure").bounding_box()["y"] < height


@pytest.mark.browser
@in_any_letters
@pytest.mark.parametrize(("language", "least", "most"), [("zh", 36, 40), ("en", 60, 80)])
def test_a_line_of_text_is_neither_short_nor_long(window, served, language, least, most, letters):
    page = window(address(served, language, "recurrence"))
    set_in(page, letters)
    held = page.evaluate(
        """() => {
          const p = [...document.querySelectorAll('article > p')]
            .filter(p => !p.querySelector('.katex'))
            .sort((a, b) => b.clientHeight - a.clientHeight)[0];
          const range = document.createRange();
          range.selectNodeContents(p);
          const lines = new Set([...range.getClientRects()].map(r => Math.round(r.bottom))).size;
          return document.documentElement.lang === 'zh'
            ? p.clientWidth / parseFloat(getComputedStyle(p).fontSize)
            : p.textContent.length / lines;
        }"""
    )
    assert least <= held <= most


@pytest.mark.browser
@in_both
def test_on_paper_the_text_stands_alone_and_folds_are_open(window, served, language):
    page = window(address(served, language, "recurrence"))
    page.emulate_media(media="print", color_scheme="dark")
    assert page.locator("article h2").first.is_visible()
    for part in (".md-header", ".md-sidebar--primary", ".md-footer", ".verification"):
        assert not page.locator(part).first.is_visible(), part
    for fold in page.locator("article details").all():
        summary = fold.locator(":scope > summary").bounding_box()["height"]
        assert fold.bounding_box()["height"] > 2 * summary
    colours = page.evaluate(
        "() => [document.body, document.querySelector('article > p')]"
        ".map((e, k) => getComputedStyle(e)[k ? 'color' : 'backgroundColor'])"
    )
    assert colours == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]


_STARTS = """
() => {
  const found = [];
  for (const part of document.querySelectorAll('article > *'))
    part.style.contentVisibility = 'visible';
  for (const block of document.querySelectorAll('article :is(p, li, td, figcaption)')) {
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    let last = null;
    for (let text; (text = walker.nextNode()); ) {
      if (text.parentElement.closest('.katex-mathml, pre, script, svg')) continue;
      const base = text.parentElement.closest('.katex-base');
      if (base) {
        last = base.getBoundingClientRect();
        continue;
      }
      for (let at = 0; at < text.length; at++) {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        const [box] = range.getClientRects();
        if (!box?.width) continue;
        const begins = last && box.left < last.right - 30 && box.top > last.top + 8;
        if (begins && '，。、；：！？）」』》”'.includes(text.data[at]))
          found.push(text.data.slice(at, at + 12));
        last = box;
      }
    }
  }
  return found;
}
"""


@pytest.mark.browser
@pytest.mark.parametrize("name", ["attention", "recurrence", "scores", "sources"])
def test_no_line_on_a_phone_begins_with_a_comma(window, served, name):
    page = window(address(served, "zh", name), "phone")
    assert page.evaluate(_STARTS) == []
    page.add_style_tag(content=".katex { white-space: normal !important }")
    assert page.evaluate(_STARTS) != []  # so it would be noticed


ROOM = """node => {
  const range = document.createRange();
  range.selectNodeContents(node);
  const lines = new Set([...range.getClientRects()].map(box => Math.round(box.bottom))).size;
  const box = node.getBoundingClientRect();
  const header = node.closest('.md-header__inner').getBoundingClientRect();
  return [lines, node.scrollWidth <= node.clientWidth && node.scrollHeight <= node.clientHeight
    && header.top <= box.top && box.bottom <= header.bottom];
}"""


@pytest.mark.browser
@in_both
def test_words_and_programs_are_set_in_the_fonts_that_the_book_names(window, served, language):
    page = window(address(served, language, "recurrence"))
    font = "node => getComputedStyle(node).fontFamily"
    for selector, latin in (("article p", "Segoe UI"), ("article pre code", "Menlo")):
        named = page.locator(selector).first.evaluate(font)
        assert latin in named and "PingFang SC" in named
        assert named.index(latin) < named.index("PingFang SC")


@pytest.mark.browser
@in_any_letters
@in_both
def test_the_header_of_a_phone_has_room_for_the_name_of_the_book(window, served, language, letters):
    page = window(address(served, language, "index"), "phone")
    set_in(page, letters)
    name = page.locator(".md-header__topic > .md-ellipsis").first
    assert name.evaluate(ROOM) == [1, True]
    page.set_viewport_size({"width": 320, "height": 640})
    lines, whole = name.evaluate(ROOM)
    assert whole and lines <= 2
    name.evaluate("node => { node.textContent += ' and by the Words, and more besides' }")
    assert not name.evaluate(ROOM)[1]  # so it would be noticed


@pytest.mark.browser
@in_any_letters
@in_both
def test_all_questions_are_seen_at_once_on_a_phone(window, served, language, letters):
    page = window(address(served, language, "index"), "phone")
    set_in(page, letters)
    page.evaluate("location.hash = 'questions'")
    asked = page.locator("#questions + p + ul > li")
    in_sight = """(parts) => parts.length > 5 && parts.every((part) => {
      const box = part.getBoundingClientRect();
      return 0 <= box.top && box.bottom < innerHeight;
    })"""
    eventually(page, lambda: asked.evaluate_all(in_sight), True)


@pytest.mark.browser
@in_both
def test_what_goes_on_beside_the_window_has_a_shade_and_the_rest_has_none(window, served, language):
    page = window(address(served, language, "recurrence"), "phone")
    page.add_style_tag(content="article > * { content-visibility: visible !important }")
    page.wait_for_selector(".md-typeset__scrollwrap[tabindex]")
    boxes = """() => [...document.querySelectorAll('.md-typeset__scrollwrap, .formula')].map(
      (box) => `${box.scrollWidth > box.clientWidth + 1} ${
        getComputedStyle(box).backgroundImage !== 'none'}`)"""
    eventually(page, lambda: set(page.evaluate(boxes)), {"true true", "false false"})


@pytest.mark.browser
@in_both
@pytest.mark.parametrize("name", ["index", "recurrence", "labs/paths"])
def test_a_button_to_copy_stands_beside_a_path_and_not_on_the_program(
    window, served, language, name
):
    page = window(address(served, language, name), "phone")
    over = page.evaluate(
        """() => [...document.querySelectorAll('.highlight > .filename + pre')].filter((pre) => {
          const button = pre.querySelector('.md-code__button');
          return button.getBoundingClientRect().bottom > pre.getBoundingClientRect().top + 8;
        }).length"""
    )
    assert over == 0


@pytest.mark.browser
def test_what_a_search_finds_has_no_invisible_spaces(window, served):
    page = window(address(served, "zh", "index"), "phone")
    page.locator(".md-header__button[for=__search]").click()
    typed(page, "梯度消失")
    page.wait_for_selector(".md-search-result__item mark")
    assert "\u200b" not in page.locator(".md-search-result__list").inner_text()


@in_both
def test_the_first_link_says_where_it_leads(site, language):
    html = (folder(site, language) / "attention.html").read_text(encoding="utf-8")
    said = LexborHTMLParser(html).css_first("a.md-skip").text(strip=True)
    assert said == {"zh": "跳到正文", "en": "Skip to content"}[language]
