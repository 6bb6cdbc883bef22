"""A lab says what the book says: its words, its cells and its two languages are checked."""

import contextlib
import functools
import io
import itertools
import os
import re
import shutil
import time

import pytest
import torch

from book import labs
from book.cells import NotACell, cell
from book.check import LANGUAGES
from book.page.verification import both, verification
from tests.conftest import ROOT, Book

MORE = '''"""Twice as far."""

from snippets.chapter.word import far, near as close

twice = 2 * far


def sum_():
    return far + close


if __name__ == "__main__":
    for value in (twice, sum_()):
        print(f"{value:.3f}")
'''

TRIED = """guess = 0.5 * far                # change
print(guess > 0)
"""

LAB = """# ---
# title: {title}
# ---

# %% [markdown]
# # {title} {{ #lab }}
#
# {text} 0.057 <!--= chapter/word.far -->

# %% chapter/word

# %% chapter/more

# %% try
{tried}
# %% [markdown]
# /// details | {title}
# 5.7% <!--= chapter/word.far -->
# ///
"""
TEXT = {
    "zh": LAB.format(title="实验", text="最远的拿到", tried=TRIED),
    "en": LAB.format(title="L", text="Far:", tried=TRIED),
}


class LabBook(Book):
    def lab(self, language: str):
        return self.root / "docs" / language / "labs/lab.py"

    def text(self, language: str = "zh") -> str:
        return self.lab(language).read_text(encoding="utf-8")

    def in_both(self, old: str, new: str) -> None:
        for language in LANGUAGES:
            self.change(self.lab(language), old, new)


@pytest.fixture(scope="module")
def finished(finished_book, light_workers, tmp_path_factory):
    book = LabBook(tmp_path_factory.mktemp("labs") / "book")
    shutil.copytree(finished_book, book.root)
    word = book.root / "snippets/chapter/word.py"  # quiet where `more` imports it
    book.change(word, "print(", 'if __name__ == "__main__":\n    print(')
    (book.root / "snippets/chapter/more.py").write_text(MORE, encoding="utf-8")
    fence = '\n```python title="snippets/chapter/more.py"\n--8<-- "snippets/chapter/more.py"\n```\n'
    book.both(lambda text, _: text + fence)
    for language in LANGUAGES:
        book.lab(language).parent.mkdir()
        book.lab(language).write_text(TEXT[language], encoding="utf-8")
    book.sync()
    assert book.problems() == []
    return book.root


@pytest.fixture
def book(finished, tmp_path) -> LabBook:
    shutil.copytree(finished, tmp_path / "book")
    return LabBook(tmp_path / "book")


def test_sync_writes_the_cells_without_imports_and_without_the_guard(book):
    text = book.text()
    assert "from snippets" not in text and "__main__" not in text
    assert "\nclose = near\n" in text
    assert '\nfor value in (twice, sum_()):\n    print(f"{value:.3f}")\n\n# %% try\n' in text
    for language in LANGUAGES:
        assert re.sub("(?m)^#.*", "", book.text(language)) == re.sub("(?m)^#.*", "", text)


def test_what_sync_has_written_stays(book):
    before = book.text()
    book.sync()
    assert book.text() == before


