"""What no program computes does not change unnoticed, even in both languages at once."""

import json
import re

import pytest

from book.chapter import read
from book.touched import as_kept
from book.vouched import changes, items, words


def kept(book):
    return json.loads((book.root / "docs/vouched.json").read_text(encoding="utf-8"))["chapter"]


def change_both(book, old, new):
    def changed(text, _):
        assert old in text
        return text.replace(old, new, 1)

    book.both(changed)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("a^2", "a^3", "a^3"),
        ("a^2", "b^2", "b^2"),
        ("1997", "1996", "#chapter 1996"),
    ],
)
def test_a_change_in_both_languages_is_told_at_its_line(book, old, new, told):
    text = book.page("zh").read_text(encoding="utf-8")
    line = text[: text.index(old)].count("\n") + 1
    change_both(book, old, new)
    problems = book.problems()
    assert len(problems) == 1
    assert problems[0].startswith(f"docs/zh/chapter.md:{line}:")
    assert "nobody has vouched for" in problems[0]
    assert told in problems[0]
    book.sync()
    assert book.problems() == []


def test_what_is_gone_is_told_too(book):
    book.both(lambda text, _: re.sub("1997(.*)<!--.*-->", r"\1<!--= word.layers -->", text))
    (problem,) = book.problems()
    assert problem.startswith("docs/vouched.json:1:1: chapter no longer has #chapter 1997")


def test_a_claimed_number_is_no_part_of_it(book):
    before = kept(book)
    book.change(book.snippet, "layers = 2047", "layers = 2048")
    book.sync()
    assert book.problems() == []
    assert kept(book) == before


def test_symbols_are_left_to_their_readers_and_statements_and_indices_are_not():
    text = r"$x_1$ $W$ $W_Q$ $\alpha$ $d_k$ 与 $x_{t-1}$ $h^2$ $2x$ $y = x$ $\tau \to \infty$。"
    page = read(f"# A {{ #a }}\n\n{text}\n", "docs/zh/a.md")
    assert [item.text.removeprefix("#a ") for item in items(page, {})] == [
        "$x_1$",
        "$x_{t-1}$",
        "$h^2$",
        "$2x$",
        "$y = x$",
        r"$\tau \to \infty$",
    ]


def test_what_is_vouched_for_once_does_not_stand_for_two():
    page = read("# A { #a }\n\n$2x$ 与 $2x$。\n", "docs/zh/a.md")
    new, lost = changes(["#a $2x$", "#a $3x$"], items(page, {}))
    assert [item.text for item in new] == ["#a $2x$"]
    assert lost == ["#a $3x$"]


def test_two_that_change_places_are_told():
    page = read("# A { #a }\n\n$x^2$ 与 $2x$。\n", "docs/zh/a.md")
    new, lost = changes(["#a $2x$", "#a $x^2$"], items(page, {}))
    assert len(new) == len(lost) == 1


@pytest.mark.parametrize("old", ["word.squares word.products", "a^2 = a"])
def test_an_identity_is_vouched_for_with_its_formula(book, old):
    assert any(old in text for text in kept(book))
    pair = "$$\nb = a\n$$\n<!--== word.products word.squares -->\n\n"
    book.both(lambda text, _: text.replace("$$\na^2", pair + "$$\na^2", 1))
    book.sync()
    assert book.problems() == []
    book.both(
        lambda text, _: (
            text.replace("word.products word.squares", "HERE")
            .replace("word.squares word.products", "word.products word.squares")
            .replace("HERE", "word.squares word.products")
        )
    )
    assert len(book.problems()) >= 1


def test_a_bound_that_is_loosened_is_told(book):
    book.both(lambda text, _: text + "\nabove 0.9 <!--= word.near> -->\n")
    book.sync()
    assert book.problems() == []
    assert "#program 0.9 >chapter/word.near" in kept(book)
    change_both(book, "above 0.9", "above 0.1")
    (problem,) = book.problems()
    assert "nobody has vouched for #program 0.1 >chapter/word.near" in problem


def test_a_chapter_that_is_gone_is_told(book):
    path = book.root / "docs/vouched.json"
    path.write_text(json.dumps({"chapter": kept(book), "gone": []}))
    assert any("there is no chapter gone" in problem for problem in book.problems())
    book.sync()
    assert book.problems() == []


@pytest.mark.parametrize("broken", ["[1]", '{"chapter": 17}', '{"chapter": [17]}', "not json"])
def test_a_broken_list_is_one_problem(book, broken):
    (book.root / "docs/vouched.json").write_text(broken)
    assert [p.split(": ")[1] for p in book.problems()] == ["cannot be read"]


def test_a_missing_list_is_written_by_sync(book):
    (book.root / "docs/vouched.json").unlink()
    assert book.problems()
    book.sync()
    assert book.problems() == []


# --- words

