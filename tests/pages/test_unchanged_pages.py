"""Pages stand as they are only while a build would make the same of them."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from book import digests
from book.files import alone
from book.page import __main__ as command
from book.page import feed, unchanged
from tests.pages.conftest import LANGUAGES, ROOT, built, small_book

BOTH = set(LANGUAGES)
PAGE = {
    # 位置编码 is one word in the dictionary of the Chinese search alone.
    "zh": "正文「位置编码」，值是 0.50。 <!--= index/half.value -->",
    "en": "Text on 位置编码, the value is 0.50. <!--= index/half.value -->",
}
REST = """

See [@elman1990]. $x$

![a dot](../figures/index/dot.svg)

```python title="snippets/index/half.py"
--8<-- "snippets/index/half.py"
```
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M 0 0 L 1 1"/></svg>\n'
READS = """
import os, runpy, sys
read = set()
def heard(event, arguments):
    if event == "open" and isinstance(arguments[0], (str, bytes)) and arguments[1] in ("r", "rb"):
        read.add(os.path.realpath(os.fsdecode(arguments[0])))
sys.addaudithook(heard)
sys.argv = ["book.page", "--fresh"]
sys.path.insert(0, os.getcwd())
try:
    runpy.run_module("book.page", run_name="__main__")
finally:
    print("\\n".join(sorted(read)))
"""


def run(root: Path, *command: str, labs: bool = False) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"RUN_LABS": str(labs).lower(), "NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(
        [sys.executable, *command],
        cwd=root,
        env=environment,
        text=True,
        capture_output=True,
        check=False,
    )


