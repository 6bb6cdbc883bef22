"""Sync writes what check computes: digits and nothing else, everything or nothing."""

import json
import os
import random
import re
import shutil

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from book import commands as book_main
from book.chapter import read
from book.files import alone, write
from book.worker import WorkerError
from tests.conftest import Book
from tests.test_check import run

DIGIT = re.compile(r"[0-9０-９]")


def shape(text: str) -> str:
    return DIGIT.sub("#", text)


def pages(book: Book) -> dict[str, str]:
    return {lang: book.page(lang).read_text(encoding="utf-8") for lang in ("zh", "en")}


def test_sync_mends_literals_in_both_languages(book):
    before = pages(book)
    for language in ("zh", "en"):
        book.change(book.page(language), "0.057", "0.058")
        book.change(book.page(language), "0.64", "0.99")
    book.sync()
    assert pages(book) == before
    assert book.problems() == []


def test_sync_follows_a_changed_constant_everywhere(book):
    book.change(book.snippet, "near = 0.968", "near = 0.914")
    book.sync()
    assert book.problems() == []
    for text in pages(book).values():
        assert "0.914" in text
        assert "r = 16" in text


def test_sync_is_idempotent(book):
    book.change(book.snippet, "near = 0.968", "near = 0.914")
    book.sync()
    once = pages(book)
    book.sync()
    assert pages(book) == once


def test_sync_writes_nothing_while_something_is_beyond_it(book):
    book.change(book.page("zh"), "0.057", "0.058")
    book.change(book.page("zh"), "word.layers", "word.lawyers")
    before = book.page("zh").read_bytes()
    told = run(book, "sync")
    assert told.returncode == 1
    assert "nothing is written" in told.stderr
    assert book.page("zh").read_bytes() == before


def test_sync_says_what_it_wrote(book):
    book.change(book.page("zh"), "0.057", "0.058")
    left = book.root / "docs/zh/.chapter.md.x.part"
    left.touch()
    told = run(book, "sync").stdout.splitlines()
    assert told[:-1] == [f"removed: docs/zh/{left.name}", "written: docs/zh/chapter.md"]


def test_as_json_a_sync_says_nothing_else_on_the_same_channel(book):
    book.change(book.page("zh"), "0.057", "0.058")
    told = run(book, "sync", "--format", "json")
    assert json.loads(told.stdout)["problems"] == []
    assert told.stderr == "written: docs/zh/chapter.md\n"


def test_sync_keeps_line_ends_and_byte_order_mark(book):
    path = book.page("zh")
    text = path.read_text(encoding="utf-8").replace("\n", "\r\n")
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("0.057", "0.058").encode())
    book.sync()
    assert path.read_bytes() == b"\xef\xbb\xbf" + text.encode()


def test_a_page_saved_meanwhile_is_not_overwritten(book, capsys, monkeypatch):
    book.change(book.page("zh"), "0.057", "0.058")
    real = book_main.check

    def check_then_save(*arguments, **options):
        found = real(*arguments, **options)
        book.change(book.page("zh"), "# 一章", "# 长长的一章")
        return found

    monkeypatch.setattr(book_main, "check", check_then_save)
    assert book_main.main(["sync", "--root", str(book.root)]) == 1
    assert "has changed since it was read" in capsys.readouterr().out
    assert "0.058" in book.page("zh").read_text(encoding="utf-8")


def test_no_figure_is_written_while_a_sync_is_at_work(book, capsys, monkeypatch):
    def written(*arguments, **options):
        pytest.fail("it draws while another process writes")

    monkeypatch.setattr(book_main.figures, "main", written)
    with alone(book.root / book_main.LOCK) as ours:
        assert ours
        assert book_main.main(["figures", "--root", str(book.root)]) == 1
    told = capsys.readouterr()
    assert told.out.startswith(f"{book_main.LOCK}:1:1: another sync is at work in this book")
    assert told.err.startswith("nothing is written")


