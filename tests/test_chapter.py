"""One function reads a chapter: blocks, numbers, claims, and what is not allowed."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from book import chapter
from book.chapter import read


def page(text: str):
    return read(text, "docs/en/page.md")


def texts(text: str) -> list[str]:
    return [number.literal.text for block in page(text).blocks for number in block.numbers]


def refusals(text: str) -> list[str]:
    return [problem.message for problem in page(text).problems]


@pytest.mark.parametrize(
    "exempt",
    [
        "`x = 17`",
        "``a ` 17``",
        "[text](https://example.org/17)",
        "[text](page17.md#s17)",
        "<https://example.org/17>",
        "GPT-2, float32 and Conv1d",
        "$x_1 + h_{12}$",
        "a note[^1]\n\n[^1]: the note",
        "<!-- 17 lines to come -->",
        "```sh\n17\n```",
        "~~~console\n17\n~~~",
        '```python title="snippets/a/b17.py"\n--8<-- "snippets/a/b17.py"\n```',
        "1. first",
        "## Heading { #id-17 }",
        "[doi:10.1109/72.279181](https://doi.org/10.1109/72.279181)",
    ],
)
def test_no_number_is_seen_in(exempt):
    assert texts(exempt) == []


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("17 times", ["17"]),
        ("第3层", ["3"]),
        ("**0.057** and _17_", ["0.057", "17"]),
        ("a [link with 17](x.md)", ["17"]),
        ("![alt 17](../figures/a/b.svg)", ["17"]),
        ("| a | 17 |", ["17"]),
        ("- item 17", ["17"]),
        ("1. first of 17", ["17"]),
        ("> quoted 17", ["17"]),
        ("> - quoted 17", ["17"]),
        ("[^note]: footnote 17", ["17"]),
        ("# Heading of 17 { #h }", ["17"]),
        ("$a = 17$", ["17"]),
        ("$$\na = 17\n$$", ["17"]),
        ("$$a = 17$$", ["17"]),
        ("    indented 17 is no code here", ["17"]),
        ("/// note | Title\nin the box 17\n///", ["17"]),
        ("!!! note\n    in the box 17", ["17"]),
        ("??? note\n    in the fold 17", ["17"]),
        ('=== "Tab"\n    in the tab 17', ["17"]),
        (r"costs \$17", ["17"]),
        ("17 <!--= a.b --> and 18 <!--= a.c -->", ["17", "18"]),
        ("---\ntitle: x\n---\n17", ["17"]),
        ("\ufeff17\r\n\r\n18\r\n", ["17", "18"]),
        ("17) no item", ["17"]),
        ("\\{.73, .9\\}", [".73", ".9"]),
        ("f(x](73)", ["73"]),
        ("[ref]: 17 words", ["17"]),
        ("#17", ["17"]),
    ],
)
def test_every_number_is_seen_in(text, numbers):
    assert texts(text) == numbers


def test_numbers_keep_their_place():
    text = "---\ntitle: x\n---\n\n# H { #h }\n\n很高兴 0.5，再 $a = 17$。\n"
    chapter = page(text)
    found = [n for block in chapter.blocks for n in block.numbers]
    assert [text[n.start : n.end] for n in found] == ["0.5", "17"]
    assert [chapter.place(n.start) for n in found] == [(7, 5), (7, 16)]


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("1 and 2 <!--= a.b a.c -->", [["1", "2"]]),
        ("1 <!--= a.b -->\n2 <!--= a.c -->", [["1"], ["2"]]),
        ("1 <!--= a.b --> then 2", [["1"], ["2"]]),
        ("| 1 | 2 <!--= a.b a.c --> |", [["1", "2"]]),
        ("$$\n0.5\n$$\n<!--= a.b -->", [["0.5"]]),
        ("$$\n0.5\n$$\n<!--= a.b -->\n<!--== a.c a.d -->", [["0.5"]]),
        ("1\n\n<!--= a.b -->", [["1"], []]),
        ("1 <!--= a.b\n\n a.c --> 2", [["1"], ["2"]]),
    ],
)
def test_a_claim_covers_the_numbers_of_its_block_since_the_claim_before(text, pairs):
    runs = [run for block in page(text).blocks for run in block.by_claim()]
    assert [[number.literal.text for number in numbers] for _, numbers in runs] == pairs


def test_each_row_item_and_paragraph_is_a_block():
    text = "| a |\n|---|\n| b |\n\n- c\n- d\n\ne\nf\n\ng"
    assert [block.kind for block in page(text).blocks] == [
        "row", "row", "item", "item", "paragraph", "paragraph",
    ]  # fmt: skip


def test_a_claim_shown_as_code_is_not_a_claim():
    text = "`<!--= a.b -->`\n\n```markdown\n<!--= a.b -->\n```\n"
    assert [block.claims for block in page(text).blocks] == [[]]


def test_includes_and_figures_and_folds_are_seen_with_their_section():
    text = (
        "# T { #t }\n\n![alt](../figures/a/b.svg)\n\n## E { #exercises }\n\n"
        '/// details | Answer\n```\n--8<-- "snippets/a/b.py"\n```\n///\n'
    )
    chapter = page(text)
    assert chapter.problems == []
    assert [(i.path, i.section) for i in chapter.includes] == [("snippets/a/b.py", "exercises")]
    assert [fold.section for fold in chapter.folds] == ["exercises"]
    assert [f.target for b in chapter.blocks for f in b.figures] == ["../figures/a/b.svg"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# Heading", "no id"),
        ("# A { #a }\n\n# B { #a }", "given twice"),
        ("---\ntitle: 17 words\n---\n", "stands in a title"),
        ("---\nneeds: 17 words\n---\n", "stands in a title"),
        ("---\nauthor: x\n---\n", "front matter holds plain text"),
        ("---\ntitle: x\n", "front matter is not closed"),
        ("---\ntitle: Lab: x\n---\n", "a second colon"),
        ("---\nneeds: one of:\n---\n", "a second colon"),
        ("/// note | Title 17\n///", "stands in a title"),
        ('!!! note "Title 17"\n    x', "stands in a title"),
        ("/// note | Title\nx", "not closed"),
        ("///", "closes nothing"),
        ("```\nx", "is not closed"),
        ("$$\nx\n\ny", "not closed"),
        ("text\n$$\nx\n$$", "inside a paragraph"),
        ("$$\nx\n$$\ntext", "text follows"),
        ("text\n| a |", "table begins inside"),
        ("text\n- a", "list begins inside"),
        ("a | b\n---|---\nc | d", "no leading |"),
        ("Heading\n===", "makes a heading"),
        ("costs $5", "lone dollar"),
        ("价格$5，共$6", "words in a formula"),
        ("1**7** %", "cuts a number"),
        ("**17**%", "cuts a number"),
        ("−**0.5**", "cuts a number"),
        ("17<!-- x -->%", "cuts a number"),
        ("17\n亿", "cuts a number"),
        ("17\nmillion", "cuts a number"),
        ("17\\.5", "cuts a number"),
        ("1[7](p.md)", "cuts a number"),
        ("–0.5", "a sign that is not read"),
        ("负 0.5", "a sign that is not read"),
        ("百分之 17", "a sign that is not read"),
        ("17K", "a unit that is not read"),
        ("17 bn", "a unit that is not read"),
        ("17'000", "a separator that is not read"),
        ("$17$%", "touches a formula"),
        ("1$7$", "touches a formula"),
        ("差十七倍", "spelled out"),
        ("四倍", "spelled out"),
        ("二十三个", "spelled out"),
        ("seventeen words", "spelled out"),
        ("four times as much", "spelled out"),
        ("ACC-73.5", "no name of this book"),
        ("top73", "no name of this book"),
        ("a 1\u200b7", "ZERO WIDTH SPACE"),
        ("17\u33a1", "SQUARE M SQUARED"),
        ("17\u2028", "LINE SEPARATOR"),
        ("a\rb", "U+000D"),
        ("&#55;", "HTML entity"),
        ("&nbsp;", "HTML entity"),
        ("{.73, .9}", "braces"),
        ("a word { .x57 }", "braces"),
        ("x² and h₁₂", "outside a formula"),
        ('*e*{ .x title="73" }', "braces"),
        ("[i][73]", "not written where it leads"),
        ("f(x](73)", "no text"),
        ("[r]: p.md", "not written where it leads"),
        ("x[^73]", "no footnote 73"),
        ("a ` b", "lone backtick"),
        ("a ` b\nc ` d", "lone backtick"),
        ("#17", "begins no heading"),
        ("text\n> quote", "quotation begins inside"),
        ('--8<-- "snippets/a/b.py"', "outside a fence"),
        ("```python is here\nx\n```", "not plain"),
        ("> ```sh\n> x\n> ```", "not plain"),
        ("```sh\nx\n````\n", "ends the fence"),
        ("- a\n\n    ```sh\n    x\n\n73\n\n    ```", "does not belong"),
        ('```text title="snippets/a/b.out"\n73\n```', "nothing has computed"),
        ('```text\n--8<-- "docs/fake.txt"\n```', "nothing has computed"),
        ('```sh title="73 words"\nx\n```', "stands in a title"),
        ("/// figure-caption\nx\n///", "no kind of box"),
        ("3. third", "count from 1"),
        ("1. a\n73. b", "count from 1"),
        ('---\ntitle: "\\x37"\n---\n', "plain text alone"),
        ("---\nhide: toc\n---\n", "plain text alone"),
        (r"$\text{17}$", "hide or make numbers"),
        (r"$\def\a{7}\a$", "hide or make numbers"),
        ("$17 % 3$", "hide or make numbers"),
        (r"$\begin{align} x \end{align}$", "hide or make numbers"),
        (r"$1 7$", "look like one number"),
        (r"$-{0.5}$", "look like one number"),
        (r"$a = -\,0.5$", "look like one number"),
        (r"${}_{73}$", "look like one number"),
        (r"$0.5\!\!7$", "look like one number"),
        (r"$0.5{}7$", "look like one number"),
        (r"$0.5\mathbf{7}$", "look like one number"),
        (r"$0.\overline{57}$", "look like one number"),
        (r"$x = \displaystyle_{57}$", "look like one number"),
        (r"$\rlap{0.5}7$", "hide or make numbers"),
        (r"$\cancel{0.5}$", "hide or make numbers"),
        (r"$\not= 5$", "hide or make numbers"),
        (r"$\fcolorbox{white}{white}{0.5}$", "hide or make numbers"),
        (r"$\TextOrMath{a}{5}$", "hide or make numbers"),
        (r"$0.5\kern-1em 7$", "hide or make numbers"),
        (r"$5\hspace{-1em}$", "hide or make numbers"),
        ("$$\n5\\\\[-2em]7\n$$", "hide or make numbers"),
        (r"$3\mathrm{e5}$", "e5 is no name"),
        (r"$5\mathrm{\ million}$", "a unit that is not read"),
        (r"$5\operatorname{K}$", "a unit that is not read"),
        ("17 hundredths", "a unit that is not read"),
        ("17 thousands", "a unit that is not read"),
        ("17 basis points", "a unit that is not read"),
        ("17成", "a unit that is not read"),
        ("17 分之 1", "a unit that is not read"),
        ("百万分之 5", "a sign that is not read"),
        ("negative 5", "a sign that is not read"),
        ("−$5$", "a sign before a formula"),
        ("负 $5$", "a sign before a formula"),
        ("$5$ thousand", "a unit behind a formula"),
        ("$5$-thousand", "a unit behind a formula"),
        ("$5$ 千", "a unit behind a formula"),
        (r"5 $\times 10^3$", "a formula goes on with a number"),
        ("百分之五", "a number spelled out"),
        ("$-$ 5", "the sign of a number"),
        ("$-$ $5$", "the sign of a number"),
        (r"5 $\mathrm{million}$", "goes on with a number"),
        (r"$5$ $\times 10^3$", "goes on with a number"),
        ("5 k", "a unit that is not read"),
        ("5点7", "a separator that is not read"),
        ("1 000", "a separator that is not read"),
        ("5 1/2", "a separator that is not read"),
        ("3 万 5 千", "a separator that is not read"),
        ("5 x 10³", "a separator that is not read"),
        ("5 and a half", "a separator that is not read"),
        ("5 **K**", "a unit that is not read: K, across markup"),
        ("minus **5**", "a sign that is not read: minus, across markup"),
        ("5\nbasis points", "a unit that is not read: basis points, across markup"),
        ("[17](b.md) thousand", "cuts a number"),
        ("minus **$5$**", "a sign before a formula"),
        ("**$5$** thousand", "a unit behind a formula"),
        ("$5$ **万**", "touches a formula"),
        ("`0.57`", "the number 0.57 stands in code"),
        ("`-5%`", "the number -5% stands in code"),
        ("five percent", "a number spelled out"),
        ("0.57\u0336", "the character COMBINING LONG STROKE OVERLAY"),
        ("0.5\u0417", "the character CYRILLIC CAPITAL LETTER ZE"),
        ("5\u00ba", "the character MASCULINE ORDINAL INDICATOR"),
        ("[not]:x", "not written where it leads"),
        ("a\n[n^t]: x", "not written where it leads"),
        ("- [not]: x", "not written where it leads"),
        ('<!--\n--8<-- "README.md"\n-->', "outside a fence"),
        ("1. a\n\n    1. b\n    2. c\n\n3. d", "3. follows 1."),
        ("| a | b |\n|---|---|\n| 1 | 2 | 3 |", "3 cells in this row, 2 in the first"),
        ("| a | b |\n|---|\n| 1 | 2 |", "1 cell in this row, 2 in the first"),
        ("| a | b |\n|---|---|\n| 1 <!--\n--> |\n| 1 | 2 |", "1 cell in this row, 2 in the first"),
        ("| a | b |\n|---|---|\n| 1 | 2 <!--\n--> |\n| 1 |", "1 cell in this row, 2 in the first"),
        ("---\ntitle: twenty times\n---", "stands in a title"),
        ("/// note | an X57\n///", "stands in a title"),
        ("see https://example.org", "bare URL"),
        ("<b>bold</b>", "raw HTML"),
        ("<!-- never closed", "not closed"),
        ("<!-= a.b -->", "does not begin a comment"),
        ("<!= a.b -->", "does not begin a comment"),
        ("<--= a.b -->", "does not begin a comment"),
        ("<!--= a.b ->\n\nc <!--= a.d -->", "does not end a claim"),
        ("<!--= a.b+1 -->", "not a name"),
        ("![](../figures/a/b.svg)", "no alternative text"),
        ("![$x$](../figures/a/b.svg)", "plain text"),
        ('[a](b.md "title")', "no title"),
        ("**重点：**后", "not read as bold"),
        ("后**「重点」**", "not read as bold"),
    ],
)
def test_what_the_book_does_not_allow_is_refused(text, message):
    found = [f"{p.message} {p.remedy}" for p in page(text).problems]
    assert any(message in refusal for refusal in found), found


def test_what_stands_in_an_unclosed_formula_is_not_told_as_well():
    (problem,) = page("$$\n\\frac{a}{b} = 17\n<!--== a.b a.c -->\n\nwords").problems
    assert problem.message == "this displayed formula is not closed"


@pytest.mark.parametrize(
    "text",
    [
        "**重点**：后",
        "a **bold** word, *emphasis*",
        "line one<br>line two",
        r"costs \$5",
        "a [link](b.md) and <https://example.org>",
        "| a | b |\n|:--|--:|\n| c | d |",
        "- a\n- b\n\n1. c\n2. d",
        "$$\nx\n$$\n<!--:=-->\n\ntext",
        "text\n\n---\n\ntext",
        "3–6 layers, 2026-11-29, −0.5, +3, 17×, 4×2",
        "一倍，几倍，十分，三分之一，一百",
        "eight times over",
        "float32, GPT-2, bfloat16",
        "a $x$, 17 and `code`",
        "`3.11.2`, `[-1.0, 1.0]`, `x[3]`, `2 * x`",
        "**17** words, a [link to 17](b.md)",
        "最远的词\n拿到 0.5",
        "说：\n17 个",
        "- a\n\n    ```sh\n    x\n\n    y\n    ```",
        r"$\log_2 3$ and $\frac{1}{2}$ and $1\,024$",
        "1. a\n2. b\n\ntext\n\n1. c",
        "1. a\n\n    1. b\n    2. c\n\n2. d",
        "正负 $0.5$，512 分之一，plus or minus $0.5$",
        r"top-$5$, $a^2$ 成正比, $x\!\left(5\right)$, $\sum_{i=1}^{5}$",
        "/// details | T\n    open: true\n\nx\n///",
        "| a | b |\n|---|:-:|\n| `|` <!-- | --> | \\| |\n\n| a |\n|---|\n| b |",
    ],
)
def test_what_the_book_allows_is_not_refused(text):
    assert refusals(text) == []


def test_a_second_colon_in_the_front_matter_is_told_at_its_place():
    chapter = read("---\ntitle: x\ngives: two things: a, b\n---\n# H { #h }\n", "docs/en/a.md")
    (problem,) = chapter.problems
    assert (problem.file, problem.line, problem.column) == ("docs/en/a.md", 3, 18)
    assert "a full-width colon" in problem.remedy
    good = read("---\ntitle: 实验：x\ngives: at 10:a, b\n---\n", "docs/zh/a.md")
    assert [p for p in good.problems if "colon" in p.message] == []


MARKS = ["`", "``", "$", "$x_1$", "\\$", "<!-- = -->", "<!--", "![a](b)", "](c)", "][", "[^n]"]
MARKS += ["[@gers2000]", "<https://a.b>", "https://a.b", "http:", "<br>", "{ #id }", "{x}", "8<-"]
MARKS += ["&amp;", "&#49;"]


@given(st.lists(st.sampled_from(MARKS) | st.text(max_size=3)).map("".join))
@settings(max_examples=200, deadline=None)
def test_what_is_looked_for_is_also_found_without_a_look_at_where_it_may_begin(text):
    beginning, _, whole = chapter._INLINE.pattern.partition("(?:")
    assert beginning.startswith("(?=[") and whole.endswith(")")
    everywhere = re.compile(whole[:-1], chapter._INLINE.flags)
    found, expected = (
        [(token.span(), token.lastgroup) for token in pattern.finditer(text)]
        for pattern in (chapter._INLINE, everywhere)
    )
    assert found == expected
