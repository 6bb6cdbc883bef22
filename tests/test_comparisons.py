"""A sentence says above where its claim does, and below where it does."""

import pytest

from book.comparisons import about, said


def around(text: str):
    """What is said around the number that stands between brackets."""
    start = text.index("[")
    end = text.index("]") - 1
    return said(text.replace("[", "").replace("]", ""), start, end)


@pytest.mark.parametrize(
    ("text", "direction"),
    [
        ("right in more than [90]% of them", ">"),
        ("stays below [0.3] on every seed", "<"),
        ("below 0.3 on one seed and above [0.5] on another", ">"),
        ("between: above 0.3, below [0.5]", "<"),
        ("每个种子都超过 [90]%", ">"),
        ("每个种子都不超过 [90]%", "<"),
        ("[90]% 以上", ">"),
        ("都在 [0.3] 以下，另一个超过 0.5", "<"),
        ("都在 0.3 以下，另一个超过 [0.5]", ">"),
        ("都在 0.3 以下，另一个在 [0.5] 以上", ">"),
        (r"$\|J\| < [10^{-9}]$", "<"),
        (r"$x \ge [3]$", ">"),
        ("takes no longer than [0.3] seconds", "<"),
        ("does not exceed [0.3]", "<"),
        ("is not above [0.3]", "<"),
        ("no longer rises above [0.3]", "<"),
        ("no seed is above [0.3]", "<"),
        ("is never below [0.3]", ">"),
        ("no more remarkably, again by more than [20]%", ">"),
        ("| no positions | below [45]%", "<"),
        ("不高于 [0.3]", "<"),
        ("不大于 [0.3]", "<"),
        ("从未超过 [0.3]", "<"),
        ("不可能再超过 [0.3]", "<"),
        ("没有低于 [0.3]", ">"),
        ("没有降到 [0.3] 以下", ">"),
        ("不缩放，超过 [0.3]", ">"),
        ("不学，在 [0.3] 以下", "<"),
        ("the loss is [0.3]", None),
        ("more than that\nis [0.3]", None),
    ],
)
def test_the_word_behind_decides_else_the_nearest_before(text, direction):
    assert around(text) == direction


@pytest.mark.parametrize(("before", "told"), [("below ", "say below"), ("", "neither above nor")])
def test_a_sentence_that_turns_its_claim_round_is_refused(book, before, told):
    book.both(lambda text, _: text + "\nIt is above 0.5 in all. <!--= word.near> -->\n")
    book.sync()
    assert book.problems() == []
    book.change(book.page("en"), "above 0.5", f"{before}0.5")
    (problem,) = book.problems()
    assert problem.startswith("docs/en/chapter.md:")
    assert told in problem


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("about $8$ without, and $4$ with", True),
        ("大约 4", True),
        ("掉到 4 左右", True),
        (r"$x \approx 4$", True),
        ("is 4, about which more later", False),
        ("about 5\nis 4", False),
        ("是 4", False),
    ],
)
def test_a_number_that_is_only_about_so_large_is_told_by_a_word(text, told):
    start = text.rindex("4")
    assert about(text, start, start + 1) is told


def test_a_bare_power_of_ten_is_only_about_so_large():
    assert about("is 10^{-12} here", 3, 11)
