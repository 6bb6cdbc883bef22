"""The book is changed in one place at a time, and what a check misses is told."""

import ast
import hashlib
import os
import random
import re
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from book.mutation import __main__ as command
from book.mutation import judges, pictures, programs, prose, record, survivors
from book.mutation.changes import Change, Edit, Tried, counted
from book.mutation.kept import APART, CHECKS, Kept, key
from book.mutation.pages import Pages
from book.mutation.programs import Programs
from book.mutation.rehearsal import Rehearsal
from book.runs import runs, snippets_of
from tests.conftest import ROOT

FILE = "snippets/chapter/word.py"


@pytest.fixture
def rehearsal(book) -> Rehearsal:
    return Rehearsal(book.root, runs(book.root, snippets_of(book.root)))


@pytest.fixture
def pages(rehearsal) -> Pages:
    return Pages(rehearsal, ["chapter"])


def digests(root: Path) -> dict[str, str]:
    """Every file of the book but what is kept in .cache."""
    return {
        path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in root.rglob("*")
        if path.is_file() and ".cache" not in path.parts
    }


# --- pages


def test_every_digit_sign_and_unit_of_the_small_book_is_told(pages):
    tried = [Tried(change, pages.judged(change)) for change in prose.numbers(pages)]
    assert len(tried) > 100
    assert [change for change, fate in tried if fate == "survived"] == []
    kinds = counted(tried)
    assert set(kinds) >= {"digit, one language", "digit, both languages", "sign, one language"}
    assert all(fates["refuted"] for kind, fates in kinds.items() if kind != "unit, one language")


def test_the_year_that_nothing_computes_is_held_up_when_both_languages_change_it(pages):
    years = [change for change in prose.numbers(pages) if change.what.startswith("1997")]
    fates = {change.kind: pages.judged(change) for change in years}
    assert fates["digit, one language"] == "refuted"  # the languages differ
    assert fates["digit, both languages"] == "asked"


def test_the_smallest_piece_says_what_the_check_of_the_whole_book_says(book, pages):
    every = [
        change
        for family in (prose.numbers, prose.formulas, prose.identities, prose.swaps, prose.alone)
        for change in family(pages)
    ]
    rng = random.Random(7)
    before = {file: page.text for file, page in pages.pages.items()}
    for change in rng.sample(every, 40):
        for file, text in change.texts(before).items():
            (book.root / file).write_text(text, encoding="utf-8")
        told = bool(book.check().problems)
        for file in before:
            (book.root / file).write_text(before[file], encoding="utf-8")
        assert told == (pages.judged(change) != "survived"), change


def test_a_check_that_does_not_look_lets_changes_survive(pages, monkeypatch):
    monkeypatch.setattr("book.check.Check._number", lambda *arguments: None)
    monkeypatch.setattr("book.mutation.rehearsal.parity", lambda *arguments: [])
    monkeypatch.setattr("book.check.parity", lambda *arguments: [])
    fates = [pages.judged(change) for change in prose.numbers(pages)]
    assert fates.count("survived") > len(fates) / 2


def test_both_languages_are_changed_alike(pages):
    both = [change for change in prose.numbers(pages) if change.kind.endswith("both languages")]
    texts = {file: page.text for file, page in pages.pages.items()}
    for change in both:
        zh, en = change.edits
        assert (zh.file, en.file) == ("docs/zh/chapter.md", "docs/en/chapter.md")
        assert texts[zh.file][zh.start : zh.end] == texts[en.file][en.start : en.end]
        assert zh.text == en.text


def test_an_operator_of_a_displayed_formula_is_held_up_in_both_languages(pages):
    changes = [c for c in prose.formulas(pages) if r"\cdot → +" in c.what]
    assert {c.kind: pages.judged(c) for c in changes} == {
        "displayed formula, one language": "refuted",
        "displayed formula, both languages": "asked",
    }


def test_labels_that_change_places_in_both_languages_are_held_up(pages):
    changes = [c for c in prose.swaps(pages) if c.kind == "labels exchanged, both languages"]
    assert {c.what: pages.judged(c) for c in changes} == {
        "很高兴 ↔ 茂茂雨": "asked",
        "词 ↔ $A$": "asked",
    }


def test_a_side_of_an_identity_named_otherwise_is_refuted(pages):
    changes = list(prose.identities(pages))
    assert {change.what.split(" → ")[1] for change in changes} >= {"far", "layers", "A"}
    assert {pages.judged(change) for change in changes} == {"refuted"}


# --- programs


