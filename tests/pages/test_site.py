"""The built site: every page, as a reader without a browser would inspect it."""

import json
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from collections import Counter
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from selectolax.lexbor import LexborHTMLParser

from book import labs, ledger
from book.chapter import read
from book.check import chapters_of
from tests.pages.conftest import LANGUAGES, ROOT, built_at_once, small_book

PAGES = [(language, name) for language in LANGUAGES for name in chapters_of(ROOT)]
MADE = [(language, name) for language in LANGUAGES for name in ("404", "ledger")]
HAN = re.compile(r"[\u4e00-\u9fff]")

every_page = pytest.mark.parametrize(("language", "name"), PAGES)
every_file = pytest.mark.parametrize(("language", "name"), PAGES + MADE)


@cache
def parsed(path: Path) -> LexborHTMLParser:
    return LexborHTMLParser(path.read_text(encoding="utf-8"))


@cache
def ids(path: Path) -> frozenset[str]:
    return frozenset(node.id for node in parsed(path).css("[id]"))


@cache
def chapter(language: str, name: str):
    file = f"docs/{language}/{source(name)}"
    text = (ROOT / file).read_text(encoding="utf-8")
    return labs.page(text, file) if labs.is_lab(file) else read(text, file)


def source(name: str) -> str:
    """The file of a chapter or of a lab, below the folder of its language."""
    return f"{name}.py" if name.startswith("labs/") else f"{name}.md"


@pytest.fixture
def path(site, language, name) -> Path:
    return site / ("en" if language == "en" else "") / f"{name}.html"


@pytest.fixture
def page(path) -> LexborHTMLParser:
    return parsed(path)


def test_there_are_pages():
    assert len(PAGES) >= 12


@every_file
def test_a_page_is_in_its_language(page, language, name):
    assert page.css_first("html").attributes["lang"] == language
    assert bool(HAN.search(page.css_first("title").text())) == (language == "zh")


@every_file
def test_the_words_around_a_page_are_in_its_language(page, language, name):
    said = [
        node.attributes[attribute]
        for attribute in ("title", "aria-label", "placeholder", "data-md-title")
        for node in page.css(f"[{attribute}]")
        if node.css_matches("body *") and not node.css_matches(".book-language, article svg, math")
    ]
    said += [
        node.text().strip()
        for node in page.css(
            ".md-top, .md-skip, .md-footer__direction, .md-nav__title, .md-copyright"
        )
    ]
    assert said
    other = [words for words in said if words and bool(HAN.search(words)) != (language == "zh")]
    assert not [words for words in other if not re.fullmatch(r"\W*", words)]


@every_file
def test_nothing_is_loaded_from_another_host(page, language, name):
    loading = page.css(
        "link[rel=stylesheet], link[rel=icon], link[rel=preconnect], link[rel=preload]"
    )
    addresses = [node.attributes["href"] for node in loading]
    addresses += [node.attributes["src"] for node in page.css("[src]")]
    assert addresses
    assert not [address for address in addresses if urlsplit(address).netloc]
    assert not page.css("iframe, object, embed, img[src^=http]")


def test_no_style_sheet_loads_from_another_host(site):
    sheets = list(site.rglob("*.css"))
    assert sheets
    for sheet in sheets:
        targets = re.findall(r"url\(([^)]+)\)|@import\s+[\"']([^\"']+)", sheet.read_text())
        for target in ("".join(pair).strip("\"'") for pair in targets):
            assert target.startswith("data:") or not urlsplit(target).netloc, (sheet, target)
            if not target.startswith(("data:", "#")):
                assert (sheet.parent / unquote(urlsplit(target).path)).is_file(), (sheet, target)


def test_only_scripts_of_the_theme_name_another_host(site):
    naming = {
        script.name.split(".")[0]
        for script in site.rglob("*.js")
        if re.search(r"https?://(?!www\.w3\.org)", script.read_text(encoding="utf-8"))
    }
    # These name hosts for diagrams and repository counts, which the book does not use;
    # test_site_browser.py watches what pages really ask for. The index quotes the chapters.
    assert naming - {"search_index"} <= {"bundle", "search", "lunr", "tinyseg", "wordcut"}


