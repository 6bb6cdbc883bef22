"""A value of a snippet that nothing reads is told at its line."""

import ast

import pytest

from book.idle import taken

FIGURE = '''"""A point."""

import matplotlib.pyplot as plt

from snippets.chapter.word import idle


def draw():
    figure, axes = plt.subplots()
    axes.plot(idle)
    return figure
'''


def left(book, line: str) -> None:
    text = book.snippet.read_text(encoding="utf-8")
    book.snippet.write_text(text + line, encoding="utf-8")


def told(book) -> list[str]:
    return [problem.split("\n")[0] for problem in book.problems() if "nothing reads" in problem]


@pytest.mark.parametrize("line", ["idle = 4\n", "idle, _ = [3.0], 4\n", "idle = 4\nidle = 5\n"])
def test_a_value_that_nothing_reads_is_told_at_the_line_that_binds_it(book, line):
    left(book, line)
    last = book.snippet.read_text(encoding="utf-8").count("\n")
    assert told(book) == [f"snippets/chapter/word.py:{last}:1: nothing reads idle"]


@pytest.mark.parametrize(
    "line",
    [
        "_idle = 4\n",
        "idle = 4\nprint(idle)\n",
        "idle = 4\n\n\ndef twice():\n    return idle + idle\n",
        'idle = "four"\n',
    ],
)
def test_what_is_underscored_read_in_the_program_or_no_number_is_not_told(book, line):
    left(book, line)
    assert told(book) == []


def test_a_claim_reads_a_value(book):
    left(book, "idle = 4\n")
    book.both(lambda text, _: text + "\n4 <!--= word.idle -->\n")
    assert told(book) == []


@pytest.mark.parametrize(
    "how",
    [
        "from snippets.chapter.word import idle",
        "import snippets.chapter.word as w\nidle = w.idle",
        "from snippets.chapter import word as w\nidle = w.idle",
        "from snippets.chapter import word\nidle = [getattr(word, n) for n in ('far', 'idle')]",
    ],
)
@pytest.mark.parametrize("where", ["snippets/chapter/other.py", "tests/test_word.py"])
def test_another_program_or_a_test_reads_a_value(book, how, where):
    left(book, "idle = 4\n")
    path = book.root / where
    path.parent.mkdir(exist_ok=True)
    path.write_text(f'"""A reader."""\n\n{how}\nprint(idle)\n', encoding="utf-8")
    assert told(book) == []


def test_a_test_that_is_wrong_or_locked_by_an_editor_does_no_harm(book):
    assert taken(ast.parse("from snippets.chapter import word\ngetattr()\n")) == set()
    left(book, "idle = 4\n")
    for folder in ("tests", "figures_src/chapter"):
        (book.root / folder).mkdir(parents=True)
        (book.root / folder / ".#word.py").symlink_to("somebody@somewhere.1")
    assert len(told(book)) == 1


def test_a_figure_draws_a_value(book):
    left(book, "idle = [4.0, 5.0]\n")
    path = book.root / "figures_src/chapter/point.py"
    path.parent.mkdir(parents=True)
    path.write_text(FIGURE, encoding="utf-8")
    (book.root / "figures_src/book.mplstyle").write_text("")
    assert told(book) == []


def test_an_import_that_takes_another_name_does_not_read_it(book):
    left(book, "idle = 4\n")
    path = book.root / "snippets/chapter/other.py"
    path.write_text('"""No reader."""\n\nfrom snippets.chapter.word import far\n\nprint(far)\n')
    assert len(told(book)) == 1


def test_a_lab_in_which_a_reader_may_try_a_value_reads_it(book):
    left(book, "idle = 4\n")
    lab = """# ---
# title: A lab
# description: One sentence.
# ---

# %% [markdown]
# # A lab {{ #lab }}
#
# Words.

# %% chapter/word
{}
# %% try
print({})
"""
    source = book.snippet.read_text(encoding="utf-8")
    for language in ("zh", "en"):
        path = book.root / f"docs/{language}/labs/lab.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(lab.format(source, "far"), encoding="utf-8")
    assert len(told(book)) == 1
    for language in ("zh", "en"):
        path = book.root / f"docs/{language}/labs/lab.py"
        path.write_text(lab.format(source, "idle"), encoding="utf-8")
    assert told(book) == []
