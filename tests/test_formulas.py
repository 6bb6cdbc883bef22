"""Formulas: what KaTeX makes of LaTeX at build time, with and without links in it."""

import re

import pytest
from selectolax.lexbor import LexborHTMLParser

from book.page.formulas import FormulaError, formula

LINK = '<a class="claim" href="#L-x-1" data-card="x">'


def linked(tex: str, *numbers: str, display: bool = False) -> str:
    spans, at = [], 0
    for number in numbers:
        at = tex.index(number, at)
        spans.append((at, at + len(number), LINK))
        at += len(number)
    return formula(tex, display, spans)


def texts(markup: str, selector: str) -> list[str]:
    return [node.text() for node in LexborHTMLParser(markup).css(selector)]


def test_a_formula_is_mathml_and_html_with_its_latex_to_copy():
    markup = formula(r"\alpha_{ij} < 1")
    assert texts(markup, "annotation") == [r"\alpha_{ij} < 1"]
    assert len(LexborHTMLParser(markup).css("math mi")) == 3
    assert len(LexborHTMLParser(markup).css(".katex-html[aria-hidden=true]")) == 1


def test_a_displayed_formula_is_displayed():
    assert "katex-display" in formula("x", display=True)
    assert "katex-display" not in formula("x")


@pytest.mark.parametrize("display", [False, True])
def test_a_link_leaves_the_latex_and_the_mathml_as_they_are(display):
    tex = r"A = \begin{pmatrix} 1 & -0.5 \\ 0.25 & 3 \end{pmatrix}"
    plain, with_links = formula(tex, display), linked(tex, "-0.5", "0.25", display=display)
    assert texts(with_links, "math") == texts(plain, "math")
    assert texts(with_links, "annotation") == [tex]
    assert sorted(texts(with_links, "a")) == ["0.25", "−0.5"]  # KaTeX lays columns one by one


@pytest.mark.parametrize(
    ("tex", "number"),
    [
        ("a=-0.5", "-0.5"),
        ("a - 0.5b", "0.5"),
        (r"{}\quad + 0.5", "+ 0.5"),
        (r"{}\quad - 0.5", "- 0.5"),
        (r"(+2)", "+2"),
        (r"\frac12 x", "2"),
        (r"3.7\times10^{12} + x", r"3.7\times10^{12}"),
        (r"x^{0.25}", "0.25"),
        (r"3^{-47}", "-47"),
        (r"\sum_{i=12}^{n} i", "12"),
        (r"\sqrt{48}, y", "48"),
        (r"\approx 18\,\%", "18"),
    ],
)
def test_a_link_does_not_move_what_stands_beside_it(tex, number):
    def spaces(markup: str) -> list[str]:
        return re.findall(r"mspace\" style=\"([^\"]*)", markup.replace(' aria-hidden="true"', ""))

    assert LINK in linked(tex, number)
    assert spaces(linked(tex, number)) == spaces(formula(tex))
    visible = "katex-html"
    assert texts(linked(tex, number), visible) == texts(formula(tex), visible)


def test_a_screen_reader_meets_no_hidden_link_and_no_formula_twice():
    tree = LexborHTMLParser(linked(r"\frac{x}{0.25} = \sqrt{y} + 17", "0.25", "17", display=True))

    def hidden(node) -> bool:
        while node is not None:
            if node.attributes.get("aria-hidden") == "true":
                return True
            node = node.parent
        return False

    links = tree.css("a")
    assert len(links) == 2 and not any(hidden(link) for link in links)
    said = [n for n in tree.css("katex-html *") if n.text(deep=False).strip() and not hidden(n)]
    assert all(any(node in link.css("*") for link in links) for node in said)


@pytest.mark.parametrize(
    ("tex", "position"),
    [(r"x + \foo", 4), (r"x_1 + \frac{1}{", 15), (r"x_1_2", 3), ("词", 0)],
)
def test_a_formula_that_katex_refuses_is_refused_with_its_place(tex, position):
    with pytest.raises(FormulaError) as error:
        formula(tex)
    assert error.value.position == position


@pytest.mark.parametrize(
    "tex",
    [
        r"\href{https://example.org}{x}",
        r"\href{#link-0}{x}",
        r"\url{x}",
        r"\htmlData{card=x}{y}",
        r"\htmlClass{claim}{y}",
        r"\htmlId{y}{y}",
        r"\includegraphics{x.png}",
    ],
)
def test_an_author_cannot_bring_links_or_html_into_a_formula(tex):
    with pytest.raises(FormulaError, match=r"not for authors|HTML extension is disabled"):
        formula(tex)


def test_search_reads_each_formula_once():
    markup = formula("x_1")
    assert 'katex-html class="katex-html" aria-hidden="true" data-search-exclude' in markup
    assert "<annotation data-search-exclude" in markup
