"""One function reads a chapter: blocks, numbers, claims, and what is not allowed."""

import pytest

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
        "a note[^1]",
        "<!-- 17 lines to come -->",
        "```\n17\n```",
        "~~~python\n17\n~~~",
        '```python title="snippets/a/b17.py"\n--8<-- "snippets/a/b17.py"\n```',
        "[ref]: https://example.org/17",
        "1. first",
        "2) second",
        "A &#8212; dash",
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
    text = "`<!--= a.b -->`\n\n```\n<!--= a.b -->\n```\n"
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
        ("---\ntitle: x\n", "front matter is not closed"),
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
        ("价格$5，共$6", "inside a formula"),
        ("see https://example.org", "bare URL"),
        ("<b>bold</b>", "raw HTML"),
        ("<!-- never closed", "not closed"),
        ("<!--= a.b+1 -->", "not a name"),
        ("![](../figures/a/b.svg)", "no alternative text"),
        ("![$x$](../figures/a/b.svg)", "plain text"),
        ('[a](b.md "title")', "no title"),
        ("**重点：**后", "not read as bold"),
        ("后**「重点」**", "not read as bold"),
    ],
)
def test_what_the_book_does_not_allow_is_refused(text, message):
    assert any(message in refusal for refusal in refusals(text)), refusals(text)


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
    ],
)
def test_what_the_book_allows_is_not_refused(text):
    assert refusals(text) == []