BREAKS = [
    ("a wrong digit", "0.057", "0.058", "py:8:9: 0.058 is written"),
    ("an unclaimed number", "拿到 0", "拿到 3 个 0", "2 numbers stand before this claim"),
    ("a wrong cell", "twice = 2 * far", "twice = 3 * far", "is not snippets/chapter/more.py"),
    ("an empty cell", "guess = 0.5 * far                # change\nprint(guess > 0)\n", "", "empty"),
    ("a cell of no kind", "# %% try", "# %% tries", "a cell of no kind: tries"),
    ("a cell in one language", "guess > 0", "guess > 1", "the languages differ, first cell"),
    ("a formula in one language", "最远的", "最远的 $x$ ", "the languages differ, first inline"),
    ("raw code among words", "# 5.7%", "5.7%", "neither words nor a cell"),
    ("a fold that goes on", "\n# ///\n", "\n", "this fold does not end in its cell"),
    ("a box", "details |", "note |", "a notebook has no box note"),
    ("a figure", "# 5.7%", "# ![a](../figures/a/b.svg) 5.7%", "a lab shows no figure"),
    ("a cell too close", "\n\n# %% try", "\n# %% try", "without a blank line before it"),
    ("a heading without an id", " { #lab }", "", "no id of its own"),
    ("a try that is no Python", "guess > 0)", "guess > 0", "SyntaxError"),
    ("an unknown snippet", "# %% chapter/word", "# %% chapter/wrod", "there is no snippet"),
    ("a number in the title", "title: 实验", "title: 实验 3", "stands in a title"),
]


@pytest.mark.parametrize(
    ("old", "new", "message"), [b[1:] for b in BREAKS], ids=[b[0] for b in BREAKS]
)
def test_is_refused(book, old, new, message):
    book.change(book.lab("zh"), old, new)
    problems = book.problems()
    assert any(message in problem for problem in problems), problems
    assert any(problem.startswith("docs/zh/labs/lab.py:") for problem in problems)


def test_a_problem_is_told_at_its_line_and_column(book):
    book.change(book.lab("zh"), "5.7%", "5.8%")
    (problem,) = book.check().problems
    line = book.text().split("\n")[problem.line - 1]
    assert line[problem.column - 1 :].startswith("5.8%")
    book.sync()
    assert book.problems() == [] and "# 5.7%" in book.text()


def test_a_snippet_that_changes_changes_its_cell(book):
    book.change(book.root / "snippets/chapter/more.py", "2 * far", "far + far")
    problems = [p for p in book.check().problems if "labs" in p.file]
    at = book.text().split("\n").index("twice = 2 * far") + 1
    assert [(p.file, p.line) for p in problems] == [
        ("docs/en/labs/lab.py", at),
        ("docs/zh/labs/lab.py", at),
    ]
    book.sync()
    assert book.problems() == [] and "far + far" in book.text("en")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (TRIED, TRIED.replace("guess", "far"), None),  # nothing behind it needs far
        ("# %% chapter/more", "# %% try\nfar = 3\n\n# %% chapter/more", "(try) bound it last"),
        ("# %% chapter/more", "# %% try\nimport far\n\n# %% chapter/more", "(try) bound it last"),
    ],
)
def test_a_name_that_another_cell_has_bound_meanwhile_is_refused(book, old, new, message):
    book.in_both(old, new)
    problems = book.problems()
    assert [p for p in problems if not message or message not in p] == []
    assert bool(problems) is bool(message)


def test_a_snippet_whose_import_no_cell_holds_is_refused(book):
    for language in LANGUAGES:
        text = book.text(language)
        start, end = text.index("# %% chapter/word"), text.index("# %% chapter/more")
        book.lab(language).write_text(text[:start] + text[end:], encoding="utf-8")
    assert any(
        "chapter/more needs far of chapter/word, which no cell before it holds" in problem
        for problem in book.problems()
    )


def test_what_a_function_looks_up_must_still_be_there_when_it_is_called(book):
    third = 'from snippets.chapter.more import sum_\n\nprint(f"{sum_():.3f}")\n'
    (book.root / "snippets/chapter/third.py").write_text(third, encoding="utf-8")
    behind = "\n# %% chapter/third\n"
    for language in LANGUAGES:
        book.lab(language).write_text(book.text(language) + behind, encoding="utf-8")
    book.sync()
    assert book.problems() == []
    book.in_both("guess", "close")
    assert any("needs close of chapter/more, but line" in problem for problem in book.problems())


def test_a_snippet_that_imports_a_whole_module_is_no_cell(book):
    with pytest.raises(NotACell):
        cell("from snippets.chapter import word\n")
    whole = "import snippets.chapter.word\nfrom"
    book.change(book.root / "snippets/chapter/more.py", "from", whole)
    assert any("takes names from snippets, not modules" in p for p in book.problems())


