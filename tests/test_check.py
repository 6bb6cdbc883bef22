"""Every way in which a page can be wrong is found, at its place, with its remedy."""

import json
import os
import subprocess
import sys

import pytest

from book import figures, ledger, notebook, runs
from book.worker import Workers
from tests.conftest import LIGHT, ROOT


def run(book, *arguments, command=("-m", "book"), **environment):
    """Run a command of the book; `LIGHT` where a program runs."""
    return subprocess.run(
        [sys.executable, *command, *arguments, "--root", str(book.root)],
        cwd=ROOT,
        env={**os.environ, "GITHUB_ACTIONS": "", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_finished_book_has_no_problem(book):
    assert book.problems() == []


def test_what_it_looked_at_is_counted(book):
    counts = book.check().counts
    assert (counts.chapters, counts.identities, counts.snippets) == (2, 2, 1)
    assert counts.numbers == 2 * (3 + 1 + 4 + 1 + 1)
    assert counts.dashes == 2
    assert counts.folds == 2


def test_one_of_a_kind_is_told_in_the_singular(book):
    told = run(book, "check")
    assert "2 pages: 20 numbers recomputed" in told.stdout and " 1 snippet (" in told.stdout
    book.change(book.page("zh"), "0.057", "0.058")
    assert run(book, "check").stderr.splitlines()[-1] == "1 problem"


BREAKS = [
    ("a wrong digit", "0.057", "0.058", "0.058 is written, chapter/word.far is 0.0571, here 0.057"),
    ("a wrong integer", "2047 层", "2048 层", "2048 is written, chapter/word.layers is 2047"),
    ("a wrong cell", "| 0.04 |", "| 0.05 |", "0.05 is written, chapter/word.A[1,0] is 0.038"),
    ("swapped cells", "0.32 | 0.00", "0.00 | 0.32", "chapter/word.A[0,0] is 0.317"),
    ("a wrong number in a formula", "r = 17", "r = 18", "18 is written"),
    ("a claim removed", " <!--= word.A[0] -->", "", "0.32 is claimed by nothing"),
    ("a number added", "2047 层，", "2047 层，3 遍，", "3 numbers stand before this claim"),
    ("a number gone", "$$\n<!--= word.ratio", "$$\n<!--= word.ratio word.far", "1 number stands"),
    ("a name misspelt", "word.ratio -->\n2047", "word.ration -->\n2047", "did you mean ratio?"),
    ("a snippet misspelt", "= word.layers", "= wrod.layers", "did you mean chapter/word"),
    ("an index out of range", "word.A[1]", "word.A[2]", "shape (2, 2)"),
    ("a year changed alone", "1997", "1996", "the languages differ, first number"),
    ("an id changed alone", "#program", "#programme", "the languages differ, first heading"),
    ("a formula changed alone", "a^2", "b^2", "the languages differ, first displayed formula"),
    ("an unchecked formula", "<!--== word.squares word.products -->", "", "nothing checks this"),
    ("an identity with itself", "word.products", "word.squares", "both sides are one variable"),
    (
        "an identity of two shapes",
        "word.products",
        "word.A",
        "has shape (2,), chapter/word.A (2, 2)",
    ),
    ("a row swapped alone", "很高兴 |", "茂茂雨 |", "the languages differ, first row"),
    ("an included file missing", 'chapter/word.py"\n--8', 'chapter/word.py"\n--9', "no page"),
]


@pytest.mark.parametrize(
    ("old", "new", "message"), [b[1:] for b in BREAKS], ids=[b[0] for b in BREAKS]
)
def test_is_refused(book, old, new, message):
    book.change(book.page("zh"), old, new)
    if message == "no page":
        book.change(book.page("en"), old, new)
        message = "no page shows snippets/chapter/word.py"
    problems = book.problems()
    assert any(message in problem for problem in problems), problems
    assert all(problem.startswith("docs/") for problem in problems)


def test_every_problem_is_told_at_once_and_in_order(book):
    book.change(book.page("zh"), "0.057", "0.058")
    book.change(book.page("zh"), "0.64", "0.65")
    book.change(book.page("en"), "0.32", "0.33")
    problems = book.check().problems
    assert problems == sorted(problems)
    assert [(p.file, p.line, p.column) for p in problems] == [
        ("docs/en/chapter.md", 11, 9),
        ("docs/zh/chapter.md", 6, 7),
        ("docs/zh/chapter.md", 12, 16),
    ]


def test_figures_are_drawn_by_the_workers_that_have_run_all_snippets(book, monkeypatch):
    used: list[tuple[str, object]] = []

    def noted(what: str, function):
        def called(*arguments, **options):
            used.append((what, options.get("workers") or arguments[0]))
            return function(*arguments, **options)

        return called

    monkeypatch.setattr("book.check.runs", noted("run", runs.runs))
    monkeypatch.setattr("book.notebook.ran", noted("run", notebook.ran))
    monkeypatch.setattr("book.figures.drawings", noted("draw", figures.drawings))
    monkeypatch.setattr(Workers, "release", noted("release", Workers.release))
    assert book.check().problems == []
    assert [what for what, _ in used] == ["run", "run", "release", "draw"]
    workers = used[0][1]
    assert all(each is workers for _, each in used) and workers.closed
    del used[:]
    with Workers(book.root) as others:
        book.check(workers=others)
        assert used == [("run", others), ("run", others), ("draw", others)]  # they may run again
        assert not others.closed


def test_an_identity_that_does_not_hold_is_refused(book):
    book.change(book.snippet, "4.0 * 4.0", "4.0 * 4.000001")
    assert any("differ by 4e-06" in problem for problem in book.problems())


def test_a_changed_constant_shows_every_sentence_that_it_touches(book):
    book.change(book.snippet, "0.05710", "0.06710")
    problems = "\n".join(book.problems())
    for expected in (
        "0.067",
        "6.7%",
        "docs/zh/chapter.md",
        "docs/en/chapter.md",
        "word.out",
        "ledger",
    ):
        assert expected in problems


def test_a_snippet_that_fails_is_reported_once_at_its_own_line(book):
    book.change(book.snippet, "ratio = near / far", "ratio = near / 0")
    problems = book.problems()
    assert len(problems) == 1
    assert problems[0].startswith("snippets/chapter/word.py:5:")
    assert "ZeroDivisionError" in problems[0]


def test_a_value_near_a_tie_is_refused(book):
    book.change(book.snippet, "0.05710", "0.0575")
    assert any("so near a tie" in problem for problem in book.problems())


@pytest.mark.parametrize(
    ("relation", "word", "fine"),
    [
        ("<", "below", True),
        (">", "above", False),
        ("~", "about", True),
        ("~", "exactly", False),
    ],
)
def test_a_relation_is_compared_as_it_says(book, relation, word, fine):
    book.both(
        lambda text, _: text.replace("5.7%", f"{word} 6%").replace(
            "word.far -->\n///", f"word.far{relation} -->\n///"
        )
    )
    book.sync()
    assert (book.problems() == []) is fine


def test_a_page_in_one_language_is_refused(book):
    book.page("en").unlink()
    assert any("docs/en/chapter.md is missing" in problem for problem in book.problems())


def test_a_page_that_is_not_utf8_is_refused(book):
    book.page("en").write_bytes(b"# A { #a }\n\n\xff\n")
    assert any("docs/en/chapter.md:3:1: this line is not UTF-8" in p for p in book.problems())


def test_a_figure_that_does_not_exist_is_refused(book):
    book.both(lambda text, _: text + "\n![alt](../figures/chapter/nothing.svg)\n")
    assert any("is not a figure of the book" in problem for problem in book.problems())


def test_printed_output_that_differs_is_refused(book):
    output = book.snippet.with_suffix(".out")
    output.write_text("0.058\n")
    assert any(
        p.startswith("snippets/chapter/word.out:1:1: '0.058' is kept") for p in book.problems()
    )


def test_printed_output_of_no_snippet_is_refused(book):
    (book.root / "snippets/chapter/gone.out").write_text("1\n")
    assert any("no snippet prints this" in problem for problem in book.problems())


def test_a_ledger_that_differs_is_refused(book):
    ledger = book.root / "docs/ledger.json"
    book.change(ledger, "0.0571", "0.0572")
    (problem,) = book.problems()
    assert problem.startswith("docs/ledger.json:")
    assert "1 entry differs, first chapter/word.far" in problem


def test_a_ledger_entry_that_nothing_claims_is_refused(book):
    ledger = book.root / "docs/ledger.json"
    entries = json.loads(ledger.read_text())
    entries["chapter/word.gone"] = {"value": 1, "kind": "int", "line": 1}
    ledger.write_text(json.dumps(entries))
    assert any("chapter/word.gone" in problem for problem in book.problems())


def test_of_what_only_an_identity_names_the_ledger_keeps_the_shape_and_two_norms(book):
    ledger = book.root / "docs/ledger.json"
    kept = json.loads(ledger.read_text())["chapter/word.squares"]
    norms = [18.357560, 34.888544]  # of (9, 16): 9 + (1 + 0.618034) 16
    assert kept == {"shape": [2], "norms": norms, "kind": "float", "line": kept["line"]}
    book.change(ledger, '{"shape": [2]', '{"shape": [3]')
    (problem,) = book.problems()
    assert "chapter/word.products: the shape [3] is kept, the shape [2] is computed" in problem


def test_other_inputs_of_an_identity_are_told_at_the_line_until_somebody_has_synced(book):
    book.change(book.snippet, "squares = [9.0, 16.0]", "squares = [16.0, 9.0]")
    book.change(book.snippet, "[3.0 * 3.0, 4.0 * 4.0]", "[4.0 * 4.0, 3.0 * 3.0]")
    (problem,) = book.problems()
    assert problem.startswith("snippets/chapter/word.py:8:1: other numbers than the ledger keeps")
    assert "chapter/word.squares, chapter/word.products" in problem
    assert "python -m book sync chapter" in problem
    book.sync()
    assert book.problems() == []


@pytest.mark.parametrize("last", ["1e-13", "-2e-12"])
def test_rounding_on_either_side_of_an_identity_does_no_harm(book, last):
    book.change(book.snippet, "4.0 * 4.0]", "4.0 * 4.0, 0.0]")
    book.change(book.snippet, "squares = [9.0, 16.0]", "squares = [9.0, 16.0, 0.0]")
    book.sync()
    book.change(book.snippet, "16.0, 0.0]", f"16.0, {last}]")
    assert book.problems() == []


def test_a_value_that_is_only_bounded_is_told_when_it_moves_within_its_bound(book):
    book.change(book.snippet, "layers = 2047", "layers = 2047\naccuracy = 0.9")
    book.both(lambda text, _: text + "\nabove 0.5 <!--= word.accuracy> -->\n")
    book.sync()
    book.change(book.snippet, "accuracy = 0.9", "accuracy = 0.8")
    (problem,) = book.problems()
    assert problem.startswith("snippets/chapter/word.py:7:1: other numbers than the ledger keeps")
    book.sync()
    assert book.problems() == []


def test_of_what_is_trained_no_digit_is_portable_and_it_may_move_within_its_bound(book):
    book.change(book.snippet, "layers = 2047", "layers = 2047\naccuracy = 0.9  # by torch.optim")
    book.both(lambda text, _: text + "\nabove 0.5 <!--= word.accuracy> -->\n")
    book.sync()
    book.change(book.snippet, "accuracy = 0.9", "accuracy = 0.8")
    assert book.problems() == []
    book.change(book.snippet, "accuracy = 0.8", "accuracy = 0.4")
    assert any("which is not more than 0.5" in problem for problem in book.problems())


def test_the_last_digits_of_another_machine_do_no_harm(book):
    book.change(book.root / "docs/ledger.json", "0.0571,", "0.05710000000000001,")
    assert book.problems() == []


def test_a_kept_value_that_the_page_contradicts_is_refused_even_under_an_inequality(book):
    book.change(book.snippet, "layers = 2047", "layers = 2047\naccuracy = 0.9")
    book.both(lambda text, _: text + "\nabove 0.5 <!--= word.accuracy> -->\n")
    book.sync()
    ledger = book.root / "docs/ledger.json"
    book.change(ledger, '{"value": 0.9,', '{"value": 0.9000001,')
    assert book.problems() == []
    book.change(ledger, '{"value": 0.9000001,', '{"value": 0.3,')
    assert any("chapter/word.accuracy" in problem for problem in book.problems())


def test_a_tiny_value_whose_digits_are_written_anew_moves_along(book):
    book.change(book.snippet, "layers = 2047", "layers = 2047\nrest = 1.8e-14")
    book.both(lambda text, _: text + "\n$1.8\\times10^{-14}$ <!--= word.rest -->\n")
    book.sync()
    book.change(book.snippet, "rest = 1.8e-14", "rest = 6.9e-15")
    book.sync()
    assert "$6.9\\times10^{-15}$" in book.page("en").read_text("utf-8")
    assert book.problems() == []


def test_a_value_that_only_stands_in_another_line_is_told_by_its_lines(book):
    book.change(book.snippet, "far = ", "# a remark\nfar = ")
    problem = next(problem for problem in book.problems() if "ledger.json" in problem)
    assert "entries differ" in problem
    assert "first chapter/word.A[0]: line 7 is kept, its program has it in line 8" in problem


def test_integers_that_no_float_can_hold_are_compared_to_the_last_digit():
    old, new = ({"value": [10**400 + n, 1], "kind": "int", "line": 1} for n in (0, 1))
    assert ledger.same(old, old) and ledger.near(old, old)
    assert not ledger.same(old, new) and not ledger.near(old, new)


@pytest.mark.parametrize(
    "broken",
    [
        "[1]",
        "null",
        '{"a/b.c": 17}',
        '{"a/b.c": {"value": [[1, 2], [3]], "kind": "int", "line": 1}}',
        "[" * 100_000,
        "not json",
    ],
)
def test_a_broken_ledger_is_one_problem(book, broken):
    (book.root / "docs/ledger.json").write_text(broken)
    assert [p.split(": ")[1] for p in book.problems()] == ["not a ledger"]


@pytest.mark.parametrize(
    ("squares", "products", "message"),
    [
        ("[float('inf'), 1.0]", "[float('inf'), 9.0]", "infinite"),
        ("[10**400, 1]", "[10**400, 1]", "larger than a float can be"),
        ("[0.0, 0.0]", "[0.0, 0.0]", "zero everywhere"),
        ("[1e12, 1.0]", "[1e12, 90.0]", "differ by 89 at chapter/word.squares[1]"),
    ],
)
def test_an_identity_that_shows_nothing_is_refused(book, squares, products, message):
    book.change(book.snippet, "[9.0, 16.0]", squares)
    book.change(book.snippet, "[3.0 * 3.0, 4.0 * 4.0]", products)
    assert any(message in problem for problem in book.problems())


def test_a_variable_is_no_second_route_to_itself(book):
    book.both(lambda text, _: text.replace("word.products", "word.squares[:]"))
    assert any("one variable" in problem for problem in book.problems())


def test_a_name_without_entries_is_refused(book):
    book.both(lambda text, _: text.replace("= word.A[0]", "= word.A[0] word.A[2:]"))
    assert any("has no entry" in problem for problem in book.problems())


@pytest.mark.parametrize("name", ["more/page.md", "page.html", "page.markdown", "picture.png"])
def test_a_file_that_nothing_checks_is_refused(book, name):
    path = book.root / "docs/zh" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("17")
    assert any("nothing checks this file" in problem for problem in book.problems())


@pytest.mark.parametrize(
    "file",
    [
        "docs/zh/.chapter.md.swp",
        "docs/zh/.DS_Store",
        "docs/zh/.~chapter.md",
        "docs/zh/labs/.~lab.py",
        "snippets/chapter/.~word.py",
        "snippets/chapter/.~word.out",
        "snippets/.ipynb_checkpoints/word-checkpoint.py",
        "figures_src/chapter/.~point.py",
    ],
)
def test_what_an_editor_keeps_for_itself_is_no_part_of_the_book(book, file):
    path = book.root / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("17")
    assert book.problems() == []
    path.unlink()
    path.symlink_to("somebody@somewhere.1")  # so Emacs locks a file
    assert book.problems() == []


def test_a_page_that_lies_outside_the_book_is_refused(book, tmp_path):
    outside = tmp_path / "outside.md"
    book.page("en").rename(outside)
    book.page("en").symlink_to(outside)
    assert any("a link out of the book" in problem for problem in book.problems())


def test_a_folder_in_place_of_a_page_is_refused(book):
    book.page("en").unlink()
    book.page("en").mkdir()
    assert any("cannot be read" in problem for problem in book.problems())


def test_crlf_and_a_byte_order_mark_do_no_harm(book):
    for language in ("zh", "en"):
        path = book.page(language)
        text = path.read_text(encoding="utf-8").replace("\n", "\r\n")
        path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert book.problems() == []


def test_one_chapter_alone_can_be_checked(book):
    book.change(book.page("zh"), "0.057", "0.058")
    assert len(book.check(chapters=["chapter"]).problems) >= 1


def test_the_command_says_yes_with_0_and_no_with_1(book):
    assert run(book, "check").returncode == 0
    book.change(book.page("zh"), "0.057", "0.058")
    told = run(book, "check")
    assert told.returncode == 1
    assert "docs/zh/chapter.md:6:7: 0.058 is written" in told.stdout


def test_an_unknown_chapter_is_a_wrong_call(book):
    told = run(book, "check", "chpater")
    assert told.returncode == 2
    assert "there is no chapter chpater; known: chapter" in told.stderr


def test_problems_can_be_had_as_json(book):
    book.change(book.page("zh"), "0.057", "0.058")
    found = json.loads(run(book, "check", "--format", "json").stdout)
    first = found["problems"][0]
    assert (first["file"], first["line"], first["column"]) == ("docs/zh/chapter.md", 6, 7)
    assert first["remedy"] == "python -m book sync chapter"


def test_problems_are_annotations_on_github(book):
    book.change(book.page("zh"), "5.7%", "5.8%")
    told = run(book, "check", GITHUB_ACTIONS="true").stdout
    assert "::error file=docs/zh/chapter.md,line=34,col=3::5.8%25 is written" in told


def test_a_check_of_an_unchanged_book_imports_neither_torch_nor_matplotlib(book):
    program = (
        "import sys; from book.__main__ import main; code = main(sys.argv[1:]);"
        "assert not {'torch', 'numpy', 'matplotlib'} & set(sys.modules); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "check", "--root", str(book.root)], cwd=ROOT, check=False
    )
    assert done.returncode == 0


def test_a_terminal_sees_a_bar_with_the_name_of_what_runs(book):
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    arguments = [sys.executable, *LIGHT, "check", "--fresh", "--root", str(book.root)]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    running = subprocess.Popen(
        arguments, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stderr=theirs
    )
    os.close(theirs)
    told = bytearray()
    try:
        while data := os.read(ours, 1024):
            told.extend(data)
    except OSError:
        pass  # how Linux tells that the other end is closed
    os.close(ours)
    assert running.wait() == 0
    assert b"chapter/word" in told
    assert b"1/1" in told
