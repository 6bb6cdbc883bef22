"""The labs in the built site: run, set like every page, and there to be downloaded and run."""

import re
import shutil
from functools import cache
from pathlib import Path

import nbformat
import pytest
from selectolax.lexbor import LexborHTMLParser

from book import labs
from book.labs import labs_of
from book.page.labs import differences, notebook, printed
from book.page.phrases import PHRASES
from tests.pages.conftest import LANGUAGES, ROOT, built_at_once, small_book

LABS = [
    (language, path.stem) for language in LANGUAGES for path in labs_of(ROOT / "docs" / language)
]
every_lab = pytest.mark.parametrize(("language", "name"), LABS)


def lab(language: str, name: str, root: Path = ROOT) -> labs.Lab:
    file = f"docs/{language}/labs/{name}.py"
    return labs.read((root / file).read_text(encoding="utf-8"), file)


@pytest.fixture
def path(site, language, name) -> Path:
    return site / ("en" if language == "en" else "") / "labs" / f"{name}.html"


@pytest.fixture
def page(path) -> LexborHTMLParser:
    return parsed(path)


@cache
def parsed(path: Path) -> LexborHTMLParser:
    return LexborHTMLParser(path.read_text(encoding="utf-8"))


@every_lab
def test_a_lab_weighs_little(path, language, name):
    assert path.stat().st_size < 150_000


@every_lab
def test_its_headings_have_the_ids_of_the_author_and_lead_to_themselves(page, language, name):
    written = [heading.id for heading in lab(language, name).headings]
    shown = page.css("article :is(h1, h2, h3)[id]")
    assert [node.id for node in shown if node.id != "verify"] == written
    for node in shown[1:]:
        link = node.css_first("a.headerlink")
        assert node.id == "verify" or link.attributes["href"] == f"#{node.id}"
    contents = [a.attributes["href"] for a in page.css(".md-nav--secondary .md-nav__link[href]")]
    assert set(contents) == {f"#{id_}" for id_ in written[1:]}


@every_lab
def test_every_cell_stands_in_the_page_and_what_it_prints_below_it(page, language, name):
    code = lab(language, name).code
    shown = page.css("article div.highlight:is(.snippet, .try)")
    assert [node.css_first("code").text().strip() for node in shown] == [
        cell.text.strip() for cell in code
    ]
    outputs = [node.css_first("code").text() for node in page.css("article div.highlight.output")]
    for cell in code:
        file = ROOT / f"snippets/{cell.name}.out"
        if not cell.name:
            assert outputs.pop(0).strip()
        elif file.is_file():
            assert outputs.pop(0).strip("\n") == file.read_text(encoding="utf-8").strip("\n")
    assert outputs == []


@every_lab
def test_every_program_leads_to_the_chapter_that_shows_it(site, path, page, language, name):
    links = page.css("article div.snippet > .filename a")
    assert [link.text() for link in links] == lab(language, name).snippets
    for link in links:
        target, _, id_ = link.attributes["href"].partition("#")
        there = parsed((path.parent / target).resolve())
        assert there.css_first(f'div.snippet[id="{id_}"] > .filename').text() == (
            f"snippets/{link.text()}.py"
        )


@every_lab
def test_what_a_reader_is_to_guess_is_folded(page, language, name):
    for cell in page.css("article div.highlight.try"):
        behind = cell.next
        while behind.tag == "-text":
            behind = behind.next
        assert behind.tag == "details" and "open" not in behind.attributes
        assert behind.css_first("summary").text() == PHRASES[language]["lab_printed"]


@every_lab
def test_it_says_how_to_download_and_open_it_in_its_language(page, path, language, name):
    (how,) = page.css("article > p.lab")
    assert "jupyter lab" in how.text() and PHRASES[language]["lab_not_run"] not in how.text()
    (link,) = how.css("a[download]")
    assert (path.parent / link.attributes["href"]).is_file()


@every_lab
def test_the_download_is_a_notebook_without_outputs_and_without_our_marks(path, language, name):
    file = path.with_suffix(".ipynb")
    book = nbformat.read(file, as_version=4)
    nbformat.validate(book)
    ids = [cell.id for cell in book.cells]
    assert len(set(ids)) == len(ids)
    assert not [cell for cell in book.cells if cell.get("outputs")]
    words = "\n\n".join(cell.source for cell in book.cells if cell.cell_type == "markdown")
    for mark in ("<!--", "{ #", "///", ".md", ".py)", "\n\n\n"):
        assert mark not in words
    assert words.count("<details>") == words.count("</details>") > 0
    links = re.findall(r"\]\(([^)]*)\)", words)
    address = "https://attention-by-the-numbers.example/" + ("en/" if language == "en" else "")
    assert links and all(link.startswith(address) for link in links)
    for link in links:
        target, _, id_ = link.removeprefix(address).partition("#")
        there = parsed((path.parent.parent / target).resolve())
        assert not id_ or there.css_first(f'[id="{id_}"]') is not None, link
    assert not re.search(r"[\u4e00-\u9fff，。；：、]\n[\u4e00-\u9fff]", words)