@every_file
def test_every_link_within_the_site_leads_somewhere(site, path, page, language, name):
    broken = []
    for node in page.css("a[href], link[href], script[src]"):
        target = node.attributes.get("href") or node.attributes.get("src")
        parts = urlsplit(target)
        if parts.scheme in ("http", "https", "mailto", "javascript"):
            continue
        base = site if parts.path.startswith("/") else path.parent
        file = (base / unquote(parts.path).lstrip("/")).resolve() if parts.path else path
        if parts.path.endswith(("/", "/.")) or file.is_dir():
            file = file / "index.html"
        anchor = unquote(parts.fragment)
        if not file.is_file() or (anchor and anchor not in ids(file) and anchor != "__skip"):
            broken.append(target)
    assert not broken


@every_file
def test_no_id_is_given_twice(page, language, name):
    assert not [i for i, n in Counter(node.id for node in page.css("[id]")).items() if n > 1]


@every_file
def test_the_switcher_leads_to_the_same_page_in_the_other_language(
    site, path, page, language, name
):
    (link,) = page.css("a.book-language")
    other = "en" if language == "zh" else "zh"
    assert link.attributes["hreflang"] == other
    target = link.attributes["href"]
    base = site if target.startswith("/") else path.parent
    stem = "index" if name == "404" else name
    expected = site / ("en" if other == "en" else "") / f"{stem}.html"
    assert (base / target.lstrip("/")).resolve() == expected.resolve()


@every_page
def test_a_page_names_itself_in_both_languages_at_its_published_address(page, language, name):
    links = {
        node.attributes["hreflang"]: node.attributes["href"]
        for node in page.css("head link[rel=alternate][hreflang]")
    }
    config = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    address = re.search(r"(?m)^site_url: (\S+)", config)[1]
    assert links == {"zh": f"{address}{name}.html", "en": f"{address}en/{name}.html"}


def test_the_sitemaps_name_every_page_in_both_languages(site):
    for language, folder in (("zh", site), ("en", site / "en")):
        tree = ET.parse(folder / "sitemap.xml")
        space = {
            "s": "http://www.sitemaps.org/schemas/sitemap/0.9",
            "x": "http://www.w3.org/1999/xhtml",
        }
        urls = tree.findall("s:url", space)
        names = [name for lang, name in PAGES if lang == language] + ["ledger"]
        assert len(urls) == len(names)
        for url in urls:
            links = {
                link.attrib["hreflang"]: link.attrib["href"]
                for link in url.findall("x:link", space)
            }
            zh, en = urlsplit(links["zh"]).path, urlsplit(links["en"]).path
            assert en == "/en" + zh and (site / zh.lstrip("/")).is_file()
            assert url.findtext("s:loc", namespaces=space) == links[language]


@every_page
def test_no_markup_is_left_raw(page, language, name):
    article = LexborHTMLParser(page.css_first("article").html)
    for node in article.css("code, annotation, script, svg"):
        node.decompose()
    text = article.text()
    for raw in ("**", "<!--", "-->", "--8<--", "///", "](", "{ #", "\\(", "\ufffd", "\u0002"):
        assert raw not in text, raw
    assert text.count("$") == chapter(language, name).text.count(r"\$")


@every_page
def test_every_formula_is_rendered(page, language, name):
    written = [f.tex.strip() for block in chapter(language, name).blocks for f in block.formulas]
    shown = [node.text().strip() for node in page.css("article annotation")]
    assert Counter(shown) == Counter(written)
    assert len(page.css("katex-html")) == len(written)


@every_page
def test_every_claimed_number_shows_where_it_comes_from(page, language, name):
    found, missing = ledger.claimed(chapter(language, name), ledger.load(ROOT))
    assert not missing
    visible = [claim for claim in found if claim.number.place != "alt"]
    shown = [node.attributes["data-card"].split(" = ")[0] for node in page.css("article .claim")]
    assert sorted(shown) == sorted(claim.name for claim in visible)


@every_page
def test_every_claim_leads_to_the_line_that_computes_it(path, page, language, name):
    for link in page.css("article a.claim"):
        target = urlsplit(link.attributes["href"])
        file = path.parent / target.path if target.path else path
        line = parsed(file).css_first(f'[id="{target.fragment}"]')
        name_, _, rest = link.attributes["data-card"].partition(" = ")
        variable = re.match(r"[^.]+\.(\w+)", name_)[1]
        assert line is not None, link.html
        assert re.search(rf"\b{variable}\b", line.text()), (line.text(), rest)


