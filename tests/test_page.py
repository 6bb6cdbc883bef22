"""The page: what becomes of a chapter's Markdown, one construct at a time."""

import json
from pathlib import Path

import markdown
import pytest
from mkdocs.config import load_config
from selectolax.lexbor import LexborHTMLParser

from book.page import pictures, uses

ROOT = Path(__file__).resolve().parents[1]

SVG = """<!-- rnn/loss -->
<svg xmlns="http://www.w3.org/2000/svg" width="9pt" viewBox="0 0 9 9">
 <defs>
  <path id="rnn-loss-0" d="M0 0"/><clipPath id="rnn-loss-1"><path d="M0 0"/></clipPath>
 </defs>
 <!-- label -->
 <use xlink:href="#rnn-loss-0" clip-path="url(#rnn-loss-1)" stroke="currentColor"/>
</svg>
"""
PROGRAM = '"""One line."""\n\nfar = 0.0571\nA = [[1.0, -0.5], [0.25, 3.0]]\n'
LEDGER = {
    "rnn/back.far": {"value": 0.05712345678901234, "kind": "float", "line": 3},
    "rnn/back.A": {"value": [[1.0, -0.5], [0.25, 3.0]], "kind": "float", "line": 4},
    "other/back.far": {"value": 0.5, "kind": "float", "line": 3},
    "lost/back.far": {"value": 0.5, "kind": "float", "line": 3},
    "rnn/back.squares": {"shape": [2], "kind": "float", "line": 4},
}
SHOWN = '```python title="snippets/{0}.py"\n--8<-- "snippets/{0}.py"\n```\n'
BACK = SHOWN.format("rnn/back")


@pytest.fixture(scope="module")
def extensions():
    config = load_config(str(ROOT / "mkdocs.yml"))
    return config.markdown_extensions, config.mdx_configs


