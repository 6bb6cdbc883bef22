"""The page that says why the book can be trusted says what was tried, and leaves nothing out."""

import pytest

from book.chapter import read
from book.mutation import record, survivors
from tests.conftest import ROOT


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
    file = f"docs/{language}/trust.md"
    page = read((ROOT / file).read_text(encoding="utf-8"), file)
    claimed = [
        str(entry.name)
        for block in page.blocks
        if block.kind == "row"
        for claim in block.claims
        for entry in claim.entries
    ]
    assert claimed == [f"trust/mutations.outcomes[{at}]" for at in range(len(record.ROWS))]


def test_the_program_is_the_one_that_the_command_writes(table):
    source = (ROOT / record.FILE).read_text(encoding="utf-8")
    assert source == record.program(table, record.figures(ROOT))