RAISES = [
    ("a name that is not there", "guess > 0", "gues > 0", "NameError: name 'gues' is not defined"),
    ("an error in its second line", "guess > 0", "1 // (guess * 0)", "ZeroDivisionError"),
    ("an import of the book", "guess > 0", "__import__('snippets')", "ModuleNotFoundError"),
    ("an import of the tool", "guess > 0", "__import__('book')", "ModuleNotFoundError"),
    ("the date", "guess > 0", "__import__('datetime').date.today().year", "asks what time it is"),
    ("another output each time", "guess > 0", "list({'a', 'b', 'c', 'd', 'e'})", "in two runs"),
]


@pytest.mark.parametrize(
    ("old", "new", "message"), [r[1:] for r in RAISES], ids=[r[0] for r in RAISES]
)
def test_a_cell_to_try_that_fails_is_told_in_both_languages(book, old, new, message):
    book.in_both(old, new)
    problems = book.check().problems
    assert [p.file for p in problems] == [
        f"docs/{language}/labs/lab.py" for language in ("en", "zh")
    ]
    line = book.text().split("\n").index("# %% try") + 1
    for problem in problems:
        assert message in problem.message
        assert problem.line in (line, line + 2)


def test_a_cell_to_try_that_prints_nothing_is_told(book):
    book.in_both("print(guess > 0)", "guess > 0")
    assert all("a cell to try that prints nothing" in problem for problem in book.problems())
    assert len(book.problems()) == 2


def test_a_program_that_prints_something_else_in_the_notebook_is_told(book):
    changed = "guess = 0.5 * far                # change\nprint(guess > 0)"
    shadow = f"{changed}\nimport builtins\nbuiltins.print = lambda *_: None"
    text = f"{shadow}\n\n# %% chapter/more\n"
    book.in_both(changed, text)
    book.sync()
    told = book.problems()
    assert any("in the notebook, line 1 that chapter/more prints is ''" in line for line in told)


def test_a_lab_runs_again_only_when_a_cell_of_it_has_changed(book, monkeypatch):
    assert book.problems() == []
    monkeypatch.setattr("book.worker.Workers.worker", None)  # nobody can be hired
    assert book.problems() == []
    book.in_both("0.5 * far", "0.25 * far")
    with pytest.raises(TypeError):
        book.problems()


def test_what_a_lab_printed_is_kept_as_long_as_somebody_asks_for_it(book):
    assert book.problems() == []
    files = (book.root / ".cache/runs").glob("*.json")
    (kept,) = [file for file in files if '"texts"' in file.read_text(encoding="utf-8")]
    long_ago = time.time() - 20 * 86400
    os.utime(kept, (long_ago, long_ago))
    assert book.problems() == []
    assert kept.stat().st_mtime > long_ago


def test_a_lab_in_one_language_is_refused(book):
    book.lab("en").unlink()
    assert any("docs/en/labs/lab.py is missing" in problem for problem in book.problems())


@pytest.mark.parametrize("name", ["labs/lab.md", "labs/lab.ipynb", "labs/more/lab.py", "lab.py"])
def test_a_file_beside_the_labs_that_nothing_checks_is_refused(book, name):
    path = book.root / "docs/zh" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("17")
    assert any("nothing checks this file" in problem for problem in book.problems())


def test_one_lab_alone_can_be_checked_and_its_values_stay_in_the_ledger(book):
    assert book.check(chapters=["labs/lab"]).problems == []
    book.change(book.page("zh"), "0.057", "0.058")
    assert book.check(chapters=["labs/lab"]).problems == []
    assert book.check(chapters=["chapter"]).problems != []


def test_a_byte_order_mark_and_crlf_do_no_harm(book):
    for language in LANGUAGES:
        text = book.text(language).replace("\n", "\r\n")
        book.lab(language).write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert book.problems() == []


