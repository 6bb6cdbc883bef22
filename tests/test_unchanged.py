"""A check that found nothing wrong is not made again, unless anything it depends on has changed."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest

from book import commands, digests, unchanged
from book.__main__ import main
from tests.conftest import ROOT, Book


@pytest.fixture
def checks(book, monkeypatch):
    """How many checks were really made, in the folder of the small book."""
    made = []
    real = commands.check

    def counted(*arguments, **options):
        made.append(arguments)
        return real(*arguments, **options)

    monkeypatch.setattr(commands, "check", counted)
    monkeypatch.setenv("GITHUB_ACTIONS", "")
    monkeypatch.chdir(book.root)
    return made


def test_a_check_of_the_same_book_is_made_once_and_says_the_same(checks, capsys):
    assert main(["check"]) == 0 and len(checks) == 1
    first = capsys.readouterr().out
    assert main(["check"]) == 0 and len(checks) == 1
    assert capsys.readouterr().out == first and "numbers" in first


def test_a_check_that_computed_says_later_that_it_did_not_now(book, checks, capsys):
    assert main(["check", "--fresh"]) == 0
    assert "(1 run now" in capsys.readouterr().out
    assert main(["check"]) == 0 and len(checks) == 1
    assert "(0 run now" in capsys.readouterr().out


def test_what_was_found_wrong_is_found_again(book, checks, capsys):
    book.change(book.page("zh"), "0.057", "0.058")
    assert main(["check"]) == 1
    assert main(["check"]) == 1 and len(checks) == 2
    assert "0.058 is written" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["--fresh"], ["chapter"], ["--format", "json"]])
def test_a_check_that_is_asked_for_by_more_than_its_name_is_made(arguments, checks):
    assert main(["check"]) == 0
    assert main(["check", *arguments]) == 0 and len(checks) == 2


def test_a_part_of_the_book_says_nothing_of_the_whole(checks):
    assert main(["check", "chapter"]) == 0
    assert main(["check"]) == 0 and len(checks) == 2


CHANGES = {
    "a page": "docs/en/chapter.md",
    "a snippet": "snippets/chapter/word.py",
    "its output": "snippets/chapter/word.out",
    "the ledger": "docs/ledger.json",
    "what is vouched for": "docs/vouched.json",
}


@pytest.mark.parametrize("file", CHANGES.values(), ids=CHANGES.keys())
def test_a_byte_of_any_file_that_is_read_asks_for_a_check(file, book, checks):
    assert main(["check"]) == 0
    path = book.root / file
    times = path.stat()
    path.write_bytes(path.read_bytes()[:-1] + b" ")
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))  # its date and size say nothing
    main(["check"])
    assert len(checks) == 2


@pytest.mark.parametrize("file", ["docs/zh/x.md", "figures_src/a/b.py", "tests/test_x.py"])
def test_a_file_that_comes_or_goes_asks_for_a_check(file, book, checks):
    before = unchanged.digest(book.root)
    path = book.root / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("")
    assert unchanged.digest(book.root) != before
    path.unlink()
    assert unchanged.digest(book.root) == before


def test_the_tool_python_its_packages_and_settings_count(book, monkeypatch, tmp_path):
    seen = {unchanged.digest(book.root)}
    tool = tmp_path / "book"
    tool.mkdir()
    (tool / "check.py").write_text("TOLERANCE = 1\n")
    package = tmp_path / "torch-2.99.0.dist-info"
    for change in (
        lambda: monkeypatch.setattr(sys, "version", "4.0"),
        lambda: monkeypatch.setenv("ATEN_CPU_CAPABILITY", "default"),
        lambda: package.mkdir() or monkeypatch.syspath_prepend(str(tmp_path)),
        lambda: monkeypatch.setattr(unchanged, "TOOL", tool),
        lambda: (tool / "check.py").write_text("TOLERANCE = 2\n"),
    ):
        change()
        assert unchanged.digest(book.root) not in seen
        seen.add(unchanged.digest(book.root))


def test_a_file_saved_while_it_was_checked_is_checked_again(book, checks, monkeypatch):
    real = commands.check

    def check_then_save(*arguments, **options):
        found = real(*arguments, **options)
        page = book.page("zh")
        page.write_text(page.read_text(encoding="utf-8").replace("一章", "这章"), encoding="utf-8")
        return found

    monkeypatch.setattr(commands, "check", check_then_save)
    assert main(["check"]) == 0
    assert unchanged.told(book.root) is None


def test_behind_a_linked_folder_may_lie_anything(book, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    before = unchanged.digest(book.root)
    (book.root / "snippets/linked").symlink_to(elsewhere)
    linked = unchanged.digest(book.root)
    (elsewhere / "x.py").write_text("x = 1")
    assert len({before, linked, unchanged.digest(book.root)}) == 3


@pytest.mark.parametrize("kept", ["", "[]", "{}", '{"digest": null, "said": "x"}', "\0"])
def test_what_is_kept_and_damaged_is_no_answer(kept, book):
    path = book.root / unchanged.KEPT
    path.parent.mkdir(exist_ok=True)
    path.write_text(kept)
    assert unchanged.told(book.root) is None


def test_what_is_unchanged_is_told_without_importing_what_computes(book):
    unchanged.remember(book.root, unchanged.digest(book.root), "all is well")
    program = "import sys; from book.__main__ import main; code = main(['check']);"
    program += "print(sorted({'book.check', 'torch', 'numpy'} & set(sys.modules)), code)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=book.root,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "all is well\n[] 0\n"


@pytest.mark.parametrize(
    ("given", "command"),
    [([], "nox -s check"), (["sync", "two words"], "nox -s sync -- 'two words'")],
)
def test_where_a_package_is_missing_the_command_that_brings_it_is_told(given, command):
    program = "import sys; sys.modules['pybtex'] = None; from book.__main__ import main;"
    program += f"sys.exit(main({given}))"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    where = "in the book's own environment"
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("pybtex") and done.stderr.endswith(f" {where}: {command}\n")


def test_the_counts_that_are_kept_are_those_of_the_check(book: Book, checks):
    assert main(["check"]) == 0
    counts = book.check().counts
    assert unchanged.told(book.root) == str(replace(counts, recomputed=0))


def test_links_that_lead_back_are_followed_once(book):
    for name in ("one", "two"):
        (book.root / "docs" / name).symlink_to(book.root)
    found = [os.path.realpath(path) for path in digests.files([book.root / "docs"])]
    assert {os.path.realpath(book.page("zh")), os.path.realpath(book.root)} <= set(found)
    assert len(found) == len(set(found)) + 1  # both links
