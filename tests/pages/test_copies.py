"""Each page as plain Markdown: whole, without the marks of this book's tool, its links alive."""

import re
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from book import labs
from book.chapter import read
from book.page import copies
from book.page.places import Edition
from tests.pages.conftest import LANGUAGES, ROOT, built, small_book
from tests.pages.test_site import PAGES, chapter, ids

every_page = pytest.mark.parametrize(("language", "name"), PAGES)
FENCE = re.compile(r"^([ \t]*```+).*?^\1$", re.MULTILINE | re.DOTALL)

TEXT = """---
title: T
---
# T { #t }

最远 0.057，见[甲](a.md)、[乙](b.md#s)、[本页](#t)、[实验](labs/l.py)。 <!--= word.far -->

$$
a = 1
$$
<!--= word.a -->

![图](../figures/t/f.svg)
/// caption
说明 1 <!--= word.a -->
///

1. 题

    /// details | 答案

    ```python title="snippets/a.py"
    --8<-- "snippets/a.py"
    ```
    ///
"""
COPY = """# T

最远 0.057，见[甲](a.md)、[乙](b.html#s)、[本页](page.html#t)、[实验](labs/l.md)。

$$
a = 1
$$

*图*
说明 1

1. 题

    **答案**

    ```python title="snippets/a.py"
    far = 0.057

    near = 0.968
    ```
"""


def test_a_copy_has_no_claims_and_shows_its_programs(tmp_path):
    (tmp_path / "snippets").mkdir()
    (tmp_path / "snippets/a.py").write_text("far = 0.057\n\nnear = 0.968\n")
    bare = Edition(tmp_path / "docs/zh", {}, {}, {})
    assert copies.copied(read(TEXT, "docs/zh/page.md"), "page.md", bare, tmp_path) == COPY


BIB = """@inproceedings{vaswani2017,
  author = {Vaswani, Ashish and others},
  title = {Attention is all you need},
  booktitle = {NeurIPS},
  year = {2017},
  eprint = {1706.03762},
}
"""


def test_a_copy_writes_its_citations_out(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/references.bib").write_text(BIB)
    text = "# T { #t }\n\nA layer [@vaswani2017].\n\n## S { #sources }\n\n- [@vaswani2017]\n"
    bare = Edition(tmp_path / "docs/en", {}, {}, {})
    assert copies.copied(read(text, "docs/en/page.md"), "page.md", bare, tmp_path) == (
        "# T\n\nA layer (Vaswani and others, 2017).\n\n## S\n\n- Ashish Vaswani and others, "
        "*Attention is all you need*, 2017, "
        "[arXiv:1706.03762](https://arxiv.org/abs/1706.03762)\n"
    )


@pytest.fixture
def path(site, language, name) -> Path:
    return site / ("en" if language == "en" else "") / f"{name}.md"


@pytest.fixture
def text(path) -> str:
    return path.read_text(encoding="utf-8")


@every_page
def test_a_copy_is_free_of_the_marks_of_the_book(text, language, name):
    assert text.startswith("# ")
    prose = FENCE.sub("", text)
    assert "```" not in prose
    marks = ["<!--", "-->", "--8<--", "///", "`cell:", "{:", "](../figures", "[@", "[-@"]
    for mark in (*marks, "{ #"):
        assert mark not in prose, mark


@every_page
def test_a_copy_has_every_formula_figure_and_program(text, language, name):
    source = chapter(language, name)
    for block in source.blocks:
        for formula in block.formulas:
            assert formula.tex in text
        for figure in block.figures:
            assert figure.alt in text
    for include in source.includes:
        lines = (ROOT / include.path).read_text(encoding="utf-8").strip("\n").split("\n")
        assert any(
            "\n".join(indent + line if line else line for line in lines) in text
            for indent in ("", "    ")
        )
    if isinstance(source, labs.Lab):
        for cell in source.code:
            assert cell.text in text


@every_page
def test_every_link_of_a_copy_leads_somewhere(path, text, language, name):
    broken = []
    prose = re.sub(r"`[^`\n]*`", "", FENCE.sub("", text))
    for target in re.findall(r"\]\(([^()\s]+)\)", prose):
        file, _, id_ = target.partition("#")
        there = (path.parent / file).resolve()
        if not file.startswith(("http:", "https:")) and not (
            there.is_file() and (not id_ or id_ in ids(there))
        ):
            broken.append(target)
    assert broken == []


@every_page
def test_a_page_names_its_copy(path, language, name):
    page = LexborHTMLParser(path.with_suffix(".html").read_text(encoding="utf-8"))
    assert page.css_first("link[type='text/markdown']").attributes["href"] == path.name
    link = page.css_first(".page-source a")
    assert link.attributes["href"] == path.name and "Markdown" in link.text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_llms_txt_lists_the_copy_of_every_page(site, language):
    folder = site / ("en" if language == "en" else "")
    text = (folder / "llms.txt").read_text(encoding="utf-8")
    assert re.match(r"# .+\n\n> .+\n\n## .+\n\n- \[", text)
    listed = re.findall(r"^- \[.+\]\((.+?)\): .", text, re.MULTILINE)
    expected = {f"{name}.md" for lang, name in PAGES if lang == language} | {"ledger.json"}
    assert len(listed) == len(expected) and set(listed) == expected
    assert all((folder / target).is_file() for target in listed)


def test_a_list_of_copies_is_in_the_form_of_llms_txt():
    pages = [("A", "a.md", "about"), ("L", "labs/l.py", "")]
    assert copies.llms("T", "S", "en", pages, "ledger.json") == (
        "# T\n\n> S\n\n## Chapters\n\n- [A](a.md): about\n\n## Labs\n\n- [L](labs/l.md)\n"
        "\n## Data\n\n- [Ledger](ledger.json): every value that the book quotes: name, all digits, "
        "program and line\n"
    )
    assert "##" not in copies.llms("T", "S", "zh", [], None)


def test_the_front_matter_may_be_missing_or_hold_a_dash_or_a_number_alone(tmp_path):
    root = small_book(tmp_path, "", "")
    (root / "docs/zh/index.md").write_text("# 题 { #top }\n\n文。\n", encoding="utf-8")
    text = "---\ntitle: 2017\ndescription: a --- b\n---\n\n# T { #top }\n\nText.\n"
    (root / "docs/en/index.md").write_text(text, encoding="utf-8")
    done = built(root, root / "site", "--strict")
    assert done.returncode == 0, done.stderr
    assert "- [题](index.md)" in (root / "site/llms.txt").read_text(encoding="utf-8")
    listed = (root / "site/en/llms.txt").read_text(encoding="utf-8")
    assert "- [2017](index.md): a --- b" in listed