def pages(root: Path, *options: str, labs: bool = False) -> str:
    """Build as `nox -s site` does; what it prints."""
    done = run(root, "-m", "book.page", *options, labs=labs)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def every_file(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.fixture(scope="module")
def original(tmp_path_factory) -> Path:
    """A small book with something of each kind that a page is made of, and its site."""
    root = small_book(tmp_path_factory.mktemp("book"), *(PAGE[x] + REST for x in LANGUAGES))
    for name in ("book", "theme"):
        (root / name).unlink()
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    (root / "node_modules").unlink()
    for part in unchanged.PARTS:
        place = root / "node_modules" / part
        place.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (ROOT / "node_modules" / part).is_dir() else shutil.copy)(
            ROOT / "node_modules" / part, place
        )
    entry = {"value": 0.5, "kind": "float", "line": 1}
    files = {
        "snippets/index/half.py": "value = 1 / 2\n",
        "docs/figures/index/dot.svg": SVG,
        "docs/ledger.json": json.dumps({"index/half.value": entry}),
        "docs/references.bib": (ROOT / "docs/references.bib").read_text(encoding="utf-8"),
        "README.md": (ROOT / "README.md").read_text(encoding="utf-8"),
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    assert pages(root) == ""
    return root


@pytest.fixture
def settled(original, monkeypatch) -> Path:
    """The same, for tests that leave it as it was."""
    monkeypatch.setattr(unchanged, "TOOL", original / "book")
    monkeypatch.setenv("RUN_LABS", "false")
    return original


@pytest.fixture
def book(settled, tmp_path, monkeypatch) -> Path:
    """A copy of it, which a test may change."""
    root = tmp_path / "book"
    shutil.copytree(settled, root)
    monkeypatch.setattr(unchanged, "TOOL", root / "book")
    return root


def standing(root: Path) -> set[str]:
    return {language for language in LANGUAGES if unchanged.stands(root, language)}


EDITS = {
    "a word in Chinese": ("docs/zh/index.md", "正文", "文字", {"en"}),
    "a word in English": ("docs/en/index.md", "Text", "Words", {"zh"}),
    "a title": ("docs/en/index.md", "title: T", "title: U", {"zh"}),
    "a number that one language has more": (
        "docs/en/index.md",
        "is 0.50. <!--= index/half.value",
        "is 0.50, 0.5. <!--= index/half.value index/half.value",
        set(),
    ),
    "a program": ("snippets/index/half.py", "1 / 2", "2 / 4", set()),
    "a figure": ("docs/figures/index/dot.svg", "L 1 1", "L 1 0", set()),
    "a value": ("docs/ledger.json", "0.5", "0.501", set()),
    "a reference": ("docs/references.bib", "year = {1990}", "year = {1991}", set()),
    "a template": ("theme/main.html", "{", "<!-- -->{", set()),
    "a style sheet": ("theme/assets/book.css", "{", " {", set()),
    "the tool": ("book/page/phrases.py", '"', ' "', set()),
    "a configuration": ("mkdocs.yml", "site_name: ", "site_name: x", set()),
    "the commands of the README": ("README.md", "nox -s check site", "nox -s check  site", set()),
    "KaTeX": ("node_modules/katex/dist/katex.min.css", "{", " {", set()),
    "a built page": ("site/index.html", "正文", "文字", {"en"}),
    "a built page in English": ("site/en/index.html", "Text", "Words", {"zh"}),
}


@pytest.mark.parametrize("edit", EDITS)
def test_pages_stand_until_something_changes_that_they_depend_on(settled, edit):
    path, old, new, left = EDITS[edit]
    before, date = (settled / path).read_bytes(), (settled / path).stat()
    replace(settled / path, old, new)
    os.utime(settled / path, ns=(date.st_atime_ns, date.st_mtime_ns))  # no date tells of it
    found = standing(settled)
    (settled / path).write_bytes(before)
    assert found == left
    assert standing(settled) == BOTH


@pytest.mark.parametrize(
    ("path", "left"),
    [
        ("docs/zh/labs/new.py", {"en"}),
        ("docs/figures/new.svg", set()),
        ("snippets/index/new.py", set()),
        ("tests/test_index.py", set()),
        ("theme/assets/new.js", set()),
        ("site/new.html", {"en"}),
        ("site/en/new.html", {"zh"}),
    ],
)
def test_pages_stand_until_a_file_comes_that_they_may_depend_on(settled, path, left):
    (settled / path).parent.mkdir(parents=True, exist_ok=True)
    (settled / path).write_text("")
    found = standing(settled)
    (settled / path).unlink()
    assert found == left


@pytest.mark.parametrize("path", ["site/assets/style.css", "site/search/search_index.js"])
def test_a_built_file_that_is_gone_is_missed(settled, path):
    before = (settled / path).read_bytes()
    (settled / path).unlink()
    found = standing(settled)
    (settled / path).write_bytes(before)
    assert found == {"en"}


def test_what_stands_around_the_files_counts_too(settled, monkeypatch):
    with monkeypatch.context() as changed:
        changed.setenv("RUN_LABS", "true")
        assert standing(settled) == set()
    with monkeypatch.context() as changed:
        changed.setattr(digests, "packages", lambda: ["mkdocs-1.6.2.dist-info"])
        assert standing(settled) == set()
    with monkeypatch.context() as changed:
        commit = feed.Change("abc", "2026-01-01T00:00:00+00:00", "x", ("index.md",))
        changed.setattr(feed, "changes", lambda docs, pages: [commit])
        assert standing(settled) == set()
    assert standing(settled) == BOTH


def test_pages_that_include_a_file_from_elsewhere_are_always_built(book):
    (book / "notes").mkdir()
    (book / "notes" / "a.txt").write_text("a")
    included = '\n```text\n--8<-- "notes/a.txt"\n```\n'
    page = book / "docs/zh/index.md"
    page.write_text(page.read_text(encoding="utf-8") + included, encoding="utf-8")
    with pytest.raises(unchanged.Unsaid, match=r"notes/a\.txt"):
        unchanged.state(book, "zh", ["index.md"])
    assert "zh" not in standing(book)


@pytest.mark.parametrize("kept", ["", "{", "[]", '{"zh": {}}', '{"zh": {"state": 1}}', "null"])
def test_a_record_that_cannot_be_read_makes_nothing_stand(book, kept):
    (book / unchanged.KEPT).write_text(kept)
    assert standing(book) == set()


def test_what_changes_while_pages_are_built_is_not_taken_for_built(book):
    before = unchanged.state(book, "en", ["index.md"])
    replace(book / "docs/en/index.md", "Text", "Words")
    unchanged.remember(book, "en", ["index.md"], book / "site/en", before)
    assert standing(book) == {"zh"}


REWORDED = {
    "zh": [("正文", "文字"), ("title: T", "title: U"), ("# T", "# U"), ("a dot", "点")],
    "en": [("Text", "Words"), ("title: T", "title: U"), ("# T", "# U"), ("a dot", "A.")],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_after_words_of_one_language_change_the_site_is_that_of_a_whole_build(book, language):
    other = unchanged.OTHER[language]
    for old, new in REWORDED[language]:
        replace(book / f"docs/{language}/index.md", old, new)
    said = f"nothing has changed: the pages in docs/{other} are built already\n"
    assert pages(book) == said
    part = every_file(book / "site")
    assert any(REWORDED[language][0][1].encode() in content for content in part.values())
    assert pages(book, "--fresh") == ""
    assert part == every_file(book / "site")
    assert pages(book).count("nothing has changed") == 2


def test_english_pages_that_a_killed_build_has_hidden_are_built_again(book):
    whole = every_file(book / "site")
    (book / "site/en").rename(book / "site/.en")
    assert standing(book) == set()
    assert pages(book) == ""
    assert every_file(book / "site") == whole


def test_what_is_set_to_run_labs_is_no_change(book):
    assert pages(book, labs=True) == ""
    assert pages(book, labs=True).count("nothing has changed") == 2


def test_both_languages_in_one_process_are_what_each_is_in_its_own(original, tmp_path):
    done = built(original, tmp_path / "site", "--strict")
    assert done.returncode == 0, done.stderr
    together = every_file(original / "site")
    assert together == every_file(tmp_path / "site")
    assert "位置编码" in together["search/search_index.json"].decode()
    assert "位置编码" not in together["en/search/search_index.json"].decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_warning_fails_each_time_and_nothing_is_kept_of_it(book, language):
    replace(book / f"docs/{language}/index.md", "[@elman1990]", "[x](gone.md)")
    for _ in range(2):
        done = run(book, "-m", "book.page")
        assert done.returncode == 1
        assert "Aborted with 1 warnings in strict mode" in done.stdout
        assert language not in standing(book)


def test_all_that_a_build_reads_of_the_book_is_looked_at(book):
    done = run(book, "-c", READS)
    assert done.returncode == 0, done.stderr
    read = {Path(line) for line in done.stdout.splitlines() if line.startswith("/")}
    of_book = {
        path.relative_to(book).as_posix()
        for path in read
        if path.is_relative_to(book) and path.is_file() and path.suffix != ".pyc"
    }
    looked_at = {
        Path(path).relative_to(book).as_posix()
        for place in (*unchanged.places(book), book / ".cache", book / "site")
        for path in digests.files([place])
    }
    assert {"docs/zh/index.md", "docs/ledger.json", "mkdocs.yml", "README.md"} <= of_book
    assert of_book <= looked_at


def test_without_labs_to_run_nothing_that_runs_them_is_imported(book):
    code = "from book.page.__main__ import main; main(['--fresh']); import sys; print(*sys.modules)"
    done = run(book, "-c", code)
    assert done.returncode == 0, done.stderr
    assert "mkdocs_jupyter.plugin" in done.stdout.split()
    assert "nbconvert" not in done.stdout.split()


def test_outside_a_book_the_command_says_where_to_run_it(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert command.main([]) == 2
    assert "mkdocs.yml" in capsys.readouterr().err


def test_while_a_build_is_at_work_another_one_is_refused(tmp_path, monkeypatch, capsys):
    (tmp_path / "mkdocs.yml").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command, "_built", lambda *_: 0)
    with alone(tmp_path / command.LOCK):
        assert command.main([]) == 1
    assert "another build is at work" in capsys.readouterr().out
    assert command.main([]) == 0


@pytest.mark.parametrize("kept", ["[]", "null", "1"])
def test_a_damaged_record_is_written_anew_after_a_build(settled, kept):
    record = settled / unchanged.KEPT
    before = record.read_bytes()
    record.write_text(kept)
    for language, folder in (("zh", "site"), ("en", "site/en")):
        state = unchanged.state(settled, language, ["index.md"])
        unchanged.remember(settled, language, ["index.md"], settled / folder, state)
    found = standing(settled)
    record.write_bytes(before)
    assert found == BOTH


def test_links_that_lead_nowhere_or_back_are_looked_at_and_built_around(book, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (book / "docs/zh/.#index.md").symlink_to("who@where.1")  # as an editor leaves them
    (book / "snippets/back").symlink_to(book / "snippets")
    (book / "theme/linked").symlink_to(elsewhere)
    assert standing(book) == set()
    assert pages(book) == ""
    assert standing(book) == BOTH
    (elsewhere / "new.txt").write_text("")
    assert standing(book) == set()
