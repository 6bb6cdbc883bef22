"""The page that says why the book can be trusted says what was tried, and leaves nothing out."""

import tomllib

import pytest

from book import ledger, portable
from book.chapter import Block, read
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
