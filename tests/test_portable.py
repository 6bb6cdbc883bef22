"""What is true here is true elsewhere, and what is not is told with both values."""

import math
import os
import subprocess
from types import SimpleNamespace

import pytest

from book import portable
from book.portable import (
    ELSEWHERE,
    FILE,
    FOLDER,
    Moved,
    Outcome,
    checked,
    copied,
    main,
    moved,
    record,
    recorded,
)
from book.values import Value
from tests.conftest import LIGHT, Book

WRONG = ("far = 0.05710", "far = 0.05710 if '(a copy' not in __file__ else 0.06")


@pytest.fixture
def quick(monkeypatch) -> None:
    """The check of the copy has workers without torch, which the small book does not need."""

    def run(command: list[str], **options) -> subprocess.CompletedProcess:
        assert command[1:3] == ["-m", "book"]
        return subprocess.run([command[0], *LIGHT, *command[3:]], **options)

    monkeypatch.setattr(portable, "subprocess", SimpleNamespace(run=run))


def test_the_copy_lies_in_a_folder_with_spaces_and_han_and_holds_nothing_computed(book, tmp_path):
    (book.root / ".cache/runs").mkdir(parents=True, exist_ok=True)
    (book.root / "tests").mkdir()
    (book.root / "tests/test_word.py").write_text("from snippets.chapter.word import near\n")
    copy = copied(book.root, tmp_path / "elsewhere")
    assert " " in str(copy) and any("一" <= character <= "龥" for character in str(copy))
    assert not (copy / ".cache").exists()
    for file in (
        "mkdocs.yml",
        "docs/zh/chapter.md",
        "docs/ledger.json",
        "snippets/chapter/word.py",
        "tests/test_word.py",
    ):
        assert (copy / file).read_bytes() == (book.root / file).read_bytes()


def test_elsewhere_differs_from_here_in_all_that_is_promised():
    assert ELSEWHERE["ATEN_CPU_CAPABILITY"] == "default"
    assert ELSEWHERE["MKL_CBWR"] == "COMPATIBLE"
    assert (ELSEWHERE["OMP_NUM_THREADS"], ELSEWHERE["MKL_NUM_THREADS"]) == ("1", "1")
    for name in ("PYTHONHASHSEED", "LC_ALL", "TZ"):
        assert os.environ.get(name) != ELSEWHERE[name]
    assert " " in FOLDER


def test_a_book_that_holds_everywhere_holds_elsewhere(book, capsys):
    assert main(["--root", str(book.root), "--jobs", "1"]) == 0
    told = capsys.readouterr().out
    assert "ATEN_CPU_CAPABILITY=default" in told
    assert "2 pages: 20 numbers recomputed or compared" in told
    assert "written with their digits: 6, all to the last bit as in the ledger" in told


def test_what_holds_here_only_is_told_at_its_line_with_both_values(book, quick, capsys):
    book.change(book.snippet, *WRONG)
    assert book.problems() == []
    assert main(["--root", str(book.root), "--jobs", "1"]) == 1
    told = capsys.readouterr()
    assert (
        "docs/zh/chapter.md:6:7: 0.057 is written, chapter/word.far is 0.06, here 0.060" in told.out
    )
    assert "docs/en/chapter.md:6:38: 0.057 is written" in told.out
    assert "snippets/chapter/word.out:1:1: '0.057' is kept" in told.out
    assert "with other last digits than the ledger" in told.out
    assert "10 problems elsewhere" in told.err
    assert "0.057" in book.page("zh").read_text("utf-8")  # nothing is written


def test_a_check_that_does_not_come_to_its_end_is_told(book, tmp_path, monkeypatch, capsys):
    with pytest.raises(RuntimeError, match="there is no chapter two; known: chapter"):
        checked(copied(book.root, tmp_path / "elsewhere"), ["two"])
    monkeypatch.setattr(portable, "checked", lambda *_: (_ for _ in ()).throw(RuntimeError("no")))
    assert main(["--root", str(book.root)]) == 1
    assert "did not come to its end: no" in capsys.readouterr().err


def test_there_must_be_a_book(tmp_path, capsys):
    assert main(["--root", str(tmp_path)]) == 2
    assert "there is no book here" in capsys.readouterr().err


def test_how_far_values_have_moved_is_measured_as_identities_are(book):
    assert moved(book.root) == (Moved(6, 0, 0.0, "chapter/word.A[0]"), Moved(0, 0, 0.0, ""))
    (book.root / ".cache/runs/notebook.json").write_text('{"texts": []}')  # kept there as well
    ledger = book.root / "docs/ledger.json"
    book.change(ledger, "0.968", "0.969")
    found, _ = moved(book.root)
    assert (found.differing, found.name) == (1, "chapter/word.near")
    assert math.isclose(found.farthest, 0.001)  # of a value below one: the difference itself
    assert (
        portable._distance(Value("float", (2,), (1.0, 4.0)), Value("float", (2,), (2.0, 4.0)))
        == 0.25
    )
    assert (
        portable._distance(Value("float", (2,), (1.0, 4.0)), Value("float", (), (2.0,))) == math.inf
    )
    large = [Value("int", (), (10**n,)) for n in (400, 401)]
    assert (portable._distance(*large), portable._distance(*large[:1] * 2)) == (math.inf, 0.0)