@pytest.fixture
def page(extensions, tmp_path, caplog):
    """Renders Markdown as a chapter `rnn` of a small book; what it warns of is in `page.warned`.

    `page.write` makes a text the chapter itself, or another one, as it lies on the disk.
    """
    for name, text in {
        "docs/ledger.json": json.dumps(LEDGER),
        "docs/figures/rnn/loss.svg": SVG,
        "docs/zh/rnn.md": "# R { #r }\n\n" + SHOWN.format("rnn/back"),
        "docs/zh/other.md": "# O { #o }\n\n" + SHOWN.format("other/back"),
        "docs/en/rnn.md": "# R { #r }\n\n" + SHOWN.format("rnn/back"),
        "snippets/rnn/back.py": PROGRAM,
        "snippets/rnn/back.out": "0.0571\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    names, settings = extensions
    settings = settings | {
        "book.page": {"root": str(tmp_path), "file": "docs/zh/rnn.md", "first_line": 5},
        "pymdownx.snippets": settings["pymdownx.snippets"] | {"base_path": [str(tmp_path)]},
    }

    def write(text: str, name: str = "rnn") -> None:
        rendered.text = text
        (tmp_path / f"docs/zh/{name}.md").write_text(text, encoding="utf-8")

    def rendered(text: str | None = None, language: str = "zh") -> LexborHTMLParser:
        settings["book.page"]["file"] = f"docs/{language}/rnn.md"
        text = rendered.text if text is None else text
        rendered.md = markdown.Markdown(extensions=names, extension_configs=settings)
        rendered.html = rendered.md.convert(text)
        rendered.warned = [record.getMessage() for record in caplog.records]
        return LexborHTMLParser(rendered.html)

    rendered.write = write
    return rendered


def test_a_claimed_number_shows_its_name_value_and_line_and_leads_there(page):
    tree = page("拿到 0.057。 <!--= back.far -->")
    (link,) = tree.css("a.claim")
    assert link.text() == "0.057"
    assert link.attributes["href"] == "#L-rnn-back-3"
    card = link.attributes["data-card"]
    assert card == "rnn/back.far = 0.05712345678901234\nsnippets/rnn/back.py:3"


def test_no_claim_is_left_in_the_page(page):
    page("0.057 <!--= back.far -->\n词 <!-- note -->\n\n$$\nx\n$$\n<!--:=-->\n")
    assert "<!--" not in page.html and ":=" not in page.html
    assert page.html.count("back.far") == page.html.count('data-card="rnn/back.far') == 1


def test_a_number_that_nothing_computes_is_no_link(page):
    assert page("1997 年拿到 0.057。 <!--= - back.far -->").css_first("p").text() == (
        "1997 年拿到 0.057。"
    )
    assert page.html.count("<a ") == 1


def test_numbers_are_links_in_tables_lists_captions_folds_and_bold(page):
    tree = page(
        "| 词 | 数 |\n|---|---|\n| 茂茂雨 | **0.06** <!--= back.far --> |\n\n"
        "- 0.057 <!--= back.far -->\n\n"
        "![图](../figures/rnn/loss.svg)\n/// caption\n拿到 0.0571。 <!--= back.far -->\n///\n\n"
        "/// details | 答案\n0.05712。 <!--= back.far -->\n///\n"
    )
    for place in ("td strong", "li", "figcaption", "details"):
        assert tree.css_first(f"{place} a.claim") is not None, place
    assert len(tree.css("figure svg")) == 1


def test_each_entry_of_a_claimed_matrix_has_its_own_card(page):
    tree = page(
        "$$\nA = \\begin{pmatrix} 1 & -0.5 \\\\ 0.25 & 3 \\end{pmatrix}\n$$\n<!--= back.A -->"
    )
    cards = [link.attributes["data-card"].split("\n")[0] for link in tree.css(".formula a.claim")]
    assert sorted(cards) == [
        "rnn/back.A[0,0] = 1.0",
        "rnn/back.A[0,1] = −0.5",
        "rnn/back.A[1,0] = 0.25",
        "rnn/back.A[1,1] = 3.0",
    ]


def test_a_number_in_code_is_left_alone(page):
    tree = page("`0.057` 与 0.057。 <!--= back.far -->")
    assert tree.css_first("code").text() == "0.057" and len(tree.css("a.claim")) == 1


@pytest.mark.parametrize("number", ["0.057", "$0.057$"])
def test_a_number_inside_a_link_shows_its_card_and_leads_where_the_link_does(page, number):
    tree = page(f"见 [拿到 {number}](other.md)。 <!--= back.far -->")
    (link,) = tree.css("a")
    assert link.attributes["href"] == "other.md"
    assert link.css_first("span.claim").attributes["data-card"].startswith("rnn/back.far = ")


def test_a_link_of_a_formula_alone_has_a_name(page):
    (link,) = page("见 [$h_t$](other.md)").css("a")
    assert link.css_first("math").attributes["aria-label"] == "h_t"


def test_a_snippet_shown_in_another_chapter_is_linked_there(page):
    tree = page("0.5 <!--= other/back.far -->")
    assert tree.css_first("a.claim").attributes["href"] == "other.html#L-other-back-3"


def test_a_snippet_shown_nowhere_is_told(page):
    tree = page("0.5 <!--= lost/back.far -->")
    assert not tree.css("a.claim")
    assert page.warned == [
        "docs/zh/rnn.md:5:1: no page shows snippets/lost/back.py, where lost/back.far comes from\n"
        "    include the snippet in a fence"
    ]


def test_a_name_that_the_ledger_lacks_is_told(page):
    page("0.5 与 0.057 <!--= back.near back.far -->")
    assert page.warned == [
        "docs/zh/rnn.md:5:19: the ledger does not know rnn/back.near\n    python -m book sync"
    ]


def test_a_number_whose_value_the_ledger_left_out_is_told(page):
    page("0.5 <!--= back.squares -->")
    assert page.warned == [
        "docs/zh/rnn.md:5:11: the ledger does not know rnn/back.squares\n    python -m book sync"
    ]


def test_a_refused_formula_is_told_with_file_line_and_column(page):
    tree = page("一\n\n二 $x$ 与 $x + \\foo$")
    assert page.warned[0].startswith("docs/zh/rnn.md:7:14: KaTeX refuses this formula")
    assert tree.css_first("code.refused").text() == r"x + \foo"


def test_a_claim_on_its_own_line_does_not_cut_the_paragraph(page):
    tree = page("拿到 0.057，\n<!--= back.far -->\n差得多。")
    assert [p.text() for p in tree.css("p")] == ["拿到 0.057，差得多。"]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("第一行\n第二行", "第一行第二行"),
        ("第一行，\n第二行", "第一行，第二行"),
        ("差得多。 <!-- x -->\n下一句", "差得多。下一句"),
        ("**重点**：\n正文", "重点：正文"),
        ("这是**重点**\n正文", "这是重点正文"),
        ("[链接](other.md)\n正文", "链接正文"),
        ("他说“好”\n然后走了", "他说“好”然后走了"),
        ("拿到 0.057 <!--= back.far -->\n，差得多", "拿到 0.057，差得多"),
        ("汉字\nLatin", "汉字\nLatin"),
        ("0.057 <!--= back.far -->\n汉字", "0.057\n汉字"),
        ("one line\nanother", "one line\nanother"),
        ("he said “yes”\n“no”", "he said “yes”\n“no”"),
        ("dashes —\nand more", "dashes —\nand more"),
    ],
)
def test_a_line_end_between_han_is_no_space(page, source, text):
    assert page(source).css_first("p").text() == text