@every_lab
def test_the_notebook_is_the_same_each_time(path, language, name):
    text = path.with_suffix(".ipynb").read_text(encoding="utf-8")
    address = "https://attention-by-the-numbers.example/" + ("en/" if language == "en" else "")
    assert text == notebook(lab(language, name), address)


@pytest.mark.parametrize("name", [name for language, name in LABS if language == "zh"])
def test_both_languages_have_the_same_code(site, name):
    zh, en = (
        nbformat.read(site / folder / "labs" / f"{name}.ipynb", as_version=4)
        for folder in ("", "en")
    )
    codes = [[cell.source for cell in book.cells if cell.cell_type == "code"] for book in (zh, en)]
    assert codes[0] == codes[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_source_of_a_lab_is_published(site, language):
    folder = site / ("en" if language == "en" else "") / "labs"
    assert sorted({file.suffix for file in folder.iterdir()}) == [".html", ".ipynb", ".md"]


# --- small labs

LAB = """# ---
# title: L
# ---

# %% [markdown]
# # L {{ #lab }}
#
# 字。
# 又一行，`x` 与 [去](../index.md#top)。

# %% a/b
print(f"{{1 + 1}} <b>")

# %% try
{free}
"""


@pytest.fixture
def book(tmp_path) -> Path:
    root = small_book(tmp_path, "正文", "Text")
    (root / "snippets/a").mkdir()
    (root / "snippets/a/b.py").write_text('print(f"{1 + 1} <b>")\n')
    (root / "snippets/a/b.out").write_text("2 <b>\n")
    nav = (root / "mkdocs.yml").read_text(encoding="utf-8")
    (root / "mkdocs.yml").write_text(nav.replace("  - index.md\n", "  - index.md\n  - labs/l.py\n"))
    write(root, "print(3)")
    return root


def write(root: Path, free: str) -> None:
    for language in LANGUAGES:
        file = root / "docs" / language / "labs/l.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text(LAB.format(free=free), encoding="utf-8")


def test_where_labs_are_not_run_the_page_says_so(book):
    done = built_at_once(book)
    assert done.returncode == 0, done.stdout + done.stderr
    for language, folder in (("zh", "site"), ("en", "site/en")):
        page = parsed(book / folder / "labs/l.html")
        assert page.css_first("p.lab").text().endswith(PHRASES[language]["lab_not_run"])
        (output,) = page.css("div.highlight.output code")
        assert output.text() == "2 <b>\n"
        assert page.css_first("title").text().startswith("L –")


def test_a_lab_that_prints_something_else_fails_the_build(book):
    (book / "snippets/a/b.out").write_text("1 <b>\n")
    done = built_at_once(book, run_labs=True)
    assert done.returncode != 0
    told = "docs/zh/labs/l.py:11:1: in the notebook, line 1 that a/b prints is '2 <b>', alone it is"
    assert told in done.stdout + done.stderr


def test_a_lab_that_fails_fails_the_build_with_one_error(book):
    write(book, "print(undefined)")
    shutil.rmtree(book / "docs/en/labs")
    done = built_at_once(book, run_labs=True)
    told = done.stdout + done.stderr
    assert done.returncode != 0
    line = "docs/zh/labs/l.py:14:1: try fails: NameError: name 'undefined' is not defined"
    assert line in told and "Traceback" not in told


def test_what_is_printed_is_read_from_the_markup_of_the_notebook():
    text = LAB.format(free="x")
    small = labs.read(text, "docs/zh/labs/l.py")
    output = '<div class="jp-RenderedText jp-OutputArea-output" data-mime-type="{}"><pre>{}</pre>'
    markup = (
        '<p id="cell-id=l-0">x</p><div id="cell-id=l-1">'
        + output.format("text/plain", "2 &lt;b&gt;\n")
        + '<div id="cell-id=l-2"><pre>print</pre>'
        + output.format("text/plain", '<span class="ansi">a\n</span>')
        + output.format("application/vnd.jupyter.stderr", "warned")
    )
    assert printed(markup, small) == ["2 <b>\n", "a\nwarned"]


def test_each_difference_is_told_at_its_cell(tmp_path):
    small = labs.read(LAB.format(free="x"), "docs/zh/labs/l.py")
    (tmp_path / "snippets/a").mkdir(parents=True)
    (tmp_path / "snippets/a/b.out").write_text("2 <b>\n")
    assert list(differences(small, ["2 <b>\n", "whatever"], tmp_path)) == []
    other, silent = differences(small, ["2 <b>\n3\n", ""], tmp_path)
    assert (other.line, "line 2" in other.message) == (11, True)
    assert (silent.line, silent.message) == (14, "a cell to try that prints nothing")


def test_a_notebook_reads_as_chinese_is_written():
    small = labs.read(LAB.format(free="x"), "docs/zh/labs/l.py")
    text = notebook(small, "https://a.example/")
    assert "# L\\n\\n字。又一行，`x` 与 [去](https://a.example/index.html#top)。" in text
