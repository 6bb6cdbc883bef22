"""Offers: the book to take away, as a PDF and as an archive that reads from a folder."""

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pikepdf
import pytest
from playwright.sync_api import expect
from selectolax.lexbor import LexborHTMLParser

from book.page import archive, offers, paper, pdf
from tests.pages.conftest import LANGUAGES, ROOT, address, chromium_or_skip, driven, tab, typed

in_both = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture
def small_site(tmp_path):
    """A built site of three pages in each language, as far as paper and archive look at it."""
    for language, folder_ in (("zh", ""), ("en", "en/")):
        for name, after, body in (
            ("index", "a.html", '<p><a href="a.html#s">a</a> <a href="card.png">no</a></p>'),
            ("a", "labs/b.html", '<h2 id="s">S</h2><details><p>fold</p></details>'),
            ("labs/b", "../ledger.html", '<p><a href="../a.html#s">a</a></p>'),
            ("ledger", None, "<p>ledger</p>"),
        ):
            offer = (
                '<!--offer attention-by-the-numbers.zip <a class="offer" href="z">({size})</a>-->'
            )
            path = tmp_path / "site" / folder_ / f"{name}.html"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(
                f'<html lang="{language}"><head><title>{name} – T</title>'.replace("index – ", "")
                + (f'<link rel="next" href="{after}">' if after else "")
                + '<meta name="description" content="about"><link rel="stylesheet" href="a.css">'
                + f'</head><body><article class="md-content__inner"><h1 id="t">{name}</h1>{body}'
                + f"{offer if name == 'index' else ''}</article></body></html>",
                encoding="utf-8",
            )
    return tmp_path / "site"


# On paper


def test_the_book_on_paper_has_the_pages_in_their_order_and_no_ledger(small_site):
    assert list(paper.in_order(small_site)) == ["index.html", "a.html", "labs/b.html"]


def test_on_paper_links_lead_to_places_of_the_same_document(small_site):
    document = LexborHTMLParser(paper.document(paper.in_order(small_site), "zh"))
    ids = [node.id for node in document.css("[id]")]
    assert len(ids) == len(set(ids)) == 7
    links = [node.attributes["href"] for node in document.css("a[href]")]
    assert links == ["#index", "#a", "#a--s", "#labs-b", "#a--s", "#a--s"]
    assert {link.removeprefix("#") for link in links} <= set(ids)
    assert [node.text() for node in document.css("a:not([href])")] == ["no"]


def test_the_contents_list_pages_and_sections_with_their_numbers(small_site):
    pages = paper.in_order(small_site)
    assert [(entry.level, entry.text, entry.id) for entry in paper.entries(pages)] == [
        (1, "T", "index"),
        (1, "a", "a"),
        (2, "S", "a--s"),
        (1, "labs/b", "labs-b"),
    ]
    front = paper.document(pages, "en", {"index": 3, "a": 14, "a--s": 15, "labs-b": 92})
    document = LexborHTMLParser(front)
    assert [node.text() for node in document.css(".paper-contents b")] == ["3", "14", "15", "92"]
    assert not document.css(".paper-chapter")


def test_sections_that_every_chapter_has_are_not_in_the_contents(small_site):
    path = small_site / "a.html"
    more = '<h2 id="exercises">E</h2><h2 id="m">m <a class="headerlink" href="#m">#</a></h2>'
    path.write_text(path.read_text().replace('<h2 id="s">', more + '<h2 id="s">'))
    texts = [entry.text for entry in paper.entries(paper.in_order(small_site))]
    assert texts == ["T", "a", "m", "S", "labs/b"]


def test_on_paper_every_fold_is_open(small_site):
    document = LexborHTMLParser(paper.document(paper.in_order(small_site), "en"))
    assert len(document.css("details[open]")) == len(document.css("details")) == 1


def test_what_refers_to_an_id_moves_with_it():
    html = '<p id="x"><svg><g clip-path="url(#x)"></g><use href="#x"/></svg> url(#x) id="x"</p>'
    assert paper.placed(html, "labs/b.html", {"labs/b.html"}) == (
        '<p id="labs-b--x"><svg><g clip-path="url(#labs-b--x)"></g><use href="#labs-b--x"/></svg>'
        ' url(#x) id="x"</p>'
    )


def printed(site, language: str = "zh") -> subprocess.CompletedProcess[str]:
    """Print in a process of its own: playwright runs once in a process, and `chromium` holds it."""
    command = [sys.executable, "-m", "book.page.pdf", site, language]
    return subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=False)