def test_a_line_end_after_code_is_joined_where_han_goes_on(page):
    assert page("代码 `码`\n正文").css_first("p").text() == "代码 码正文"


def test_a_line_end_beside_a_formula_stays_a_space(page):
    assert "\n" in page("状态\n$h_t$\n的").css_first("p").text()


@pytest.mark.parametrize(
    ("source", "unbroken"),
    [
        ("状态 $h_t$，然后", "，"),
        ("（$h_t$）", "（）"),
        ("the state $h_t$.", "."),
        ("the $d_k$-dimensional", "-"),
    ],
)
def test_no_line_ends_between_a_formula_and_its_punctuation(page, source, unbroken):
    (span,) = page(source).css("span.unbroken")
    assert len(span.css(".katex")) == 1
    assert span.text(deep=False) == unbroken


def test_a_formula_with_its_comma_at_the_line_end_is_joined_to_the_next_line(page):
    assert "\n" not in page("状态 $h_t$，\n然后").css_first("p").text()


def test_list_items_and_captions_are_joined_too(page):
    tree = page("- 第一行\n  第二行\n- 又\n\n/// details | 答案\n一行\n二行\n///\n")
    assert tree.css_first("li").text() == "第一行第二行"
    assert tree.css_first("details p").text() == "一行二行"


def test_a_pipe_of_a_formula_does_not_split_a_row(page):
    assert len(page("| 词 | $p(y \\mid x)$ |\n|---|---|\n| 一 | $\\|v\\|$ |").css("td")) == 2


def test_a_literal_dollar_stays(page):
    assert page(r"价格 \$5，共 \$6。").css_first("p").text() == "价格 $5，共 $6。"


def test_a_heading_with_a_formula_is_plain_in_the_contents(page):
    page("# 题 { #top }\n\n## 往 $h_t$ 走 0.057 { #back } <!--= back.far -->\n")
    (top,) = page.md.toc_tokens
    assert [child["name"] for child in top["children"]] == ["往 h_t 走 0.057"]
    assert top["children"][0]["id"] == "back"


def test_a_snippet_has_an_id_and_each_of_its_lines_too(page):
    tree = page(SHOWN.format("rnn/back"))
    (block,) = tree.css("div.snippet")
    assert block.id == "rnn-back"
    assert block.css_first(".filename").text() == "snippets/rnn/back.py"
    assert tree.css_first("#L-rnn-back-3").text().startswith("far = 0.0571")


def test_the_output_of_a_snippet_stands_directly_below_it(page):
    output = '```text title="snippets/rnn/back.out"\n--8<-- "snippets/rnn/back.out"\n```\n'
    tree = page(SHOWN.format("rnn/back") + output)
    assert tree.css_first("div.snippet + div.output code").text() == "0.0571\n"


def test_a_snippet_shown_twice_has_its_ids_once(page):
    page(SHOWN.format("rnn/back") + "\n" + SHOWN.format("rnn/back"))
    assert page.html.count('id="L-rnn-back-3"') == 1