def test_values_that_are_only_bounded_are_counted_apart(book):
    for language, old, new in (
        ("zh", "差 17 倍", "超过 16 倍"),
        ("en", "a factor of 17", "over 16"),
    ):
        book.change(book.page(language), old, new)
        book.change(book.page(language), "word.ratio -->\n", "word.ratio> -->\n")
        book.change(book.page(language), "$$\nr = 17\n$$\n<!--= word.ratio -->", "")
    book.sync()
    book.change(book.root / "docs/ledger.json", "16.95", "16.94")
    written, bounded = moved(book.root)
    assert (written.values, written.differing) == (5, 0)
    assert (bounded.values, bounded.differing, bounded.name) == (1, 1, "chapter/word.ratio")


OUTCOME = Outcome(2, 20, 2, 0, 1, 0, 5, 1, 2.5e-16, 1, 1, 0.12)


def test_the_record_of_another_torch_stands_beside_that_of_the_pinned_one(tmp_path):
    assert recorded(tmp_path) == {}
    record(tmp_path, "2.14.1", OUTCOME)
    record(tmp_path, "2.9.0", OUTCOME._replace(numbers=21))
    assert list(recorded(tmp_path)) == ["2.9.0", "2.14.1"]
    assert recorded(tmp_path)["2.9.0"].numbers == 21
    record(tmp_path, "2.14.1", OUTCOME._replace(unlike=3, written_farthest=math.inf))
    assert recorded(tmp_path)["2.14.1"] == OUTCOME._replace(unlike=3, written_farthest=math.inf)
    record(tmp_path, "2.15.0.dev20261201", OUTCOME)
    record(tmp_path, "2.15.0", OUTCOME)
    assert list(recorded(tmp_path)) == ["2.15.0.dev20261201", "2.15.0"]
    record(tmp_path, "2.14.1", OUTCOME)
    assert list(recorded(tmp_path)) == ["2.15.0.dev20261201", "2.15.0"]


def test_a_run_of_the_whole_book_is_recorded_also_where_something_does_not_hold(
    book, quick, monkeypatch
):
    monkeypatch.setattr(portable, "versions", lambda: {"torch": "2.13.0+cpu"})
    at = ["--root", str(book.root), "--jobs", "1"]
    assert main([*at]) == 0
    assert not (book.root / FILE).exists()
    assert main([*at, "--record"]) == 0
    assert recorded(book.root) == {"2.13.0": Outcome(2, 20, 2, 0, 1, 0, 6, 0, 0.0, 0, 0, 0.0)}
    book.change(book.snippet, *WRONG)
    assert main([*at, "--record"]) == 1
    found = recorded(book.root)["2.13.0"]
    assert found.unlike > 2
    assert (found.written_differing, found.written_farthest) == (2, 0.048)


def test_a_part_of_the_book_is_not_recorded(book, monkeypatch, capsys):
    with pytest.raises(SystemExit):
        main(["chapter", "--record", "--root", str(book.root)])
    assert "only the whole book is recorded" in capsys.readouterr().err
    monkeypatch.setattr(portable, "checked", lambda *_: (_ for _ in ()).throw(RuntimeError("no")))
    assert main(["--record", "--root", str(book.root)]) == 1
    assert not (book.root / FILE).exists()


def test_places_are_the_same_with_crlf_and_a_byte_order_mark(book):
    for language in ("zh", "en"):
        book.change(book.page(language), "0.057", "0.058")
        book.change(book.page(language), "0.64", "0.65")
    plain = book.check().problems
    for language in ("zh", "en"):
        path = book.page(language)
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert book.check().problems == plain
    assert len(plain) == 4


def test_a_byte_order_mark_and_crlf_survive_a_sync_of_every_kind(book):
    """Digits, ledger and output follow a changed constant, and no line end does."""
    for language in ("zh", "en"):
        path = book.page(language)
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    book.change(book.snippet, "far = 0.05710", "far = 0.06710")
    book.sync()
    assert book.problems() == []
    for language in ("zh", "en"):
        content = book.page(language).read_bytes()
        assert content.startswith(b"\xef\xbb\xbf---\r\n")
        assert content.count(b"\n") == content.count(b"\r\n")
        assert b"0.067" in content


def test_snippets_with_crlf_and_a_byte_order_mark_give_the_same_values(book):
    before = Book(book.root).check(fresh=True)
    book.snippet.write_bytes(b"\xef\xbb\xbf" + book.snippet.read_bytes().replace(b"\n", b"\r\n"))
    assert before.problems == []
    assert book.problems() == []
