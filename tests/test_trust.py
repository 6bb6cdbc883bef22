"""The page that says why the book can be trusted says what was tried, and leaves nothing out."""

import tomllib

import pytest

from bench import record as costs
from bench.cost import TARGETS
from book import ledger, portable
from book.chapter import Block, read
from book.files import bound
from book.mutation import record, survivors
from tests.conftest import ROOT


def rows(language: str, section: str) -> list[Block]:
    """The rows of the tables in a section of the page."""
    file = f"docs/{language}/trust.md"
    page = read((ROOT / file).read_text(encoding="utf-8"), file)
    return [block for block in page.blocks if (block.section, block.kind) == (section, "row")]


def claimed(blocks: list[Block]) -> list[str]:
    """What the rows claim, in reading order."""
    entries = [entry for block in blocks for claim in block.claims for entry in claim.entries]
    return [str(entry.name) for entry in entries]


@pytest.fixture(scope="module")
def table() -> dict[str, record.Row]:
    return record.kept(ROOT)


def test_each_row_adds_up(table):
    assert list(table) == list(record.ROWS)
    for row in table.values():
        assert row.tried == row.refuted + row.asked + row.survived
        assert 0 < row.tried <= row.there


def test_every_change_to_a_page_and_a_figure_was_tried(table):
    for name, row in table.items():
        if "programs" not in name:
            assert row.tried == row.there, name
    tried, there = record.figures(ROOT)
    assert tried == there > 0


def test_no_changed_number_was_missed(table):
    """Digits, signs, units, exponents and points, in one language and in both."""
    assert [row.survived for row in list(table.values())[:4]] == [0, 0, 0, 0]
    assert list(record.ROWS)[3].startswith("signs")


def test_what_was_missed_has_a_reason(table):
    """As many as the table says, in the list that people review; a name may stand for several."""
    reasons = survivors.load(ROOT)
    assert {kind for kind, _ in reasons} <= {k for kinds in record.ROWS.values() for k in kinds}
    for name, row in table.items():
        known = [kind for kind, _ in reasons if kind in record.ROWS[name]]
        assert bool(known) == bool(row.survived)
        assert len(known) <= row.survived


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_page_shows_every_row(language):
    names = [f"trust/mutations.outcomes[{at}]" for at in range(len(record.ROWS))]
    assert claimed(rows(language, "outcome")) == names


def test_the_program_is_the_one_that_the_command_writes(table):
    source = (ROOT / record.FILE).read_text(encoding="utf-8")
    assert source == record.program(table, record.figures(ROOT))


@pytest.fixture(scope="module")
def elsewhere() -> dict[str, portable.Outcome]:
    return portable.recorded(ROOT)


def test_the_whole_book_holds_elsewhere_under_the_pinned_torch(elsewhere):
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pinned = [pin for pin in groups["dependency-groups"]["book"] if pin.startswith("torch==")]
    assert pinned == [f"torch=={next(iter(elsewhere))}"]
    assert [outcome.unlike for outcome in elsewhere.values()] == [0] * len(elsewhere)


def test_the_book_that_was_checked_elsewhere_was_about_as_large_as_this_one(elsewhere):
    kept = sum("value" in entry for entry in ledger.load(ROOT).values())
    for outcome in elsewhere.values():
        assert 0.9 < (outcome.written + outcome.bounded) / kept < 1.1


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_page_names_each_torch_and_shows_what_came_of_it(language, elsewhere):
    head, *body = rows(language, "portable")
    assert head.codes == [f"torch {version}" for version in elsewhere]
    assert claimed(body) == [f"trust/portability.{name}" for name in portable.Outcome._fields]


def test_the_program_of_the_other_table_is_the_one_that_the_command_writes(elsewhere):
    source = (ROOT / portable.FILE).read_text(encoding="utf-8")
    assert source == portable.program(elsewhere)


@pytest.fixture(scope="module")
def bench() -> dict:
    return bound(ROOT / costs.FILE)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_page_shows_what_each_tool_takes(language):
    tools, kinds = [f"[:,{at}]" for at in range(5)], range(4)
    assert claimed(rows(language, "cost")) == [
        *(f"trust/cost.time{tool}" for tool in tools),
        "trust/cost.targets",
        *(f"trust/cost.memory{tool}" for tool in tools),
        *(f"trust/cost.{name}[{kind}]" for kind in kinds for name in ("growth", "beside")),
    ]


def test_the_aims_are_those_of_the_bench_and_are_met_as_the_page_says(bench):
    assert bench["targets"].tolist() == list(TARGETS.values())
    assert (bench["time"][:, 0] <= bench["targets"]).all() and bench["met"].all()


def test_what_the_page_says_of_the_others_is_what_was_measured(bench):
    """Cold, more work than time and more memory than markdown-exec, which leads in a large book."""
    assert bench["work"][0, 0] > bench["time"][0, 0]  # two processes at a time
    assert (bench["time"][1:3, 0] < 1).all()  # sooner than typed numbers
    assert bench["memory"][0, 2] < bench["memory"][0, 0]  # markdown-exec, cold
    assert bench["beside"][3] < bench["beside"][1] and bench["growth"][1, 0] < 10