def turned(source: str) -> list[str]:
    """The changed last lines of a program."""
    return [change.what.split(" → ")[1] for change in programs.changes(FILE, source)]


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("x = 0.317\n", ["x = 0.318"]),
        ("x = 2.0\n", ["x = 3.0"]),
        ("x = 19\n", ["x = 18"]),
        ("x = 1e-12\n", ["x = 1e-22"]),
        ("x = a @ b\n", ["x = a * b"]),
        ("x = -a\n", ["x = +a"]),
        ("x = a <= b\n", ["x = a < b", "x = a > b"]),
        ("x = a < 1e-9\n", ["x = a >= 1e-9", "x = a < 1e-8"]),
        ("x = f(a, dim=-1)\n", ["x = f(a, dim=-2)"]),
        ("x = a.shape[-1]\n", ["x = a.shape[-2]"]),
        ("x = a[-1]\n", ["x = a[+1]", "x = a[-2]"]),
        ("x = tensor([1, 0]).bool()\n", ["x = tensor([0, 0]).bool()", "x = tensor([1, 1]).bool()"]),
        ("torch.set_num_threads(1)\n", []),
        ('print(f"{a * 2:.3f}")\n', ['print(f"{a / 2:.3f}")', 'print(f"{a * 3:.3f}")']),
        ("x = a not in b\n", ["x = a in b"]),
        ("x += 1\n", ["x -= 1", "x += 2"]),
        ('x = "7 + 7"  # 7 + 7\n', []),
    ],
)
def test_constants_and_operators_are_found_and_nothing_else(source, changed):
    assert sorted(turned(source)) == sorted(changed)


def test_only_programs_come_out():
    assert turned("def f(*a, **b):\n    return a\n") == []
    for change in programs.changes(FILE, "x = 1 + 2 * 3\n"):
        compile(change.texts({FILE: "x = 1 + 2 * 3\n"})[FILE], FILE, "exec")


def fates_of(rehearsal: Rehearsal, source: str) -> dict[str, str]:
    """What becomes of each change of the small book's program."""
    with Programs(rehearsal) as judge:
        return {
            change.what.split(" → ")[1]: judge.judged(change)
            for change in programs.changes(FILE, source)
        }


def test_a_change_that_a_claim_contradicts_is_refuted_and_an_idle_one_survives(book):
    idle = "\nidle = 4 + 0.5\n"
    book.snippet.write_text(book.snippet.read_text("utf-8") + idle, encoding="utf-8")
    rehearsal = Rehearsal(book.root, runs(book.root, snippets_of(book.root)))
    fates = fates_of(rehearsal, book.snippet.read_text("utf-8"))
    assert fates["near = 0.969"] == fates["ratio = near * far"] == "refuted"
    assert fates["products = [3.0 * 3.0, 4.0 / 4.0]"] == "refuted"
    idle_ones = {what for what in fates if what.startswith("idle")}
    assert {what for what, fate in fates.items() if fate == "survived"} >= idle_ones
    assert len(idle_ones) == 3


def test_a_change_that_rounding_hides_on_the_page_is_held_up_by_the_ledger(rehearsal, book):
    source = book.snippet.read_text("utf-8")
    (hidden,) = [c for c in programs.changes(FILE, source) if "[[0.318, 0.0022]" in c.what]
    with Programs(rehearsal) as judge:
        assert judge.judged(hidden) == "asked"  # both are 0.32 to two decimals


def test_another_input_of_an_identity_is_held_up_though_both_sides_agree(book):
    text = book.snippet.read_text("utf-8")
    text = text.replace("squares = [9.0, 16.0]", "a = 3.0\nsquares = [a**2, 16.0]")
    book.snippet.write_text(text.replace("[3.0 * 3.0,", "[a * a,"), encoding="utf-8")
    book.sync()
    rehearsal = Rehearsal(book.root, runs(book.root, snippets_of(book.root)))
    fates = fates_of(rehearsal, book.snippet.read_text("utf-8"))
    assert fates["a = 4.0"] == "asked"


def test_a_change_that_only_an_importer_shows_is_refuted(book):
    base = book.root / "snippets/chapter/base.py"
    base.write_text('"""A step."""\n\n\ndef step(x):\n    return x + 3\n', encoding="utf-8")
    text = book.snippet.read_text("utf-8")
    text = text.replace("\nfar =", "\nfrom snippets.chapter.base import step\n\nfar =")
    book.snippet.write_text(text.replace("layers = 2047", "layers = step(2044)"), "utf-8")
    assert [p for p in book.problems() if "ledger" not in p] == []
    rehearsal = Rehearsal(book.root, runs(book.root, snippets_of(book.root)))
    with Programs(rehearsal) as judge:
        file = "snippets/chapter/base.py"
        changes = programs.changes(file, base.read_text("utf-8"))
        assert {judge.judged(change) for change in changes} == {"refuted"}
        assert len(changes) == 2


