"""Quotation marks: “ ” and ’ in English prose, 「」 in Chinese prose, a typewriter's in neither.

Prose is what a reader reads as words: paragraphs, headings, tables, captions, alternative texts,
titles, the front matter, the words of labs. Programs, code, formulas, comments, link targets and
attributes are not.
"""

import re
from collections.abc import Iterator

import pytest

from book.chapter import BLANK
from book.problems import Problem
from tests.conftest import ROOT

PAIRS = {"en": {"“": "”"}, "zh": {"「": "」", "『": "』"}}
REMEDY = {
    "en": "write “ and ” for a quotation, ’ for an apostrophe",
    "zh": "引文用「」，引文里的引文用『』",
}
NO_PROSE = re.compile(
    r"^[ >]*(?P<fence>`{3,}|~{3,}).*?^[ >]*(?P=fence)[ ]*$"  # a listing
    r"|^---$(?=[ >]*\n)|^(?:title|description|needs|gives):(?= )"
    r"|<!--.*?-->"
    r"|(?<!`)(?P<ticks>`+)(?!`)[^\n]+?(?<!`)(?P=ticks)(?!`)"
    r"|(?<!\\)\$\$.*?\$\$|(?<!\\)\$(?:\\.|[^\\$])+?\$"
    r"|(?<=\])\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)"  # a link's target
    r"|<https?:[^>\s]*>|<br ?/?>"
    r"|\{:?[ ][^{}\n]*\}",
    re.DOTALL | re.MULTILINE,
)
CELL = re.compile(r"# %%.*?(?=^# %%|\Z)", re.DOTALL | re.MULTILINE)


def prose(text: str, file: str) -> str:
    """The words of a page or lab, all else blanked, at the same places."""
    text = text.replace("\r", " ")
    if file.endswith(".py"):
        text = CELL.sub(_of_cell, text)
    return NO_PROSE.sub(_blanked, text)


def _blanked(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", BLANK, match[0])


def _of_cell(cell: re.Match[str]) -> str:
    """The words of a cell of a lab: those of Markdown behind their #, of a program none."""
    if not cell[0].startswith("# %% [markdown]"):
        return _blanked(cell)
    head, _, words = cell[0].partition("\n")
    return f"{BLANK * len(head)}\n{re.sub('^#', ' ', words, flags=re.MULTILINE)}"


def misquoted(text: str, file: str) -> Iterator[Problem]:
    """Every mark of a page that is another language's, a typewriter's, or without its partner."""
    language = file.split("/")[1]
    pairs = PAIRS[language]
    own = {*pairs, *pairs.values(), "’"} if language == "en" else {*pairs, *pairs.values()}
    opened: list[tuple[str, int]] = []

    def problem(at: int, message: str) -> Problem:
        before = text.rfind("\n", 0, at)
        return Problem(file, text.count("\n", 0, at) + 1, at - before, message, REMEDY[language])

    for mark in re.finditer(r"[\"'＂＇“”‘’„‟「」『』«»]|\n\s*\n|\Z", prose(text, file)):
        sign, at = mark[0], mark.start()
        if not sign.strip():
            for _, start in opened:
                yield problem(start, "this quotation does not end in its paragraph")
            opened = []
        elif sign not in own:
            yield problem(at, f"the mark {sign} stands in {language} prose")
        elif sign in pairs:
            opened.append((sign, at))
        elif sign != "’" and (not opened or pairs[opened.pop()[0]] != sign):
            yield problem(at, f"the mark {sign} ends no quotation")


PAGES = [
    path.relative_to(ROOT).as_posix()
    for language in PAIRS
    for path in sorted((ROOT / "docs" / language).rglob("*"))
    if path.suffix in (".md", ".py")
]


@pytest.mark.parametrize("file", PAGES)
def test_quotations_are_written_with_the_marks_of_their_language(file):
    text = (ROOT / file).read_bytes().decode("utf-8-sig")
    assert "\n".join(map(str, misquoted(text, file))) == ""


def test_every_page_and_lab_is_looked_at():
    assert "docs/en/trust.md" in PAGES
    assert "docs/zh/labs/paths.py" in PAGES
    assert len(PAGES) == len({*PAGES}) >= 44


@pytest.mark.parametrize(
    ("file", "text", "place"),
    [
        ("docs/en/a.md", "One.\n\nIt's.", (3, 3)),
        ("docs/en/a.md", 'He says "so".', (1, 9)),
        ("docs/en/a.md", "# The book's { #a }", (1, 11)),
        ("docs/en/a.md", "| a | the book's |", (1, 15)),
        ("docs/en/a.md", "- $T$'s length", (1, 6)),
        ("docs/en/a.md", "![the book's](../figures/a/b.svg)", (1, 11)),
        ("docs/en/a.md", "/// caption\nThe book's.\n///", (2, 9)),
        ("docs/en/a.md", "/// details | The book's", (1, 23)),
        ("docs/en/a.md", "---\ntitle: The book's\n---\n", (2, 16)),
        ("docs/en/a.md", "the `code` of the book's", (1, 23)),
        ("docs/en/a.md", "so\r\n\r\nthe book's\r\n", (3, 9)),
        ("docs/en/a.md", "costs \\$5, the book's, \\$6", (1, 20)),
        ("docs/en/a.md", "a ‘word’", (1, 3)),
        ("docs/en/a.md", "a 「word」", (1, 3)),
        ("docs/en/a.md", "a “word\n\nand more", (1, 3)),
        ("docs/en/a.md", "a word” and more", (1, 7)),
        ("docs/en/labs/a.py", "# %% [markdown]\n# The book's.\n# %% a/b\nx = 'y'\n", (2, 11)),
        ("docs/zh/a.md", "这是“梯度”。", (1, 3)),
        ("docs/zh/a.md", '这是"梯度"。', (1, 3)),
        ("docs/zh/a.md", "这是「梯度。", (1, 3)),
        ("docs/zh/a.md", "这是「梯度』。", (1, 6)),
    ],
)
def test_another_mark_is_told_with_its_line_and_column(file, text, place):
    problem = next(misquoted(text, file))
    assert (problem.file, problem.line, problem.column) == (file, *place)
    assert problem.remedy == REMEDY[file.split("/")[1]]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("docs/en/a.md", "The book’s “word”, the words’ “other words”."),
        ("docs/en/a.md", "“One,\nand two.”"),
        ("docs/en/a.md", "`it's` and ``a ` 'b'`` and $h'$"),
        ("docs/en/a.md", "$$\nf'(x)\n$$\n<!--:=-->"),
        ("docs/en/a.md", "```python title=\"a\"\nx = 'y'\n```"),
        ("docs/en/a.md", "> ```text\n> it's\n> ```"),
        ("docs/en/a.md", "- a\n\n    ```sh\n    x 'y'\n    ```"),
        ("docs/en/a.md", "no matter <!-- it's a comment -->"),
        ("docs/en/a.md", "[a](b'c.md) and <https://example.org/'>"),
        ("docs/en/labs/a.py", '# %% [markdown]\n# A.\n# %% a/b\n"""The book\'s."""  # it\'s\n'),
        ("docs/zh/a.md", "「梯度」与「所谓『梯度』」，`x = 'y'`，$h'$。"),
    ],
)
def test_the_marks_of_the_language_and_those_of_code_are_let_be(file, text):
    assert list(misquoted(text, file)) == []
