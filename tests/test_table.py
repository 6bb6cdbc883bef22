"""The table of the ledger, as rows of a page and as JSON."""

import json
import re
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from book.ledger import load
from book.page import table
from book.page.places import edition
from tests.conftest import ROOT, Book

SCHEMA = json.loads((ROOT / "theme/ledger.schema.json").read_text(encoding="utf-8"))


def docs(book: Book) -> Path:
    return book.root / "docs/zh"


def rows(book: Book, order: list[str] | None = None, language: str = "zh"):
    markup = table.rows(edition(docs(book)), order or [], language)
    tree = LexborHTMLParser(f"<table><tbody>{markup}</table>")
    return {row.css_first("th").text().strip(): row for row in tree.css("tr")}


def published(book: Book) -> dict:
    return json.loads(table.published(edition(docs(book)), []))


def with_entry(book: Book, **changes) -> Book:
    """The book, with another entry of its ledger: `far`."""
    kept = load(book.root)
    kept["chapter/word.far"] |= changes
    (book.root / "docs/ledger.json").write_text(json.dumps(kept), encoding="utf-8")
    return book


def test_every_claimed_value_has_a_row(book):
    assert list(rows(book)) == sorted(load(book.root))


def test_a_row_says_name_digits_type_line_and_page(book):
    row = rows(book)["chapter/word.far"]
    cells = [cell.text().strip() for cell in row.css("th, td")]
    assert cells == ["chapter/word.far", "0.0571", "float", "word.py:3", "一章"]
    line, page = row.css("a")
    assert line.attributes["href"] == "chapter.html#L-chapter-word-3"
    assert page.attributes["href"] == "chapter.html#n1"


def test_a_tensor_that_only_an_identity_uses_shows_its_shape(book):
    cells = [cell.text().strip() for cell in rows(book)["chapter/word.squares"].css("td")]
    assert cells[:2] == ["只在等式里比对", "float 2"]
    cells = [
        cell.text().strip() for cell in rows(book, language="en")["chapter/word.squares"].css("td")
    ]
    assert cells[0] == "only compared"


def test_a_long_tensor_is_unfolded(book):
    value = [[1.0, -2.5, 3.0], [4.0, 5.0, 6.0]]
    cell = rows(with_entry(book, value=value))["chapter/word.far"].css_first("td")
    summary = cell.css_first("details > summary")
    assert summary.text() == "1.0, −2.5, 3.0, … 共 6 个"
    assert cell.text().removeprefix(summary.text()) == "[1.0, −2.5, 3.0][4.0, 5.0, 6.0]"


def test_a_short_tensor_is_whole(book):
    cell = rows(with_entry(book, value=[[1.0, -2.5]]))["chapter/word.far"].css_first("td")
    assert cell.text().strip() == "[[1.0, −2.5]]" and not cell.css("details")


def test_the_pages_that_quote_a_value_stand_in_the_order_of_the_book(book):
    for name in ("first", "second"):
        text = f"# {name} {{ #{name} }}\n\n0.057 <!--= chapter/word.far -->\n"
        (docs(book) / f"{name}.md").write_text(text, encoding="utf-8")
    order = ["second.md", "chapter.md", "first.md"]
    links = rows(book, order)["chapter/word.far"].css("td:last-child a")
    assert [link.text() for link in links] == ["second", "一章", "first"]


def test_a_value_that_no_page_shows_the_line_of_has_no_link(book):
    book.change(docs(book) / "chapter.md", "```python", "```text")
    book.change(docs(book) / "chapter.md", "word.py", "word.out", count=2)
    assert len(rows(book)["chapter/word.far"].css("a")) == 1
    assert "shown" not in published(book)["values"]["chapter/word.far"]


def test_the_published_ledger_has_each_value_of_the_committed_one(book):
    values = published(book)["values"]
    kept = load(book.root)
    assert values.keys() == kept.keys()
    for name, entry in kept.items():
        assert values[name].get("value") == entry.get("value")
        assert values[name]["line"] == entry["line"]
    assert values["chapter/word.A[0]"]["shape"] == [2]
    assert values["chapter/word.squares"]["shape"] == [2]


def test_an_infinite_value_is_published_as_text(book):
    text = table.published(edition(docs(with_entry(book, value=[1.0, float("-inf")]))), [])
    assert json.loads(text, parse_constant=pytest.fail)["values"]["chapter/word.far"]["value"] == [
        1.0,
        "-Infinity",
    ]


@pytest.fixture(scope="module")
def validator():
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    return jsonschema.Draft202012Validator(SCHEMA)


def test_the_published_ledger_is_valid(book, validator):
    with_entry(book, value=[[1.0, float("inf")], [0.5, 2.0]])
    assert list(validator.iter_errors(published(book))) == []


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "complex"},
        {"line": 0},
        {"line": "3"},
        {"value": "0.5"},
        {"value": None},
        {"value": []},
        {"shape": [2.5]},
        {"snippet": "chapter/word"},
        {"shown": "https://example.org/chapter.html#L-chapter-word-3"},
        {"quoted": ["chapter.html"]},
        {"quoted": ["chapter.html#n1", "chapter.html#n1"]},
        {"more": 1},
    ],
    ids=repr,
)
def test_a_ledger_that_says_something_else_is_not_valid(book, validator, change):
    ledger = published(book)
    ledger["values"]["chapter/word.far"] |= change
    assert not validator.is_valid(ledger)


@pytest.mark.parametrize("part", ["kind", "shape", "snippet", "line", "quoted"])
def test_a_ledger_that_lacks_something_is_not_valid(book, validator, part):
    ledger = published(book)
    del ledger["values"]["chapter/word.far"][part]
    assert not validator.is_valid(ledger)


def test_a_name_without_its_chapter_is_not_valid(book, validator):
    ledger = published(book)
    ledger["values"]["word.far"] = ledger["values"]["chapter/word.far"]
    assert not validator.is_valid(ledger)


def test_the_schema_is_of_the_draft_that_it_names():
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert re.fullmatch(r"[ -~\n]+", json.dumps(SCHEMA))