def test_no_sync_writes_while_figures_are_written(book, capsys, monkeypatch):
    codes = []

    def written(root, names, **options):
        codes.append(book_main.main(["sync", "--root", str(root)]))
        return 0

    monkeypatch.setattr(book_main.figures, "main", written)
    assert book_main.main(["figures", "--root", str(book.root)]) == 0
    assert codes == [1]
    assert "another sync is at work in this book" in capsys.readouterr().out


def test_where_no_worker_starts_figures_are_refused_in_words(book, capsys, monkeypatch):
    def refused(*arguments, **options):
        raise WorkerError("a worker cannot start: no torch")

    monkeypatch.setattr(book_main.figures, "main", refused)
    assert book_main.main(["figures", "--root", str(book.root)]) == 2
    assert capsys.readouterr().err == "a worker cannot start: no torch\n"


def test_a_link_is_written_through(tmp_path):
    real, link = tmp_path / "real.md", tmp_path / "link.md"
    real.write_text("old")
    link.symlink_to(real)
    write({link: "new"})
    assert link.is_symlink()
    assert real.read_text() == "new"


def test_of_a_link_that_is_removed_the_file_stays(tmp_path):
    real, link = tmp_path / "real.svg", tmp_path / "link.svg"
    link.symlink_to(real)
    write({real: "new", link: None})
    assert list(tmp_path.iterdir()) == [real]


SLOW = settings(
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@SLOW
@given(seed=st.integers(0, 10**9))
def test_changing_any_digit_of_a_literal_is_found_at_its_line_and_mended(
    finished_book, light_workers, tmp_path, seed
):
    rng = random.Random(seed)
    root = tmp_path / "copy"
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(finished_book, root)
    book = Book(root)
    language = rng.choice(["zh", "en"])
    text = book.page(language).read_text(encoding="utf-8")
    chapter = read(text, f"docs/{language}/chapter.md")
    number = rng.choice([n for block in chapter.blocks for n in block.numbers])
    at = rng.choice([i for i in range(number.start, number.end) if text[i].isdigit()])
    digit = rng.choice([d for d in "0123456789" if d != text[at]])
    broken = text[:at] + digit + text[at + 1 :]
    book.page(language).write_text(broken, encoding="utf-8")
    line, _ = chapter.place(number.start)
    problems = book.check().problems
    named = f"docs/{language}/chapter.md:{line}:"
    assert any(str(p).startswith(named) or named in p.message for p in problems), problems
    if number.literal.text not in ("1997",):
        book.sync()
        assert shape(book.page(language).read_text(encoding="utf-8")) == shape(text)
        assert book.problems() == []


@settings(SLOW, max_examples=25)
@given(factor=st.floats(0.2, 5.0, allow_nan=False))
def test_after_sync_check_passes_and_only_digits_have_changed(
    finished_book, light_workers, tmp_path, factor
):
    root = tmp_path / "copy"
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(finished_book, root)
    book = Book(root)
    before = pages(book)
    near = round(0.968 * factor, 4)
    book.change(book.snippet, "near = 0.968", f"near = {near}")
    report = book.check()
    if any(finding.edit is None for finding in report.findings):
        assert all("tie" in f.problem.message for f in report.findings if f.edit is None)
        return
    book.sync()
    assert book.problems() == []
    for language, text in pages(book).items():
        assert re.sub("#+", "#", shape(text)) == re.sub("#+", "#", shape(before[language]))


def test_a_file_is_replaced_whole_and_keeps_its_permissions(tmp_path):
    path = tmp_path / "a.md"
    path.write_text("old")
    path.chmod(0o640)
    write({path: "new"})
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_nothing_is_replaced_when_one_file_cannot_be_written(tmp_path, monkeypatch):
    first, second = tmp_path / "a.md", tmp_path / "b.md"
    first.write_text("old")
    second.write_text("old")
    real, calls = os.fsync, []

    def full(handle):
        calls.append(handle)
        if len(calls) == 2:
            raise OSError(28, "No space left on device")
        return real(handle)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write({first: "new", second: "new"})
    assert (first.read_text(), second.read_text()) == ("old", "old")
    assert sorted(tmp_path.iterdir()) == [first, second]