def test_the_words_keep_their_places(book):
    source = book.text()
    lab = labs.read(source, "docs/zh/labs/lab.py")
    assert len(lab.text) == len(source)
    assert (lab.name, lab.language) == ("labs/lab", "zh")
    for block in lab.blocks:
        for number in block.numbers:
            assert source[number.start : number.end] == number.literal.text
    for one in lab.cells:
        assert source[one.start : one.end] == one.text


def test_the_page_has_the_lines_of_the_lab_and_a_place_for_each_cell(book):
    source = book.text()
    lines, page = source.split("\n"), labs.markdown(source).split("\n")
    assert len(lines) == len(page)
    cells = labs.read(source, "docs/zh/labs/lab.py").code
    assert [page[one.line - 1] for one in cells] == [labs.place(n) for n in range(len(cells))]
    assert "# 实验 { #lab }" in page and "twice" not in "\n".join(page)


def test_the_box_of_a_lab_says_what_check_says(book):
    (book.root / "README.md").write_text((ROOT / "README.md").read_text(encoding="utf-8"))
    box = verification(book.root, book.root / "docs/zh", "labs/lab.py")
    said = str(book.check(chapters=["labs/lab"]).counts)
    assert box.line == said.partition(" (")[0]
    assert box.own_check.endswith("-- labs/lab") and box.own_tests is None
    assert both(book.root, "labs/lab.py").snippets == 2


# --- the labs of the book, run as a notebook runs them

LABS = [path.stem for path in labs.labs_of(ROOT / "docs" / LANGUAGES[0])]


def ran(name: str) -> list[tuple[str, str]]:
    """Each code cell of a lab of the book with what it prints: ("attention/forward", "…")."""
    file = f"docs/en/labs/{name}.py"
    lab = labs.read((ROOT / file).read_text(encoding="utf-8"), file)
    names: dict[str, object] = {"__name__": "__main__"}
    found = []
    for one in lab.code:
        with contextlib.redirect_stdout(io.StringIO()) as out:
            exec(compile(one.text, f"{file}:{one.line}", "exec"), names)
        found.append((one.name, out.getvalue()))
    return found


@pytest.fixture(scope="module")
def printed():
    """What the labs of the book print: printed("paths"); each is run once."""
    options, dtype = torch._tensor_str.PRINT_OPTS, torch.get_default_dtype()
    saved = vars(options).copy()
    yield functools.cache(ran)
    vars(options).update(saved)
    torch.set_default_dtype(dtype)


def test_there_are_labs():
    assert set(LABS) >= {"costs", "parts", "paths"}


@pytest.mark.parametrize("name", LABS)
def test_in_one_notebook_each_program_prints_what_it_prints_alone(printed, name):
    for snippet, output in printed(name):
        if snippet:
            file = ROOT / f"snippets/{snippet}.out"
            assert output == (file.read_text(encoding="utf-8") if file.is_file() else ""), snippet
        else:
            assert output


def tries(printed, name: str) -> list[list[str]]:
    """What the cells print that a reader changes, line by line, as they stand."""
    return [output.splitlines() for snippet, output in printed(name) if not snippet]


def test_paths_the_stain_spreads_one_word_a_layer(printed):
    stained = [line.count("True") for line in tries(printed, "paths")[0]]
    assert stained == [2, 3, 4]


def test_paths_a_larger_matrix_helps_until_it_harms_and_a_long_sentence_sooner(printed):
    rows = [list(map(float, line.split())) for line in tries(printed, "paths")[1]]
    scales, short, long = zip(*rows, strict=True)
    assert (short[scales.index(1)], long[scales.index(1)]) == (0.057, 9.9e-13)
    best = [scales[column.index(max(column))] for column in (short, long)]
    assert 1 < best[1] < best[0] < scales[-1]


def test_paths_equal_words_get_equal_weights(printed):
    (line,) = tries(printed, "paths")[2]
    weights = line.strip("[]").split(", ")
    assert weights[0] == weights[3]