TABLE = """# A { #a }

| 长度 | 循环 | 卷积 |
|---|---|---|
| 短 | 0.10 | 0.20 <!--= word.A[0] --> |
| 长 | 高于 0.30 | $2^{3}$ <!--= word.A[1] --> |

| 没有数字 | 的表 |
|---|---|
| 不 | 列 |

![图](../figures/chapter/one.zh.svg)

/// caption
灰色是前向，共 4 步。 <!--= word.n -->往回走，每个状态只收两样东西，再多就没有了。
///
"""


def test_labels_of_tables_of_numbers_and_beginnings_of_captions_are_listed():
    page = read(TABLE, "docs/zh/a.md")
    assert [item.text for item in words(page, {})] == [
        "#a 长度 | 循环 | 卷积",
        "#a 短",
        "#a 长 | 高于 □",
        "#a [one] 灰色是前向，共 □ 步。 往回走，每个状态只收两…",
    ]


FIGURES = (
    "\n![A figure](../figures/chapter/{}.svg)\n\n/// caption\nThe {}, and how it grows.\n///\n"
)


@pytest.fixture
def drawn(book, monkeypatch):
    """The small book with two figures that are taken as they are."""
    monkeypatch.setattr("book.figures.figures_of", lambda _: ["chapter/one", "chapter/two"])
    monkeypatch.setattr("book.figures.drawings", lambda *_, **__: {})
    monkeypatch.setattr("book.figures.orphans", lambda _: [])
    figures = FIGURES.format("one", "weight") + FIGURES.format("two", "gradient")
    book.both(lambda text, _: text + figures)
    book.sync()
    assert book.problems() == []
    return book


def exchanged(text, one, other):
    return text.replace(one, "HERE").replace(other, one).replace("HERE", other)


def test_captions_that_change_places_are_told_in_each_language(drawn):
    drawn.both(lambda text, _: exchanged(text, "The weight", "The gradient"))
    told = [problem for problem in drawn.problems() if "nobody has vouched for" in problem]
    assert [problem.split(":")[0] for problem in told] == [
        *["docs/en/chapter.md"] * 2,
        *["docs/zh/chapter.md"] * 2,
    ]
    drawn.sync()
    assert drawn.problems() == []


def test_labels_that_change_places_in_both_languages_are_told(book):
    book.both(lambda text, _: exchanged(text, "| 很高兴 |", "| 茂茂雨 |"))
    told = [problem for problem in book.problems() if "nobody has vouched for" in problem]
    assert [problem.split(": ")[0] for problem in told] == [
        "docs/en/chapter.md:11:1",
        "docs/zh/chapter.md:11:1",
    ]
    book.sync()
    assert book.problems() == []


@pytest.mark.parametrize(
    ("one", "other", "pair"),
    [
        ("word.here", "word.there", "chapter/word.here, chapter/word.there"),
        ("word.here", "-", "chapter/word.here, -"),
        ("word.here>", "word.there>", ">chapter/word.here, >chapter/word.there"),
    ],
)
def test_neighbours_that_round_to_the_same_and_change_places_are_told(book, one, other, pair):
    values = "here, there = 0.324, 0.323" if "there" in other else "here = 0.324"
    book.change(book.snippet, "layers = 2047", f"layers = 2047\n{values}")
    more = {"zh": "高于 0.32，高于 0.32。", "en": "above 0.32, above 0.32."}
    book.both(lambda text, of: f"{text}\n{more[of]} <!--= {one} {other} -->\n")
    book.sync()
    assert book.problems() == []
    lists = json.loads((book.root / "docs/vouched.json").read_text(encoding="utf-8"))
    assert f"#program {pair}" in lists["zh/chapter"]
    book.both(lambda text, _: text.replace(f"= {one} {other} --", f"= {other} {one} --"))
    assert any("nobody has vouched for" in problem for problem in book.problems())


def test_one_sync_is_enough_where_numbers_become_alike(book):
    values = "layers = 2047\nhere, there = 0.324, 0.323"
    book.change(book.snippet, "layers = 2047", values)
    book.both(lambda text, _: f"{text}\n0.99, 0.88. <!--= word.here word.there -->\n")
    book.sync()
    assert book.problems() == []


def test_an_index_changed_in_both_languages_is_told(book):
    book.both(lambda text, _: text + "\n$h_2$\n")
    book.sync()
    book.both(lambda text, _: text.replace("$h_2$", "$h_3$"))
    (problem,) = book.problems()
    assert "nobody has vouched for #program $h_3$" in problem


def test_a_sentence_is_mended_without_being_asked(drawn):
    prose = {"zh": ("最远的拿到", "离得最远的拿到"), "en": ("The nearest gets", "The nearest has")}
    drawn.both(lambda text, language: text.replace(*prose[language]))
    drawn.both(lambda text, _: text.replace("and how it grows", "and how it goes on growing"))
    drawn.both(
        lambda text, _: text.replace("# 一章", "# 这一章").replace("| Answer", "| The answer")
    )
    assert drawn.problems() == []
    assert as_kept(drawn.root, ["chapter"]).problems == []  # nor by the hook, which runs nothing