@pytest.mark.browser
@in_both
def test_chromium_prints_the_book(chromium, small_site, language):
    done = printed(small_site, language)
    assert done.returncode == 0, done.stderr
    folder = small_site / ("en" if language == "en" else "")
    path = folder / offers.pdf_name(language)
    assert not list(small_site.rglob(".paper.html"))
    with pikepdf.open(path) as book:
        assert len(book.pages) == 5  # title page, contents, three chapters
        with book.open_outline() as outline:
            assert [item.title for item in outline.root] == ["T", "index", "a", "labs/b"]
        where = pdf.destinations(book)
        assert (where["index"], where["a"], where["a--s"], where["labs-b"]) == (3, 4, 4, 5)
        assert sum(len(page.get("/Annots", [])) for page in book.pages) == 6
        assert str(book.Root.Lang) == {"zh": "zh-CN", "en": "en-GB"}[language]
        assert book.Root.MarkInfo.Marked and "/StructTreeRoot" in book.Root
        assert book.Root.ViewerPreferences.DisplayDocTitle
        assert str(book.docinfo["/Title"]) == "T" and "T" in str(book.docinfo["/Author"])
        assert "/CreationDate" not in book.docinfo


@pytest.mark.browser
def test_what_is_wider_than_the_paper_is_made_smaller(chromium, small_site):
    wide = '<div class="formula"><span style="display: inline-block; width: 900px">x</span></div>'
    put(small_site, wide + '<table><tr><td style="min-width: 900px">y</td></tr></table>')
    done = printed(small_site)
    assert done.returncode == 0, done.stderr


@pytest.mark.browser
def test_what_the_paper_would_cut_is_told_and_nothing_is_written(chromium, small_site):
    put(small_site, f"<p>{'x' * 400}</p>")
    done = printed(small_site)
    assert done.returncode == 1
    assert re.search("the paper would cut:\na: x{60}\n", done.stderr), done.stderr
    assert not (small_site / offers.pdf_name("zh")).exists()


def put(site, html: str) -> None:
    path = site / "a.html"
    path.write_text(path.read_text().replace("<details>", html + "<details>"))


def test_the_outline_has_the_spaces_of_its_headings():
    book = pikepdf.new()
    book.add_blank_page()
    with book.open_outline() as outline:
        outline.root.append(pikepdf.OutlineItem("in reach atonce", 0))
        outline.root[0].children.append(pikepdf.OutlineItem("otherwise", 0))
    pdf.mend_outline(book, ["in reach at once", "more"])
    with book.open_outline() as outline:
        assert outline.root[0].title == "in reach at once"
        assert outline.root[0].children[0].title == "otherwise"


def on_paper(*contents: bytes) -> pikepdf.Pdf:
    """A PDF with a page for each content."""
    book = pikepdf.new()
    for content in contents:
        page = book.add_blank_page()
        page.obj.Contents = book.make_stream(content)
    return book


def marked(number: int, shown: str = "") -> bytes:
    return f"/P <</MCID {number}>> BDC {shown} EMC".encode()


def test_title_page_and_contents_are_renewed_and_no_other_page():
    book = on_paper(marked(0), marked(1), marked(2))
    pdf.renew(book, on_paper(marked(0, "1 w"), marked(1, "2 w")), 2)
    shown = [page.obj.Contents.read_bytes() for page in book.pages]
    assert [b" w" in content for content in shown] == [True, True, False]


@pytest.mark.parametrize("count", [1, 3])
def test_contents_that_take_more_or_fewer_pages_than_were_left_for_them_are_told(count):
    """The pages behind them would be renewed too, or some of the contents would keep their 000."""
    book = on_paper(*[marked(0)] * 4)
    with pytest.raises(pdf.Unsettled, match=f"{count} pages .* 2 pages"):
        pdf.renew(book, on_paper(*[marked(0)] * count), 2)
    assert all(page.obj.Contents.read_bytes() == marked(0) for page in book.pages)


def test_pages_of_another_structure_are_not_put_into_a_book():
    with pytest.raises(pdf.Unsettled, match="not as they were printed"):
        pdf.renew(on_paper(marked(0)), on_paper(marked(1)), 1)


# The archive


def test_the_archive_holds_the_site_and_offers_no_archive(small_site):
    for name in ("assets/a.js", "assets/a.js.map", "sitemap.xml.gz", offers.pdf_name("zh")):
        (small_site / name).parent.mkdir(exist_ok=True)
        (small_site / name).write_text("x")
    path = archive.archived(small_site)
    first = path.read_bytes()
    assert archive.archived(small_site).read_bytes() == first
    with zipfile.ZipFile(path) as made:
        names = set(made.namelist())
        assert {name.split("/")[0] for name in names} == {offers.NAME}
        assert {name.partition("/")[2] for name in names} == {
            "assets/a.js",
            *(f"{e}{n}.html" for e in ("", "en/") for n in ("index", "a", "labs/b", "ledger")),
        }
        assert b"-->(" not in made.read(f"{offers.NAME}/index.html")
        assert b"MB" not in made.read(f"{offers.NAME}/index.html")
    assert "0.0 MB" in (small_site / "index.html").read_text(encoding="utf-8")