def test_paths_a_larger_first_number_takes_nine_tenths():
    from snippets.attention.frozen import X, coefficients

    other = X.clone()
    other[0] = torch.tensor([3.0, 1.0])
    assert coefficients(other)[-1, 0] > 0.9


def numbers(line: str) -> list[float]:
    """The numbers in the brackets of a line."""
    return [float(number) for number in re.search(r"\[(.*?)\]", line)[1].split(", ")]


def test_parts_what_is_hidden_is_shared_in_proportion(printed):
    from snippets.attention.forward import last

    (line,) = tries(printed, "parts")[0]
    rest = last[:3] / last[:3].sum()
    assert numbers(line) == [*(round(weight, 3) for weight in rest.tolist()), 0.0]


def test_parts_a_causal_mask_sees_who_but_not_in_what_order(printed):
    free, causal = map(numbers, tries(printed, "parts")[1])
    assert free == [0.0] * 4
    assert min(causal[:2]) > 0 and causal[2:] == [0.0, 0.0]


def test_parts_rope_stays_when_all_move_and_both_change_when_stretched(printed):
    lines = tries(printed, "parts")[2]
    added, rope = [[numbers(line) for line in lines[one::2]] for one in (0, 1)]
    assert rope[1] == rope[0] != rope[2]
    assert added[1] != added[0] != added[2]


def test_parts_the_gradient_is_largest_at_no_end(printed):
    slopes = [float(line.split()[-1]) for line in tries(printed, "parts")[3]]
    assert max(slopes) not in (slopes[0], slopes[-1])
    assert max(slopes) > 100 * max(slopes[0], slopes[-1])


def test_parts_the_heads_add_up(printed):
    both, first, second = (numbers(line.partition("]")[2]) for line in tries(printed, "parts")[4])
    assert both == [pytest.approx(a + b, abs=2e-3) for a, b in zip(first, second, strict=True)]


def test_costs_the_order_does_not_matter_to_the_result(printed):
    lines = tries(printed, "costs")[0]
    assert numbers(lines[-1]) == [0.958, 3.964]
    assert [line.split()[1] for line in lines[1:]] == ["1.000"] * 3  # the highest came first


def test_costs_the_feature_exp_comes_closest_and_two_features_cannot_do_it_all(printed):
    from snippets.attention.forward import S, last

    rows = [torch.tensor(numbers(line)) for line in tries(printed, "costs")[1]]
    off = [(row - last).abs().max().item() for row in rows]
    assert min(off) == off[2] and 0.0 in rows[1]
    assert abs(rows[2][3] - last[3]) < 0.01 and rows[2][1] > 5 * last[1]
    assert torch.linalg.matrix_rank(S.exp()) == 4


def test_costs_a_wider_window_needs_fewer_layers(printed):
    assert tries(printed, "costs")[2] == ["2 3", "3 2", "4 1"]


def test_costs_a_short_cache_is_a_window(printed):
    from snippets.costs.cache import cached
    from snippets.costs.window import Z

    rows = [numbers(line) for line in tries(printed, "costs")[3]]
    assert rows[:2] == [[round(x, 3) for x in z[0].tolist()] for z in cached[:2]]
    assert rows[3] == [round(x, 3) for x in Z[3].tolist()]


def test_costs_the_table_grows_by_the_square(printed):
    sizes = [float(line.split()[1]) for line in tries(printed, "costs")[4]]
    assert sizes[0] == 77.3
    for one, two in itertools.pairwise(sizes):
        assert two / one == pytest.approx(4, rel=1e-2)


def test_costs_weights_move_and_the_output_does_not(printed):
    lines = [numbers(line) for line in tries(printed, "costs")[5]]
    weights, outputs = lines[::2], lines[1::2]
    assert len({tuple(row) for row in weights}) == len(weights)
    assert outputs == [outputs[0]] * len(outputs)
    assert min(map(min, weights)) > 0