def test_a_figure_is_part_of_the_page_and_says_what_it_shows(page):
    tree = page("![损失 0.057 下降](../figures/rnn/loss.svg) <!--= back.far -->")
    (svg,) = tree.css("svg.figure")
    assert svg.attributes["role"] == "img"
    assert svg.attributes["aria-label"] == "损失 0.057 下降"
    assert "<!--" not in page.html


def test_a_figure_shown_twice_has_no_id_twice():
    taken: set[str] = set()
    first, second = (pictures.inlined(SVG, "图", taken) for _ in range(2))
    assert 'id="rnn-loss-0"' in first
    for part in ('id="rnn-loss-0-2"', 'href="#rnn-loss-0-2"', "url(#rnn-loss-1-2)"):
        assert part in second


def test_a_figure_that_is_not_there_is_told(page):
    page("![图](../figures/rnn/none.svg)")
    assert "docs/zh/rnn.md:5:1: there is no SVG ../figures/rnn/none.svg" in page.warned[0]


IDENTITY = "$$\nf = g\n$$\n<!--== back.far back.squares -->\n"


def test_a_formula_that_an_identity_checks_says_so_and_leads_to_both_lines(page):
    tree = page(IDENTITY)
    (mark,) = tree.css("div.formula + div.checked")
    assert " ".join(mark.text().split()) == "✓ 已核对 back.far = back.squares"
    left, right = mark.css("a")
    assert [left.attributes["href"], right.attributes["href"]] == ["#L-rnn-back-3", "#L-rnn-back-4"]
    name, said, line = right.attributes["data-card"].split("\n")
    assert name == "rnn/back.squares: float 2" and line == "snippets/rnn/back.py:4"
    assert "两条独立的路径" in said and said.endswith("1e-10")


def test_a_mark_below_an_english_formula_speaks_english(page):
    tree = page(IDENTITY, language="en")
    assert "checked" in tree.css_first(".checked").text()
    assert "independent routes" in tree.css_first(".checked a").attributes["data-card"]


@pytest.mark.parametrize("claim", ["<!--:=-->", "<!--= back.far -->"])
def test_a_formula_without_an_identity_has_no_such_mark(page, claim):
    assert not page(f"$$\n0.057\n$$\n{claim}\n").css(".checked")


def test_an_identity_that_the_ledger_does_not_know_has_no_mark(page):
    assert not page("$$\nf = g\n$$\n<!--== back.far back.none -->\n").css(".checked")
    assert "the ledger does not know rnn/back.none" in page.warned[0]


def test_a_line_that_one_sentence_quotes_leads_back_to_it(page):
    tree = page("## 往回 { #b }\n\n拿到 0.057，又 0.0571。 <!--= back.far back.far -->\n\n" + BACK)
    assert [link.id for link in tree.css("a.claim")] == ["n1", None]
    (use,) = tree.css("#L-rnn-back-3 a.use")
    assert use.attributes["href"] == "#n1"
    assert not tree.css(".uses")


def test_a_line_that_several_sentences_quote_opens_a_list_of_them(page):
    page.write(
        "## 往 $h_t$ 回 { #b }\n\n拿到 0.057，又 0.0571。 <!--= back.far back.far -->\n\n"
        "$$\n0.06\n$$\n<!--= back.far -->\n\n## 再 { #c }\n\n又 6%。 <!--= back.far -->\n\n" + BACK
    )
    tree = page()
    (button,) = tree.css("#L-rnn-back-3 button.use")
    (uses,) = tree.css(f"div.snippet > #{button.attributes['popovertarget']}[popover]")
    assert button.attributes["aria-label"] == "这一行用在几处"
    assert uses.css_first("p").text() == "far 用在"
    assert [item.text().strip() for item in uses.css("li")] == [
        "往 h_t 回 0.057、0.0571；0.06",
        "再 6%",
    ]
    targets = [link.attributes["href"] for link in uses.css("a")]
    assert targets == [f"#{link.id}" for link in tree.css("a.claim") if link.id]


