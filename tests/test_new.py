"""A new chapter begins complete, in both languages, and passes the check."""

import shutil
import subprocess
import sys

import pytest

from book.files import write
from book.new import NoPlace, begun
from book.runs import PRELOAD
from tests.conftest import ROOT


def begin(book, name):
    write(begun(book.root, name))


def test_a_new_chapter_passes_the_check_once_it_is_synced(book, monkeypatch):
    monkeypatch.setattr("book.runs.PRELOAD", PRELOAD)  # its programs and figures import torch
    shutil.copytree(ROOT / "snippets/example", book.root / "snippets/example")
    reader = "from snippets.example.sentence import T, d\n"  # which other chapters read
    write({book.root / "tests/test_sentence.py": reader})
    (book.root / "figures_src").mkdir()
    shutil.copy(ROOT / "figures_src/book.mplstyle", book.root / "figures_src")
    book.change(book.root / "mkdocs.yml", "site_name", "nav:\n  - chapter.md\nsite_name")
    begin(book, "wavelets")
    book.sync()
    assert book.problems() == []
    counts = book.check(chapters=["wavelets"]).counts
    assert (counts.numbers, counts.identities, counts.figures, counts.folds) == (8, 2, 2, 2)


def test_a_new_page_stands_last_in_the_nav_and_nothing_else_changes(book):
    config = book.root / "mkdocs.yml"
    config.write_text("nav:\n  - chapter.md # first\n\n# The theme\ntheme: material\n")
    begin(book, "wavelets")
    assert config.read_text() == (
        "nav:\n  - chapter.md # first\n  - wavelets.md\n\n# The theme\ntheme: material\n"
    )


@pytest.mark.parametrize("name", ["Wavelets", "two words", "../up", "wave2", "", "小波", "class"])
def test_a_name_that_is_no_plain_word_is_refused(book, name):
    with pytest.raises(NoPlace, match="one word of the letters a to z"):
        begun(book.root, name)


def test_a_name_that_the_site_needs_is_refused(book):
    with pytest.raises(NoPlace, match="ledger is something else on the site"):
        begun(book.root, "ledger")


def test_what_exists_is_never_overwritten(book):
    with pytest.raises(NoPlace, match="chapter is a chapter already"):
        begun(book.root, "chapter")
    write({book.root / "snippets/wavelets/first.py": "kept = 1\n"})
    with pytest.raises(NoPlace, match=r"snippets/wavelets/first\.py exists already"):
        begun(book.root, "wavelets")


def test_a_book_without_a_nav_is_told(book):
    with pytest.raises(NoPlace, match=r"mkdocs\.yml has no nav"):
        begun(book.root, "wavelets")


def test_the_command_says_what_it_wrote_and_refuses_with_one_line(book):
    def new(name):
        command = [sys.executable, "-m", "book", "new", name, "--root", str(book.root)]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    book.change(book.root / "mkdocs.yml", "site_name", "nav:\n  - chapter.md\nsite_name")
    done = new("wavelets")
    assert done.returncode == 0
    assert "written: docs/zh/wavelets.md\n" in done.stdout
    again = new("wavelets")
    assert again.returncode == 2
    assert again.stderr == "nothing is written: wavelets is a chapter already\n"