@every_page
def test_every_snippet_stands_in_the_page_whole(page, language, name):
    shown = {node.css_first(".filename").text(): node for node in page.css("div.highlight.snippet")}
    for include in chapter(language, name).includes:
        if include.path.endswith(".py") and include.path.startswith("snippets/"):
            source = (ROOT / include.path).read_text(encoding="utf-8")
            assert shown[include.path].css_first("code").text().strip() == source.strip()


@every_page
def test_every_figure_has_words_for_who_cannot_see_it(page, language, name):
    figures = [f for block in chapter(language, name).blocks for f in block.figures]
    drawn = page.css("article svg.figure")
    assert [svg.attributes["aria-label"] for svg in drawn] == [figure.alt for figure in figures]


@every_page
def test_no_line_end_splits_a_chinese_sentence(page, language, name):
    for block in page.css("article p, article figcaption, article td, article summary"):
        split = re.findall(
            r"[\u4e00-\u9fff，。；：、]\s*\n\s*[\u4e00-\u9fff，。；：、]", block.text()
        )
        assert not split, block.text()


@every_page
def test_a_page_stays_light(path, language, name):
    assert path.stat().st_size < 2_000_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_search_index_is_there_for_a_server_and_for_a_folder(site, language):
    folder = site / ("en" if language == "en" else "") / "search"
    index = (folder / "search_index.json").read_text(encoding="utf-8")
    assert json.loads(index)["docs"]
    assert (folder / "search_index.js").read_text(encoding="utf-8") == f"var __index = {index}"


def test_licences_travel_with_the_parts_that_are_not_ours(site):
    for folder in (site, site / "en"):
        for part in ("katex", "iframe-worker"):
            assert "MIT" in (folder / "assets" / part / "LICENSE").read_text()


@pytest.fixture
def book(tmp_path) -> Path:
    return small_book(tmp_path, "正文 $x$", "Text $x$")


def test_a_small_book_builds(book):
    done = built_at_once(book)
    assert done.returncode == 0, done.stderr
    assert not list(book.glob("site/**/ledger.*ml"))  # it has no ledger


WRONG = [
    (r"正文 $\foo$", "docs/zh/index.md:7:5: KaTeX refuses this formula"),
    (
        "一 0.5。 <!--= back.far -->",
        "docs/zh/index.md:9:14: the ledger does not know index/back.far",
    ),
    ("![图](../figures/none.svg)", "docs/zh/index.md:11:1: there is no SVG"),
    ("[去](nowhere.md)", "nowhere.md"),
    ("[去](#nowhere)", "#nowhere"),
    (
        '```python\n--8<-- "snippets/index/none.py"\n```',
        "docs/zh/index.md:18:1: there is no file",
    ),
    ("<b>粗</b>", "docs/zh/index.md:21:1: raw HTML"),
]


@pytest.fixture(scope="module")
def refused(tmp_path_factory) -> subprocess.CompletedProcess[str]:
    """The build of a book in which all that stands in `WRONG` is wrong."""
    texts = "\n\n".join(text for text, _ in WRONG)
    return built_at_once(small_book(tmp_path_factory.mktemp("wrong"), texts, "Text $x$"))


@pytest.mark.parametrize("told", [told for _, told in WRONG])
def test_what_is_wrong_in_a_page_is_told_and_fails_the_build(refused, told):
    """It is one of the warnings that are counted, of which a strict build allows none."""
    warnings = [line for line in refused.stderr.splitlines() if "WARNING" in line]
    assert len([line for line in warnings if told in line]) == 1, warnings
    assert f"Aborted with {len(warnings)} warnings in strict mode" in refused.stdout
    assert refused.returncode != 0


def test_a_missing_katex_is_told_with_its_cure(book):
    (book / "book").unlink()
    shutil.copytree(ROOT / "book", book / "book", ignore=shutil.ignore_patterns("__pycache__"))
    (book / "node_modules").unlink()
    done = built_at_once(book)
    assert done.returncode != 0 and "npm ci" in done.stderr + done.stdout