def test_a_line_that_another_page_quotes_leads_there(page):
    page.write(
        "---\ntitle: 又一章\n---\n# 又一章 { #t }\n\n## 节 { #s }\n\n0.06 <!--= rnn/back.far -->\n",
        "third",
    )
    (use,) = page(BACK).css("#L-rnn-back-3 a.use")
    assert use.attributes["href"] == "third.html#n1"
    assert use.attributes["title"] == use.attributes["aria-label"] == "用在「又一章 · 节」"


def test_a_line_that_nothing_quotes_leads_nowhere(page):
    assert not page("无\n\n" + BACK).css(".use")


def test_two_fences_in_a_row_stand_in_no_paragraph(page):
    tree = page(BACK + '```text title="x.out"\n--8<-- "snippets/rnn/back.out"\n```\n')
    assert len(tree.css("body > div.highlight")) == 2 and not tree.css("p")
    assert "<p>" not in page.html and "</p>" not in page.html


def test_a_fence_between_lines_parts_their_paragraph(page):
    tree = page("前 **重** 点\n" + BACK + "后 `x`\n")
    assert [node.text().strip() for node in tree.css("p")] == ["前 重 点", "后 x"]
    assert [node.tag for node in tree.body.iter()] == ["p", "div", "p"]
    assert page.html.count("<p>") == page.html.count("</p>") == 2


def test_a_formula_alone_names_its_column(page):
    tree = page("| $h_t$ | 长 $T$ | $0.06$ <!--= back.far --> |\n|---|---|---|\n| 一 | 二 | 三 |\n")
    names = [head.css_first("math").attributes.get("aria-label") for head in tree.css("th")]
    assert names == ["h_t", None, "0.06"]


def test_the_empty_corner_of_a_table_is_no_heading(page):
    tree = page("| | 数 |\n|---|---|\n| 茂茂雨 | 一 |\n")
    corner, head = tree.css("thead tr > *")
    assert (corner.tag, head.tag, head.attributes["scope"]) == ("td", "th", "col")


def test_marks_leave_the_text_of_a_snippet_as_it_is(page):
    tree = page(
        "0.057 <!--= back.far -->\n\n0.06 <!--= back.far -->\n\n1 -0.5 <!--= back.A[0] -->\n\n"
        + BACK
    )
    assert len(tree.css("div.snippet .use")) == 1
    assert tree.css_first("div.snippet code").text() == PROGRAM.rstrip("\n") + "\n"


def test_the_rows_of_a_table_are_one_place(page):
    tree = page(
        "| 词 | 数 |\n|---|---|\n"
        "| 一 | 0.06 <!--= back.far --> |\n| 二 | 0.057 <!--= back.far --> |\n\n" + BACK
    )
    assert [link.id for link in tree.css("td a.claim")] == ["n1", None]
    assert tree.css_first("a.use").attributes["href"] == "#n1"


def test_a_number_that_only_a_figure_says_leads_back_to_the_figure(page):
    tree = page("![损失 0.057](../figures/rnn/loss.svg) <!--= back.far -->\n\n" + BACK)
    assert tree.css_first("svg.figure").id == "n1"
    assert tree.css_first("a.use").attributes["href"] == "#n1"


def test_an_identity_leads_back_from_both_lines(page):
    tree = page(IDENTITY + "\n" + BACK)
    assert tree.css_first(".checked").id == "n1"
    for line in (3, 4):
        assert tree.css_first(f"#L-rnn-back-{line} .use").attributes["href"] == "#n1"


def test_a_number_in_a_formula_is_a_place_too(page):
    tree = page("$$\n0.057\n$$\n<!--= back.far -->\n\n" + BACK)
    assert tree.css_first(".formula a.claim").id == "n1"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("0.057", "0.057"),
        ("18 亿", "18 亿"),
        (r"1.4\times10^{-12}", "1.4×10⁻¹²"),
        (r"1.6 \times 10^{8}", "1.6×10⁸"),
        (r"\tfrac13", "1/3"),
        (r"\frac{1}{24}", "1/24"),
        (r"1{,}024", "1,024"),
        (r"5\%", "5%"),
        (r"10^{x}", None),
        (r"\sqrt{2}", None),
    ],
)
def test_a_number_is_listed_as_plain_text(written, read):
    assert uses.plain(written) == read
