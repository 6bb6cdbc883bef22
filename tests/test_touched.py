"""What a commit touches is checked, with the ledger in place of programs where none can run."""

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from book.touched import as_kept, main, touched

ROOT = Path(__file__).resolve().parent.parent


def told(book) -> list[str]:
    return [problem.message for problem in as_kept(book.root, ["chapter"]).problems]


def test_files_stand_for_their_chapters_and_labs():
    files = [
        "docs/zh/gates.md",
        "docs/en/gates.md",
        "docs/en/labs/paths.py",
        "snippets/heads/jobs.py",
        "figures_src/scores/plane.py",
        "docs/figures/bptt/recursion.svg",
        "snippets/example/sentence.py",
        "docs/references.bib",
        "docs/ledger.json",
        "README.md",
        "book/check.py",
    ]
    known = ["bptt", "gates", "heads", "labs/paths", "references", "scores", "signal"]
    found = ["bptt", "gates", "heads", "labs/paths", "references", "scores"]
    assert touched(files, known) == found


def test_a_book_that_agrees_with_its_ledger_passes_and_all_numbers_were_compared(book):
    found = as_kept(book.root, ["chapter"])
    assert found.problems == []
    assert found.counts.numbers == book.check().counts.numbers >= 20
    assert found.counts.snippets == 0


def test_a_number_that_the_ledger_contradicts_is_refused(book):
    book.change(book.page("en"), "0.057:", "0.058:")
    (message, *_) = told(book)
    assert message.startswith("0.058 is written, chapter/word.far is 0.0571")


def test_a_number_without_a_claim_is_refused(book):
    book.both(lambda page, _: page + "\n7 × 9\n")
    assert "7 is claimed by nothing" in told(book)


def test_a_citation_of_nothing_is_refused(book):
    book.both(lambda page, _: page + "\n[@nobody1900]\n")
    assert any("nobody1900" in message for message in told(book))


def test_one_language_edited_alone_is_refused(book):
    book.change(book.page("zh"), "## 程序", "## 另外 { #more }\n\n## 程序")
    assert any("the languages differ" in message for message in told(book))


def test_a_name_that_has_never_been_computed_is_refused(book):
    book.both(lambda page, _: page.replace("word.far -->", "word.products[0] -->"))
    assert any("is not in the ledger, so it has to be computed" in m for m in told(book))


def test_a_name_that_is_mistyped_is_told_with_what_it_may_mean(book):
    book.change(book.page("en"), "word.layers", "wrod.layers")
    (problem,) = as_kept(book.root, ["chapter"]).problems
    assert problem.remedy.startswith("did you mean chapter/word.layers? If not, nox -s sync")


def test_a_bound_that_is_loosened_waits_for_somebody_to_vouch(book):
    book.both(lambda page, _: page.replace("1997", "1998"))
    assert told(book) == ["nobody has vouched for #chapter 1998 yet"]


def test_an_identity_needs_no_numbers_of_its_two_sides(book):
    book.both(lambda page, _: page.replace("word.squares word.products", "word.squares word.none"))
    assert any("word.none is not in the ledger" in message for message in told(book))


def test_without_an_environment_nothing_is_run(book, capsys, monkeypatch):
    monkeypatch.setattr("book.check.runs", lambda *_, **__: pytest.fail("something was run"))
    assert main(book.root, ["docs/en/chapter.md"]) == 0
    assert capsys.readouterr().out.endswith("as in the ledger; nothing was run\n")
    book.change(book.page("en"), "0.057:", "0.058:")
    assert main(book.root, ["docs/en/chapter.md", "snippets/chapter/word.py"]) == 1
    out = capsys.readouterr().out
    assert "docs/en/chapter.md:6:38: 0.058 is written" in out
    assert "programs have changed: nox -s sync" in out


def test_in_the_environment_of_nox_the_chapters_are_checked_in_full(book, monkeypatch):
    calls = []

    def run(command, **_):
        calls.append(command)
        return subprocess.CompletedProcess(command, 3)

    python = book.root / ".nox/book/bin/python"
    python.parent.mkdir(parents=True)
    python.touch()
    monkeypatch.setattr(subprocess, "run", run)
    assert main(book.root, ["docs/en/chapter.md"]) == 3
    assert calls == [[python, "-m", "book", "check", "chapter"]]


def test_what_belongs_to_no_chapter_is_left_alone(book, capsys):
    assert main(book.root, ["README.md", "docs/ledger.json"]) == 0
    assert capsys.readouterr().out == ""


def test_a_broken_ledger_is_told(book, capsys):
    (book.root / "docs/ledger.json").write_text("[]")
    assert main(book.root, ["docs/en/chapter.md"]) == 1
    assert capsys.readouterr().out.startswith("docs/ledger.json:1:1: not a ledger")


# The hooks


def hooks() -> dict[str, dict]:
    """The hooks of a commit, by id."""
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    assert [repository["repo"] for repository in config["repos"]] == ["local"]
    return {hook["id"]: hook for hook in config["repos"][0]["hooks"]}


def test_the_hooks_pin_what_the_project_pins():
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    pins = [pin for hook in hooks().values() for pin in hook["additional_dependencies"]]
    assert pins
    assert [pin for pin in pins if f'"{pin}"' not in project] == []


def test_the_hook_of_the_chapters_needs_no_torch_and_no_numpy(book):
    assert hooks()["touched"]["entry"] == "python -m book.touched"
    program = """
        import sys
        from pathlib import Path
        from book.touched import main
        assert main(Path(sys.argv[1]), ["docs/en/chapter.md"]) == 0
        assert not {"torch", "numpy", "matplotlib"} & set(sys.modules)
    """
    command = [sys.executable, "-c", "\n".join(map(str.strip, program.splitlines())), book.root]
    subprocess.run(command, cwd=ROOT, check=True)
