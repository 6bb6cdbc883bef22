"""The two languages say the same of the same values, and the first difference is named."""

import pytest

from book.chapter import read
from book.names import parts
from book.parity import parity
from book.values import Value

ONE = Value("float", (), (0.5,))


def differences(zh: str, en: str) -> list[str]:
    left, right = read(zh, "docs/zh/page.md"), read(en, "docs/en/page.md")

    def said(claim):
        return parts(claim, {entry.name: ONE for entry in claim.entries if entry.name})

    return [str(problem) for problem in parity(left, right, said)]


HEAD = "# T { #t }\n\n"

ALIKE = [
    ("约 18 亿个 <!--= a.b -->", "about 1.8 billion <!--= a.b -->"),
    ("2047 层 <!--= a.b -->", "2,047 layers <!--= a.b -->"),
    ("甲 0.1，乙 0.2 <!--= a.b a.c -->", "c 0.2 and b 0.1 <!--= a.c a.b -->"),
    ("5% <!--= a.b -->", "5% <!--= a.b -->"),
    ("- 一", "a paragraph without numbers"),
    ("![图](../figures/a/b.zh.svg)", "![figure](../figures/a/b.en.svg)"),
    ("$x$，又是 $x$", "$x$ once"),
    ("1997 年 <!--= - -->", "in 1997 <!--= - -->"),
    ("| LSTM 层 | 1 <!--= - --> |", "| A layer of the LSTM | 1 <!--= - --> |"),
    ("![图](../figures/a/b.svg)\n\n$x$，$y$", "![a](../figures/a/b.svg)\n\n$y$ and $x$"),
]


@pytest.mark.parametrize(("zh", "en"), ALIKE)
def test_these_are_alike(zh, en):
    assert differences(HEAD + zh, HEAD + en) == []


UNLIKE = [
    ("number", "0.1 <!--= a.b -->", "0.2 <!--= a.b -->"),
    ("number", "0.1 <!--= a.b -->", "0.10 <!--= a.b -->"),
    ("number", "0.1 <!--= a.b -->", "0.1 <!--= a.c -->"),
    ("number", "0.1 <!--= a.b> -->", "0.1 <!--= a.b -->"),
    ("number", "1997 年 <!--= - -->", "in 1998 <!--= - -->"),
    ("number", "0.1 <!--= a.b -->", "0.1 <!--= - -->"),
    ("number", "18 亿 <!--= a.b -->", "18 billion <!--= a.b -->"),
    ("number", "版本 3.11.2 <!--= - -->", "release 3.11.3 <!--= - -->"),
    ("block with numbers", "0.1 <!--= a.b -->", "none"),
    ("number", "| 1 | 2 <!--= - - --> |", "| 2 | 1 <!--= - - --> |"),
    ("row", "| $a$ | $b$ |\n|---|---|\n| 1 <!--= - --> | x |",
     "| $b$ | $a$ |\n|---|---|\n| 1 <!--= - --> | x |"),
    ("row", "| 很高兴 | 1 <!--= - --> |", "| 认识你 | 1 <!--= - --> |"),
    ("row", "| $x$ | 1 <!--= - --> |\n| $y$ | 1 <!--= - --> |",
     "| $y$ | 1 <!--= - --> |\n| $x$ | 1 <!--= - --> |"),
    ("row", "| 一 | `x` | 1 <!--= - --> |", "| `x` | one | 1 <!--= - --> |"),
    ("cell with GRU", "| LSTM | 1 <!--= - --> |\n| GRU | 1 <!--= - --> |",
     "| An LSTM | 1 <!--= - --> |\n| Another | 1 <!--= - --> |"),
    ("cell with float32", "| float32 | float64 |\n|---|---|\n| 1 <!--= - --> | x |",
     "| float64 | float32 |\n|---|---|\n| 1 <!--= - --> | x |"),
    ("caption", "![a](../figures/a/b.svg)\n\n$x$\n\n![a](../figures/a/c.svg)\n\n$y$",
     "![a](../figures/a/b.svg)\n\n$y$\n\n![a](../figures/a/c.svg)\n\n$x$"),
    ("caption", "![a](../figures/a/b.svg)\n/// caption\n「很高兴」\n///",
     "![a](../figures/a/b.svg)\n/// caption\n“茂茂雨”\n///"),
    ("heading", "## A { #a }", "## A { #b }"),
    ("heading", "## A { #a }", "### A { #a }"),
    ("heading", "## A { #a }", ""),
    ("figure", "![a](../figures/a/b.svg)", "![a](../figures/a/c.svg)"),
    ("snippet", '```\n--8<-- "snippets/a/b.py"\n```', '```\n--8<-- "snippets/a/c.py"\n```'),
    ("displayed formula", "$$\nx_1\n$$", "$$\nx_2\n$$"),
    ("displayed formula", "$$\nx\n$$\n\n$$\ny\n$$", "$$\ny\n$$\n\n$$\nx\n$$"),
    ("identity or definition", "$$\nx\n$$\n<!--:=-->", "$$\nx\n$$\n<!--== a.b a.c -->"),
    ("fold", "/// details | 答\nx\n///", "x"),
    ("link", "[甲](a.md)", "[a](b.md)"),
    ("link", "[甲](a.md)", "a"),
    ("inline formula", "$h_1$", "$h_2$"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "zh", "en"), UNLIKE)
def test_this_is_a_difference(what, zh, en):
    found = differences(HEAD + zh, HEAD + en)
    assert any(f"first {what}: " in problem for problem in found), found
    assert all("docs/zh/page.md" in problem and "docs/en/page.md" in problem for problem in found)


def test_a_section_that_has_lost_its_numbers_is_named_by_the_side_that_has_them():
    (problem,) = differences(HEAD + "没有数", HEAD + "0.5 <!--= a.b -->")
    assert problem.startswith("docs/en/page.md:3:1: ")
    assert "docs/zh/page.md has none" in problem


def test_a_claim_moved_to_another_section_is_a_difference():
    zh = HEAD + "0.1 <!--= a.b -->\n\n## S { #s }\n\n字"
    en = HEAD + "word\n\n## S { #s }\n\n0.1 <!--= a.b -->"
    assert any("block with numbers" in problem for problem in differences(zh, en))