# --- figures


def test_an_artist_is_changed_and_changed_back():
    import matplotlib.pyplot as plt
    import numpy as np

    figure, axes = plt.subplots()
    axes.plot([0, 1, 2], [5.0, 6.0, 8.0])
    axes.pcolormesh(np.arange(6.0).reshape(2, 3))
    axes.bar([0, 1], [3.0, 4.0])
    axes.text(0, 0, "0.37")
    axes.set_xlabel("x")
    axes.set_ylabel("y")

    def state() -> list:
        line, mesh = axes.lines[0], axes.collections[0]
        bars = [(bar.get_width(), bar.get_height()) for bar in axes.patches]
        words = [text.get_text() for text in (*axes.texts, axes.xaxis.label, axes.yaxis.label)]
        return [line.get_xydata().tolist(), mesh.get_array().tolist(), bars, words]

    before = state()
    kinds = []
    for kind, _, do, undo in pictures.alterations(figure):
        do()
        assert state() != before
        undo()
        assert state() == before
        kinds.append(kind)
    assert kinds.count(pictures.ARRAY) == 7
    assert kinds.count(pictures.LABEL) == kinds.count(pictures.AXES) == 1
    plt.close(figure)


# --- survivors, results, the record


def change(what: str, kind: str = "digit, one language") -> Change:
    return Change(kind, "docs/zh/a.md", 3, "here", what, (Edit("docs/zh/a.md", 0, 1, "2"),))


def test_a_survivor_without_a_reason_is_told_and_one_with_a_reason_is_not(tmp_path):
    tried = [Tried(change("a → b"), "survived"), Tried(change("c → d"), "survived")]
    reasons = {("digit, one language", "docs/zh/a.md#here: a → b"): "it is the same"}
    assert [c.what for c in survivors.unexplained(tried, reasons)] == ["c → d"]


def test_a_reason_that_is_out_of_date_is_told():
    kind = "digit, one language"
    reasons = {
        (kind, change("a → b").name): "told by now",
        (kind, change("gone").name): "no such change",
        (kind, change("untried").name): "not drawn this time",
    }
    changes = [change("a → b"), change("untried")]
    told = survivors.outdated(reasons, changes, [Tried(change("a → b"), "refuted")])
    assert told == [
        "tests/survivors.toml: docs/zh/a.md#here: a → b: a check tells it",
        "tests/survivors.toml: docs/zh/a.md#here: gone: there is no such change",
    ]


def test_a_reason_must_be_given(tmp_path):
    (tmp_path / "tests").mkdir()
    entry = '[[survivor]]\nkind = "k"\nreason = " "\nchanges = ["a"]\n'
    (tmp_path / survivors.FILE).write_text(entry, encoding="utf-8")
    with pytest.raises(ValueError, match="reason"):
        survivors.load(tmp_path)
    (tmp_path / survivors.FILE).write_text(entry.replace('" "', '"why"'), encoding="utf-8")
    assert survivors.load(tmp_path) == {("k", "a"): "why"}


def test_a_result_cut_off_in_the_middle_is_tried_again(tmp_path):
    kept = Kept(tmp_path, "numbers")
    kept.put("one", "refuted")
    kept.put("two", "asked")
    kept.file.write_text(kept.file.read_text()[:-5])
    assert Kept(tmp_path, "numbers").fates == {"one": "refuted"}


def test_a_result_holds_for_this_change_and_what_it_depends_on_alone():
    keys = {
        key(change("a → b"), "text"),
        key(change("a → b"), "another text"),
        key(change("a → c"), "text"),
        key(change("a → b", kind="digit, both languages"), "text"),
    }
    assert len(keys) == 4
    assert key(change("a → b"), "text") in keys


def imported(module: str) -> set[str]:
    """The modules of the book's tool that one of them imports."""
    found: set[str] = set()
    path = ROOT / f"book/{module.replace('.', '/')}.py"
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "book":
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("book."):
            found.add(node.module.removeprefix("book."))
    return found


def test_a_result_depends_on_every_module_that_judges():
    waiting = ["mutation.pages", "mutation.pictures", "mutation.programs", "mutation.rehearsal"]
    known: set[str] = set()
    while waiting:
        module = waiting.pop()
        if module not in known:
            known.add(module)
            waiting += imported(module)
    assert {m for m in known if not m.startswith("mutation")} == {*CHECKS, *APART}