def test_what_a_build_or_a_print_has_left_hidden_is_not_in_the_archive(small_site):
    for name in (".paper.html", ".en/index.html"):
        (small_site / name).parent.mkdir(exist_ok=True)
        (small_site / name).write_text("x")
    with zipfile.ZipFile(archive.archived(small_site)) as made:
        assert [name for name in made.namelist() if "/." in name] == []


@pytest.mark.parametrize("call", [["pdf"], ["pdf", "site", "fr"], ["archive"]])
def test_a_wrong_call_is_told_how_to_call(call):
    command = [sys.executable, "-m", f"book.page.{call[0]}", *call[1:]]
    done = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=False)
    assert done.returncode == 2 and done.stderr.startswith("usage: ")


def test_an_archive_of_nothing_is_refused(tmp_path):
    with pytest.raises(FileNotFoundError, match="nox -s site"):
        archive.archived(tmp_path)


@pytest.fixture(scope="module")
def printer(playwright):
    """The Chromium that prints the book."""
    with driven(playwright, chromium_or_skip()) as chromium:
        yield chromium


@pytest.mark.browser
@in_both
def test_the_edge_of_the_paper_cuts_nothing(printer, site, tmp_path, language):
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    folder = (copy / pdf.COVERS[language]).parent
    page = tab(printer, viewport={"width": pdf.WIDTH, "height": 900}, color_scheme="light")
    with page.context:
        page.emulate_media(media="print")
        text = pdf.document(pdf.in_order(folder), language)
        assert pdf.cut(page, folder, text) == []
        wide = f'</h1><p style="white-space: nowrap">{"wide " * 99}</p>'
        (found,) = pdf.cut(page, folder, text.replace("</h1>", wide, 1))
        assert ": wide wide" in found
        cell = f'<td style="min-width: {pdf.WIDTH + 10}px">wide</td>'
        table = (
            '</h1><div class="md-typeset__scrollwrap"><div class="md-typeset__table">'
            f"<table><tr>{cell}</tr></table></div></div>"
        )
        assert pdf.cut(page, folder, text.replace("</h1>", table, 1)) == []  # is made smaller


def test_every_link_of_the_archive_leads_somewhere_within_it(site, tmp_path):
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    with zipfile.ZipFile(archive.archived(copy)) as made:
        names = {name.partition("/")[2] for name in made.namelist()}
        broken, looked_at = [], 0
        for name in sorted(name for name in names if name.endswith(".html")):
            page = LexborHTMLParser(made.read(f"{offers.NAME}/{name}").decode())
            for node in page.css("a[href], link[href], script[src], img[src]"):
                target = node.attributes.get("href") or node.attributes.get("src")
                parts = urlsplit(target)
                if parts.scheme or not parts.path or name.endswith("404.html"):
                    continue
                looked_at += 1
                folder = name.rpartition("/")[0]
                there = (copy / folder / unquote(parts.path)).resolve().relative_to(copy.resolve())
                if there.as_posix() not in names:
                    broken.append((name, target))
    assert looked_at > 1000 and broken == []


@pytest.mark.browser
@in_both
@pytest.mark.parametrize("folder", ["some folder", "我的 书 (新)"])
def test_the_archive_is_read_and_searched_from_a_folder(window, site, tmp_path, language, folder):
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    with zipfile.ZipFile(archive.archived(copy)) as made:
        made.extractall(tmp_path / folder)
    base = (tmp_path / folder / offers.NAME).as_uri() + "/"
    page = window(address(base, language, "recurrence"))
    asked, failed = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda line: failed.append(line.text) if line.type == "error" else None)
    page.reload()
    expect(page.locator("article h1")).to_be_visible()
    typed(page, "梯度消失" if language == "zh" else "vanishing gradient")
    first = page.locator(".md-search-result__list > .md-search-result__item a").first
    expect(first).to_have_attribute("href", re.compile(r"/vanishing\.html"))
    first.click()
    page.wait_for_url("**/vanishing.html*")
    page.locator("a.book-language").click()
    other = "zh" if language == "en" else "en"
    expect(page.locator("html")).to_have_attribute("lang", other)
    files = {url for url in asked if not url.startswith(("data:", "blob:"))}
    assert [url for url in sorted(files) if not url.startswith(base)] == []
    assert [url for url in sorted(files) if not Path(unquote(urlsplit(url).path)).is_file()] == []
    assert failed == []
