"""What no program computes does not change unnoticed, even in both languages at once."""

import json
import re

import pytest

from book.chapter import read
from book.vouched import changes, items


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


def test_symbols_are_left_to_their_readers_and_statements_are_not():
    text = r"$x_1$ $W$ $W_Q$ $\alpha$ $d_k$ 与 $x_{t-1}$ $h^2$ $2x$ $y = x$ $\tau \to \infty$。"
    page = read(f"# A {{ #a }}\n\n{text}\n", "docs/zh/a.md")
    assert [item.text.removeprefix("#a ") for item in items(page, {})] == [
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