def test_the_record_adds_up_and_is_read_as_it_was_written(tmp_path):
    changes = [change("a"), change("b"), change("c", "constant of a program")]
    tried = [Tried(changes[0], "refuted"), Tried(changes[2], "survived")]
    (tmp_path / "snippets/trust").mkdir(parents=True)
    record.put(tmp_path, changes, tried)
    table = record.kept(tmp_path)
    assert table["digits, one language"] == (2, 1, 1, 0, 0)
    assert table["constants of programs"] == (1, 1, 0, 0, 1)
    record.put(tmp_path, changes[:1], [Tried(changes[0], "asked")])  # one family, run again
    assert record.kept(tmp_path)["digits, one language"] == (1, 1, 0, 1, 0)
    assert record.kept(tmp_path)["constants of programs"] == (1, 1, 0, 0, 1)


def test_every_kind_of_change_has_a_row():
    kinds = [kind for row in record.ROWS.values() for kind in row]
    assert len(kinds) == len(set(kinds))
    source = Path(prose.__file__).read_text(encoding="utf-8")
    for kind in re.findall(
        r'"([a-z ]+, a side named otherwise|one language edited alone)"', source
    ):
        assert kind in kinds
    assert {
        programs.CONSTANT,
        programs.OPERATOR,
        pictures.ARRAY,
        pictures.LABEL,
        pictures.AXES,
    } <= {*kinds}


# --- judges that work side by side


@pytest.mark.parametrize("jobs", [1, 2])
def test_each_change_has_its_own_verdict_and_each_judge_is_dismissed(jobs, tmp_path):
    @contextmanager
    def hired():
        seat = tmp_path / str(os.getpid())
        seat.write_text("hired")
        yield lambda change: (change.what.upper(), os.getpid())
        seat.write_text("dismissed")

    changes = [change(letter) for letter in "abcdefghijk"]
    told = list(judges.verdicts(hired, changes, jobs))
    assert sorted((c.what, verdict) for c, (verdict, _) in told) == [
        (c, c.upper()) for c in "abcdefghijk"
    ]
    # A judge may come too late to be given a change; it is dismissed all the same.
    assert {path.read_text() for path in tmp_path.iterdir()} == {"dismissed"}
    assert len(list(tmp_path.iterdir())) <= jobs
    assert {str(pid) for _, (_, pid) in told} <= {path.name for path in tmp_path.iterdir()}
    assert (os.getpid() in {pid for _, (_, pid) in told}) == (jobs == 1)


@pytest.mark.parametrize("jobs", [1, 2])
def test_no_judge_is_hired_for_nothing_and_none_begins_when_the_time_is_over(jobs):
    hired = partial(pytest.fail, "hired")
    assert list(judges.verdicts(hired, [], jobs)) == []
    assert list(judges.verdicts(hired, [change("a")], jobs, seconds=0)) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_judge_raises_ends_the_run(jobs):
    @contextmanager
    def hired():
        yield lambda change: int(change.what)

    with pytest.raises(ValueError, match="'a'"):
        list(judges.verdicts(hired, [change("1"), change("a")], jobs))


# --- the command


def test_a_run_changes_no_file_and_what_it_tried_is_not_tried_again(book, capsys, monkeypatch):
    before = digests(book.root)
    arguments = ["numbers", "programs", "--seed", "3", "--root", str(book.root)]
    code = command.main(arguments)
    first = capsys.readouterr().out
    assert digests(book.root) == before
    assert "seed 3" in first and "digit, one language" in first and "constant of a program" in first
    monkeypatch.setattr(Pages, "judged", lambda *_: pytest.fail("tried again"))
    monkeypatch.setattr(Programs, "judged", lambda *_: pytest.fail("tried again"))
    assert command.main(arguments) == code
    assert capsys.readouterr().out == first


def test_a_sample_ends_and_says_how_much_it_tried(book, capsys):
    command.main(["alone", "--seed", "3", "--minutes", "0.0001", "--root", str(book.root)])
    tried, total = re.search(r"alone: (\d+) of (\d+)", capsys.readouterr().out).groups()
    assert int(tried) < int(total)


def test_nothing_is_tried_on_a_book_that_is_wrong_already(book, capsys):
    book.change(book.page("en"), "5.7%", "5.8%")
    assert command.main(["numbers", "--seed", "1", "--root", str(book.root)]) == 2
    assert "docs/en/chapter.md" in capsys.readouterr().err
    assert not (book.root / ".cache/mutation").exists()


def test_a_survivor_makes_the_command_fail_and_is_listed_with_its_line(book, capsys):
    idle = "\nidle = 4\n"
    book.snippet.write_text(book.snippet.read_text("utf-8") + idle, encoding="utf-8")
    line = book.snippet.read_text("utf-8").count("\n")
    assert command.main(["programs", "--seed", "1", "--root", str(book.root)]) == 1
    assert f"{FILE}:{line}: constant of a program: idle = 4 → idle = 5" in capsys.readouterr().out
