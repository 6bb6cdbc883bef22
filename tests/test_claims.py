"""Claims are parsed, never evaluated."""

import pytest

from book.claims import ClaimError, Name, Span, claim, index_text


def names(comment: str) -> list[str]:
    return [str(entry.name) if entry.name else "-" for entry in claim(comment, 0, "rnn").entries]


def test_a_name_without_a_chapter_belongs_to_the_chapter_it_stands_in():
    assert names("<!--= back.far -->") == ["rnn/back.far"]


def test_a_name_may_lie_in_another_chapter():
    assert names("<!--= conv/layers.A -->") == ["conv/layers.A"]


def test_a_dash_stands_for_a_number_that_nothing_computes():
    assert names("<!--= a.b - a.c -->") == ["rnn/a.b", "-", "rnn/a.c"]


@pytest.mark.parametrize(
    ("written", "index"),
    [
        ("a.b[3]", (3,)),
        ("a.b[-1, 0]", (-1, 0)),
        ("a.b[:, 2]", (Span(), 2)),
        ("a.b[1:3]", (Span(1, 3),)),
    ],
)
def test_an_index_holds_integers_and_slices(written, index):
    (entry,) = claim(f"<!--= {written} -->", 0, "c").entries
    assert entry.name == Name("c/a", "b", index)
    assert index_text(index) == written.removeprefix("a.b").replace(" ", "")


@pytest.mark.parametrize("relation", list("<>~"))
def test_a_relation_stands_behind_the_name(relation):
    (entry,) = claim(f"<!--= a.b{relation} -->", 0, "c").entries
    assert entry.relation == relation


def test_an_entry_knows_its_place_in_the_chapter():
    comment = "<!--= a.b c.d[1, 2] -->"
    assert [(e.start, e.end) for e in claim(comment, 100, "x").entries] == [(106, 109), (110, 119)]


def test_an_identity_names_two_values():
    assert claim("<!--== a.left a.right -->", 0, "c").kind == "identity"


def test_a_definition_names_nothing():
    assert claim("<!--:=-->", 0, "c").kind == "definition"


@pytest.mark.parametrize(
    ("comment", "offset"),
    [
        ("<!--= -->", 0),
        ("<!-- = a.b -->", 0),
        ("<!--== a.b -->", 0),
        ("<!--== a.b - -->", 0),
        ("<!--== a.b a.c a.d -->", 0),
        ("<!--:= a.b -->", 0),
        ("<!--= a.b __import__('os') -->", 10),
        ("<!--= a.b+1 -->", 6),
        ("<!--= a.b -> -->", 10),
        ("<!--= a -->", 6),
        ("<!--= a.b.c -->", 6),
        ("<!--= a.b[x] -->", 6),
        ("<!--= a.b[0:3:2] -->", 6),
        ("<!--= a.b[] -->", 6),
        ("<!--= a.b[1 -->", 6),
        ("<!--= ../a.b -->", 6),
        ("<!--= 很.好 -->", 6),
    ],
)
def test_what_is_not_a_claim_is_refused_at_its_place(comment, offset):
    with pytest.raises(ClaimError) as error:
        claim(comment, 0, "c")
    assert error.value.offset == offset
    assert error.value.remedy
