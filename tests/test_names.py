"""A name stands for a value, a tensor for its entries in reading order."""

import pytest

from book.claims import claim
from book.names import UnknownName, parts, resolved
from book.runs import Run
from book.values import Value

A = Value("float", (2, 3), (0.0, 0.1, 0.2, 1.0, 1.1, 1.2))
RUNS = {"c/s": Run("c/s", {"A": A, "x": Value("int", (), (7,))})}


def said(words: str):
    read = claim(f"<!--= {words} -->", 0, "c")
    values = {e.name: resolved(e.name, RUNS) for e in read.entries if e.name}
    return [(str(part.name) if part.name else "-", part.value) for part in parts(read, values)]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("s.x", [("c/s.x", 7)]),
        ("- s.x", [("-", None), ("c/s.x", 7)]),
        ("s.A[1]", [("c/s.A[1,0]", 1.0), ("c/s.A[1,1]", 1.1), ("c/s.A[1,2]", 1.2)]),
        ("s.A[:, 1]", [("c/s.A[0,1]", 0.1), ("c/s.A[1,1]", 1.1)]),
        ("s.A[-1, 1:]", [("c/s.A[-1,1]", 1.1), ("c/s.A[-1,2]", 1.2)]),
        ("s.A[0, -2:]", [("c/s.A[0,-2]", 0.1), ("c/s.A[0,-1]", 0.2)]),
    ],
)
def test_each_number_has_a_name_and_a_value(words, expected):
    assert said(words) == expected


@pytest.mark.parametrize(
    ("words", "message", "remedy"),
    [
        ("t.x", "there is no snippet snippets/c/t.py", "c/s"),
        ("s.B", "leaves no value B", "known: A, x"),
        ("s.A[2]", "shape (2, 3)", "index"),
        ("s.x[0]", "shape ()", "index"),
        ("s.A[2:]", "no entry", "index"),
    ],
)
def test_an_unknown_name_is_told_with_the_nearest_known(words, message, remedy):
    with pytest.raises(UnknownName) as error:
        said(words)
    assert message in str(error.value)
    assert remedy in error.value.remedy


def test_a_name_of_a_snippet_with_a_problem_is_not_judged():
    from book.problems import Problem

    runs = {"c/s": Run("c/s", problems=(Problem("snippets/c/s.py", 1, 1, "raises"),))}
    (entry,) = claim("<!--= s.anything -->", 0, "c").entries
    assert resolved(entry.name, runs) is None
