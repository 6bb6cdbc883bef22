"""Snippets run from a clean state, twice, and everything that goes wrong is told at its line."""

import ast
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

import pytest

from book import runs as module
from book.runs import Progress, Run, runs
from book.sources import snippets_of, sources, statements
from book.values import Value, kept
from book.worker import FORKS, Answer, Worker, WorkerError, Workers, fault

ROOT = Path(__file__).resolve().parent.parent

GOOD = {
    "good/sentence": """
        import torch
        torch.set_default_dtype(torch.float64)
        words = ["很高兴", "认识你"]
        X = torch.tensor([[1.0, 0.0], [0.1, 2.0], [3.0, 1.0]])
        T, d = X.shape
        if __name__ == "__main__":
            print(X)
    """,
    "good/importing": """
        import torch
        from snippets.good.sentence import T, X, words as names
        total = X.sum()
        total = total + 1
        limit = float("inf")
        for step in range(T):
            last = step
        print(f"{total:.1f} {names[0]}")
    """,
    "good/relative": """
        from .sentence import *
        here = 3
        __import__("os").write(1, b"from below\\n")
    """,
    "good/dtype": """
        import torch
        digits = torch.finfo(torch.get_default_dtype()).bits
        seen = hasattr(torch, "left_here")
        torch.left_here = True
        torch.set_default_dtype(torch.float16)
        threads = torch.get_num_threads()
    """,
    "good/dtype_again": """
        import torch
        digits = torch.finfo(torch.get_default_dtype()).bits
        seen = hasattr(torch, "left_here")
        torch.left_here = True
        torch.set_default_dtype(torch.float16)
        threads = torch.get_num_threads()
    """,
    "good/seeded": """
        import torch
        torch.manual_seed(0)
        x = torch.randn(3)
        ordered = sorted({"a", "b", "c"})
        print(x.shape, ordered)
    """,
    "good/deep": """
        deep = []
        for _ in range(5000):
            deep = [deep]
        circle = [1]
        circle.append(circle)
        here = 3
    """,
    "good/negative": """
        print("-0.5 -0.05 1e-0 10-05 banana nan_count")
    """,
    "good/lines": """
        import math as m
        (a,
         b) = 1, 2
        a += 1
        if a:
            c = 3
        else:
            c = 4
        with open("written", "w") as f:
            e = [hidden for hidden in range(3)]
        if (walrus := 5) > 3:
            pass
        def function():
            a = 100
        while True:
            *g, h = 1, 2, 3
            break
    """,
}


class Wrong(NamedTuple):
    source: str
    line: int
    message: str
    file: str = ""  # where that is another than its own


LIMITS = (2.5, 20.0, 120.0)  # seconds: a machine may be so busy that nothing has begun by then

# what Python does not see, so that nothing refuses it
TELL = "c = __import__('ctypes').CDLL(None)\nc.dprintf(c.open({!r}.encode(), 0o2101, 0o600), {})\n"
KILL = "__import__('ctypes').CDLL(None).kill(__import__('os').getppid(), {})\n"

WRONG = {
    "wrong/raises": Wrong("x = 1\ny = x + [][0]\n", 2, "IndexError: list index out of range"),
    "wrong/in_function": Wrong(
        "import math\ndef f():\n    return math.sqrt(-1)\n\nf()\n", 3, "ValueError: math domain"
    ),
    "wrong/imports_raising": Wrong(
        "from snippets.wrong.raises import x\n", 2, "IndexError", "snippets/wrong/raises.py"
    ),
    "wrong/syntax": Wrong("x = 1\ny = (2,\n", 2, r"SyntaxError: '\(' was never closed"),
    "wrong/imports_syntax": Wrong(
        "from snippets.wrong.syntax import y\n", 2, "SyntaxError", "snippets/wrong/syntax.py"
    ),
    "wrong/imports_missing": Wrong(
        "x = 1\nfrom snippets.good.sentense import X\n", 2, "imports snippets.good.sentense, which"
    ),
    "wrong/imports_missing_too": Wrong(
        "from snippets.good import sentence, other\n", 1, "imports snippets.good.other, which"
    ),
    "wrong/imports_missing_name": Wrong(
        "from snippets.good.sentence import Y\n", 1, "ImportError: cannot import name 'Y'"
    ),
    "wrong/circle_a": Wrong(
        "\nfrom snippets.wrong.circle_b import x\n", 2,
        "circular import: snippets.wrong.circle_a -> snippets.wrong.circle_b -> "
        "snippets.wrong.circle_a",
    ),
    "wrong/circle_b": Wrong(
        "x = 1\nimport snippets.wrong.circle_a\n", 2, "circular import: snippets.wrong.circle_a",
        "snippets/wrong/circle_a.py",
    ),
    "wrong/nan": Wrong(
        "import torch\nx = torch.zeros(2, 3)\ny = 1\nx = x / x.T.mT * (x != 1)\n",
        4, r"x\[0, 0\] is NaN",
    ),
    "wrong/prints_nan": Wrong("print('x')\nprint(f'{float(chr(110)+chr(97)+chr(110))}')", 1,
                              "prints nan in line 2 of its output: nan"),
    "wrong/prints_negative_zero": Wrong(
        "import torch\nprint(torch.tensor([1.0, -0.0]))\n", 2, r"prints -0\. in line 1"
    ),
    "wrong/rounds_to_negative_zero": Wrong("print(f'{-0.001:.2f}')\n", 1, r"prints -0\.00 in"),
    "wrong/unseeded": Wrong(
        "import torch\nx = torch.randn(2)\n", 2, r"x\[0\] is .*\d and .*\d in two runs"
    ),
    "wrong/unseeded_numpy": Wrong(
        "import numpy\nx = numpy.random.rand()\n", 2, r"x is .*\d and .*\d in two runs"
    ),
    "wrong/unseeded_random": Wrong("import random\nx = random.random()\n", 2, "x is .* in two"),
    "wrong/large_unseeded": Wrong(
        "import torch\nx = torch.randn(100_001)\n", 2, "x has other entries in two runs"
    ),
    "wrong/hash": Wrong("x = hash('a')\n", 1, r"x is -?\d+ and -?\d+ in two runs"),
    "wrong/shape": Wrong("x = [0] * (hash('a') % 99991)", 1, r"shape of x is \[\d+\] and \[\d+\]"),
    "wrong/set": Wrong(
        "print(1)\nprint(*set('abcdefghijkl'))\n", 1, "line 2 of its output is '.*' and '.*' in two"
    ),
    "wrong/time": Wrong(
        "x = 1\nprint(__import__('time').time_ns())\n", 2, "OutsideError: asks what time it is"
    ),
    "wrong/duration": Wrong(
        "x = 1\nprint(__import__('time').perf_counter())\n", 2, "line 1 of its output is '.*' and"
    ),
    "wrong/flood": Wrong("while True:\n    print('x' * 1000)\n", 1, "prints more than 100 kB"),
    "wrong/exit": Wrong("__import__('os')._exit(3)\n", 1, "ends the process with status 3"),
    "wrong/sys_exit": Wrong("x = 1\nexit()\n", 2, "SystemExit"),
    "wrong/killed": Wrong(
        "os = __import__('os')\nos.kill(os.getpid(), 9)\n", 1, r"killed by .* \(SIGKILL\)"
    ),
    "wrong/segfault": Wrong(
        "x = 1\n__import__('ctypes').string_at(0)\n", 2, r"killed by signal 11 \(SIGSEGV\)"
    ),
    "wrong/memory": Wrong("x = 1\ny = bytearray(1 << 36)\n", 2, "MemoryError"),
    "wrong/memory_of_torch": Wrong(
        "import torch\ny = torch.empty(1 << 36)\n", 2, "RuntimeError: .*can't allocate memory"
    ),
    "wrong/recursion": Wrong("def f():\n    f()\n\nf()\n", 2, "RecursionError"),
    "wrong/input": Wrong("x = 1\ny = input()\n", 2, "EOFError"),
    "wrong/hidden_import": Wrong(
        "x = __import__('snippets.good.lines', fromlist='a').a\n",
        1, "reads snippets/good/lines.py without an import statement",
    ),
    "wrong/data": Wrong(
        "x = float(open(__file__ + '.txt').read())\n",
        1, "reads snippets/wrong/data.py.txt without",
    ),
    "wrong/forks": Wrong(
        "x = 1\ny = min(__import__('os').fork(), 1)\n", 2, "OutsideError: starts another process"
    ),
    "wrong/forks_below": Wrong(
        "x = min(__import__('ctypes').CDLL(None).fork(), 1)\ny = [][x]\n", 2, "IndexError"
    ),
    "wrong/imports_time": Wrong("x = 1\nimport time\n", 2, "imports time, which a snip"),
    "wrong/name": Wrong(
        "x = 17 if __name__ == '__main__' else 73\n", 1, "what imports it may find another value"
    ),
    "wrong/else": Wrong("if __name__ == '__main__':\n    x = 1\nelse:\n    x = 2\n", 1, "it asks"),
    "wrong/date": Wrong(
        "import numpy\nx = __import__('datetime').date.today().year\n", 2,
        "OutsideError: asks what time it is",
    ),
    "wrong/zone": Wrong(
        "x = 1\ny = __import__('time').timezone\n", 2, r"y is -50400 and 43200 in two runs"
    ),
    "wrong/processors": Wrong(
        "x = 1\ny = __import__('os').cpu_count()\n", 2, "OutsideError: asks about the machine"
    ),
    "wrong/processors_by_library": Wrong(
        "x = 1\ny = __import__('multiprocessing').cpu_count()\n", 2, r"y is \d+ and \d+ in two runs"
    ),
    "wrong/processors_by_torch": Wrong(
        "import torch\ny = torch.get_num_interop_threads()\n", 2, "y is 1 and 2 in two runs"
    ),
    "wrong/affinity": Wrong(
        "x = 1\ny = len(__import__('os').sched_getaffinity(0))\n", 2, "asks about the machine"
    ),
    "wrong/host": Wrong("x = len(__import__('os').uname()[1])\n", 1, "asks about the machine"),
    "wrong/environment": Wrong(
        "x = 1\ny = len(__import__('os').environ.get('HOME', ''))\n", 2,
        "OutsideError: asks for the environment",
    ),
    "wrong/environment_of_os": Wrong(
        "x = len(__import__('os').getenv('NO_SUCH_NAME') or '')\n", 1, "asks for the environment"
    ),
    "wrong/environment_listed": Wrong(
        "x = len([*__import__('os').environ])\n", 1, "asks for the environment"
    ),
    "wrong/processors_in_a_text": Wrong(
        "x = 1\nexec('import os; y = os.cpu_count()')\n", 2, "asks about the machine"
    ),
    "wrong/language": Wrong(
        "x = len(__import__('locale').setlocale(6))\n", 1, "asks for the language of the machine"
    ),
    "wrong/writes": Wrong(
        "x = 1\nopen(__file__ + '.new', 'w')\n", 2, "OutsideError: writes .*/writes.py.new"
    ),
    "wrong/overwrites": Wrong("open(__file__, 'r+')\n", 1, "OutsideError: writes .*/overwrites.py"),
    "wrong/removes": Wrong(
        "x = 1\n__import__('os').remove(__file__)\n", 2, "OutsideError: changes .*/removes.py"
    ),
    "wrong/moves": Wrong(
        "__import__('os').rename(__file__, 'here.py')\n", 1, "OutsideError: changes .*/moves.py"
    ),
    "wrong/empties": Wrong(
        "__import__('shutil').rmtree(__file__.rpartition('/')[0])\n", 1,
        "OutsideError: changes .*/snippets/wrong",
    ),
    "wrong/reads": Wrong("x = 1\ny = open('/etc/passwd').read()\n", 2, "OutsideError: reads /etc"),
    "wrong/reads_by_numpy": Wrong(
        "import numpy\nx = numpy.loadtxt('/etc/passwd')\n", 2, "OutsideError: reads /etc/passwd"
    ),
    "wrong/reads_machine": Wrong("x = open('/proc/cpuinfo').read()\n", 1, "reads /proc/cpuinfo"),
    "wrong/lists": Wrong(
        "x = 1\ny = len(__import__('os').listdir(__file__.rpartition('/')[0]))\n",
        2, "OutsideError: lists the folder .*/snippets/wrong",
    ),
    "wrong/starts": Wrong(
        "x = __import__('subprocess').check_output(['cat', '/etc/hostname'])\n",
        1, "OutsideError: starts another program",
    ),
    "wrong/shell": Wrong("x = __import__('os').system('true')\n", 1, "starts another program"),
    "wrong/network": Wrong(
        "x = len(__import__('socket').gethostname())\n", 1, "OutsideError: asks the network"
    ),
    "wrong/signals": Wrong(
        "os = __import__('os')\nx = 1\nos.kill(os.getppid(), 9)\n", 3, "a signal to another process"
    ),
    "wrong/writes_everywhere": Wrong(
        "x = 1\nfor i in range(3, 50):\n    __import__('os').write(i, b'junk\\n{}\\n')\n",
        3, "OSError: .*Bad file descriptor",
    ),
    "wrong/closes_everything": Wrong(
        "__import__('os').closerange(0, 99)\nx = float('nan')\n", 2, "x is NaN"
    ),
    "wrong/dumps": Wrong(
        "import numpy\njson = __import__('json')\njson.dumps = lambda *a, **k: '{}'\n"
        "os = __import__('os')\nos._exit = print\nx = float('nan')\n", 6, "x is NaN",
    ),
    "wrong/escape": Wrong("x = 1\nprint('a\\rb')\n", 2, r"prints '\\r' in line 1 of its output"),
    "wrong/not-a-name": Wrong("x = 1\n", 1, "no claim can name wrong/not-a-name"),
    "wrong/1st": Wrong("x = 1\n", 1, "no claim can name wrong/1st"),
    "wrong/a.b": Wrong("x = 1\n", 1, "no claim can name wrong/a.b"),
}  # fmt: skip


class Book(NamedTuple):
    root: Path
    runs: dict[str, Run]
    steps: list[Progress]


def write(root: Path, snippet: str, source: str | bytes) -> None:
    path = root / "snippets" / f"{snippet}.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(dedent(source).lstrip().encode() if isinstance(source, str) else source)


@pytest.fixture(scope="module")
def book(tmp_path_factory) -> Book:
    """All snippets of this file, run once."""
    root = tmp_path_factory.mktemp("book").resolve()
    for name, source in GOOD.items():
        write(root, name, source)
    for name, wrong in WRONG.items():
        write(root, name, wrong.source.encode())
    write(root, "wrong/latin", "x = 1\ny = 'é'\n".encode("latin-1"))
    (root / "snippets/wrong/data.py.txt").write_text("3")
    steps: list[Progress] = []
    names = [*GOOD, *WRONG, "wrong/latin", "good/sentense"]
    return Book(root, runs(root, names, jobs=4, progress=steps.append), steps)


@pytest.fixture
def quick(monkeypatch) -> None:
    """Snippets of this test need no torch, so none is imported."""
    monkeypatch.setattr(module, "PRELOAD", ("book.runs",))


@pytest.fixture
def here(monkeypatch) -> None:
    """Snippets of this test are a line without imports, and run in this process."""

    class Here(contextlib.nullcontext):
        def __init__(self, root: Path, **setting: object) -> None:
            super().__init__(self)
            self.root = root

        def call(self, target: str, arguments: dict[str, str], *, limit: float) -> Answer:
            names: dict[str, object] = {}
            exec((self.root / f"snippets/{arguments['snippet']}.py").read_text(), names)
            return Answer("returned", kept(names))

        def close(self) -> None:
            pass

    monkeypatch.setattr("book.worker.Worker", Here)  # which `Workers` starts


@pytest.mark.parametrize("name", GOOD)
def test_a_good_snippet_has_no_problem(book, name):
    assert book.runs[name].problems == ()
    assert not book.runs[name].reused


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told_at_its_line(book, name):
    wrong = WRONG[name]
    assert len(book.runs[name].problems) == 1, book.runs[name]
    (problem,) = book.runs[name].problems
    assert (problem.file, problem.line) == (wrong.file or f"snippets/{name}.py", wrong.line)
    assert problem.remedy
    assert re.search(wrong.message, problem.message), problem.message


def test_columns_point_at_the_expression(book):
    assert book.runs["wrong/raises"].problems[0].column == 9
    assert book.runs["wrong/syntax"].problems[0].column == 5


def test_a_file_that_is_not_utf_8_is_told_at_its_byte(book):
    (problem,) = book.runs["wrong/latin"].problems
    assert (problem.line, problem.column) == (2, 6)
    assert "byte 0xe9 is not UTF-8" in problem.message


def test_a_missing_snippet_is_told_with_the_nearest_name(book):
    (problem,) = book.runs["good/sentense"].problems
    assert problem.file == "snippets/good/sentense.py"
    assert "did you mean snippets/good/sentence?" in problem.remedy


def test_values_lines_and_output_of_a_snippet(book):
    run = book.runs["good/importing"]
    assert run.values["total"] == Value("float", (), (8.1,))
    assert run.values["X"].shape == (3, 2)
    assert run.values["limit"].data == (float("inf"),)
    assert "names" not in run.values
    assert run.lines == {"T": 2, "X": 2, "total": 4, "limit": 5, "step": 6, "last": 7}
    assert run.output == "8.1 很高兴\n"
    assert run.seconds > 0


def test_the_line_of_a_value_is_where_it_is_bound_last(book):
    expected = {"a": 4, "b": 3, "c": 8, "e": 10, "walrus": 11, "g": 16, "h": 16}
    assert book.runs["good/lines"].lines == expected


def test_a_star_import_is_the_line_of_its_values(book):
    assert book.runs["good/relative"].lines == {"X": 1, "T": 1, "d": 1, "here": 2}


def test_what_is_printed_below_python_is_output_too(book):
    assert book.runs["good/relative"].output == "from below\n"


def test_one_snippet_does_not_change_what_another_finds(book):
    for name in ("good/dtype", "good/dtype_again"):
        values = book.runs[name].values
        assert values["digits"].data == (32,)
        assert values["seen"].data == (False,)
        assert values["threads"].data == (1,)


def test_a_snippet_cannot_write_into_the_tree_by_a_relative_path(book):
    assert not list(book.root.rglob("written"))
    assert not (ROOT / "written").exists()


def test_no_bytecode_is_left_beside_snippets(book):
    assert not list(book.root.rglob("__pycache__"))


def test_progress_tells_when_a_snippet_starts_and_ends(book):
    ran = {step.snippet for step in book.steps}
    assert {"good/sentence", "wrong/raises"} <= ran
    assert "wrong/syntax" not in ran  # it never ran
    for name in ran:
        assert [step.ended for step in book.steps if str(step) == name] == [False, True]
    ends = [step for step in book.steps if step.ended]
    assert [step.done for step in ends] == [*range(1, len(ran) + 1)]
    assert {step.total for step in book.steps} == {len(ran)}


def test_only_runs_without_a_problem_are_kept_for_later(book):
    known = [json.loads(file.read_text()) for file in (book.root / ".cache/runs").iterdir()]
    assert sorted(result["snippet"] for result in known) == sorted(GOOD)


SOME = """
import a
if a:
    import b
elif a.b:
    from c import d
else:
    import e
try:
    import f
except a.Error:
    import g
else:
    import h
finally:
    import i
for j in a:
    import k
else:
    with j:
        import m
match a:
    case 1:
        import n
    case _ if a:
        while a:
            async def o():
                import p
class Q:
    def r(self, s=lambda: 1):
        import t
        return [u for u in s if u]
"""


def test_every_statement_is_found_in_the_order_of_the_whole_tree():
    texts = [path.read_text("utf-8") for path in sorted(ROOT.glob("book/*.py"))]
    assert len(texts) > 40
    for text in (SOME, *texts):
        tree = ast.parse(text)
        every = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
        assert [node for node in statements(tree) if isinstance(node, ast.stmt)] == every


def test_every_snippet_of_the_tree_is_found(book):
    write(book.root, "good/__init__", "")
    assert snippets_of(book.root) == sorted([*GOOD, *WRONG, "wrong/latin"])
    (book.root / "snippets/good/__init__.py").unlink()


def test_unchanged_snippets_start_no_process_and_import_no_torch(book):
    program = f"""
        import subprocess, sys
        from pathlib import Path
        from book.runs import runs

        subprocess.Popen = None
        found = runs(Path({str(book.root)!r}), {list(GOOD)!r})
        assert all(run.reused for run in found.values())
        assert not {{"torch", "numpy"}} & set(sys.modules)
        print(found["good/importing"].values["total"])
    """
    command = [sys.executable, "-c", dedent(program)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("8.1\n", "")


def test_a_reused_run_equals_the_first(book):
    again = runs(book.root, GOOD)
    for name in GOOD:
        first = book.runs[name]
        assert again[name] == Run(
            name, first.values, first.lines, first.output, (), first.seconds, reused=True
        )


def test_a_change_of_what_is_imported_runs_the_importer_again(tmp_path, quick):
    write(tmp_path, "a/base", "x = 1\n")
    write(tmp_path, "a/middle", "import snippets.a.base as base\ny = base.x\n")
    write(tmp_path, "a/top", "from snippets.a import middle\nz = middle.y\n")
    write(tmp_path, "a/other", "x = 1\n")
    names = snippets_of(tmp_path)
    assert runs(tmp_path, names)["a/top"].values["z"].data == (1,)
    write(tmp_path, "a/base", "x = 2\n")  # same size, within the second
    again = runs(tmp_path, names)
    assert again["a/top"].values["z"].data == (2,)
    assert [name for name in names if again[name].reused] == ["a/other"]
    write(tmp_path, "a/__init__", "")
    assert not any(run.reused for run in runs(tmp_path, names).values())


def test_fresh_reuses_nothing(tmp_path, here):
    write(tmp_path, "a/one", "x = 1\n")
    runs(tmp_path, ["a/one"])
    assert runs(tmp_path, ["a/one"])["a/one"].reused
    assert not runs(tmp_path, ["a/one"], fresh=True)["a/one"].reused


def test_a_damaged_result_is_computed_anew(tmp_path, here):
    damages = [b"", b"{", b"[]", b"null", b'{"values": {"x": 3}}', b"\xff"]
    names = [f"a/n{number}" for number in range(len(damages))]
    for name in names:
        write(tmp_path, name, "x = 1\n")
    runs(tmp_path, names)
    for file, damage in zip((tmp_path / ".cache/runs").iterdir(), damages, strict=True):
        file.write_bytes(damage)
    for run in runs(tmp_path, names).values():
        assert (run.reused, run.values["x"].data) == (False, (1,))
    assert all(run.reused for run in runs(tmp_path, names).values())


def test_results_that_nothing_asks_for_are_deleted_after_a_month(tmp_path, here):
    write(tmp_path, "a/one", "x = 1\n")
    runs(tmp_path, ["a/one"])
    (old,) = (tmp_path / ".cache/runs").iterdir()
    for source, days, stays in (("x = 2\n", 29, True), ("x = 3\n", 31, False)):
        os.utime(old, (time.time() - days * 86400,) * 2)
        write(tmp_path, "a/one", source)
        runs(tmp_path, ["a/one"])
        assert old.exists() == stays


def test_the_oldest_results_make_room(tmp_path, here, monkeypatch):
    write(tmp_path, "a/one", "x = 1\n")
    runs(tmp_path, ["a/one"])
    (old,) = (tmp_path / ".cache/runs").iterdir()
    os.utime(old, (time.time() - 10,) * 2)
    write(tmp_path, "a/one", "x = 2\n")
    monkeypatch.setattr(module, "SPACE", old.stat().st_size * 3 // 2)
    runs(tmp_path, ["a/one"])
    assert not old.exists()
    assert runs(tmp_path, ["a/one"])["a/one"].reused


def test_results_of_the_run_at_hand_stay_whatever_room_they_take(tmp_path, here, monkeypatch):
    """Of a book that needs more room than there is, nothing would ever be reused otherwise."""
    names = [f"a/{name}" for name in ("one", "two", "three")]
    for name in names:
        write(tmp_path, name, "x = 1\n")
    monkeypatch.setattr(module, "SPACE", 1)
    runs(tmp_path, names)
    assert all(run.reused for run in runs(tmp_path, names).values())


def test_a_reused_result_stays_when_newer_ones_of_other_settings_make_room(
    tmp_path, here, monkeypatch
):
    write(tmp_path, "a/kept", "x = 1\n")
    write(tmp_path, "a/other", "x = 1\n")
    runs(tmp_path, ["a/kept"])
    (old,) = (tmp_path / ".cache/runs").iterdir()
    os.utime(old, (time.time() - 3600,) * 2)  # not long enough ago to be noted as used again
    monkeypatch.setenv("ATEN_CPU_CAPABILITY", "default")
    runs(tmp_path, ["a/kept"])
    monkeypatch.delenv("ATEN_CPU_CAPABILITY")
    (newer,) = set((tmp_path / ".cache/runs").iterdir()) - {old}
    monkeypatch.setattr(module, "SPACE", old.stat().st_size * 5 // 2)
    assert runs(tmp_path, ["a/kept", "a/other"])["a/kept"].reused
    assert old.exists() and not newer.exists()


def test_another_instruction_set_is_another_result(tmp_path, here, monkeypatch):
    write(tmp_path, "a/one", "x = 1\n")
    runs(tmp_path, ["a/one"])
    for name in ("ATEN_CPU_CAPABILITY", "MKL_CBWR"):
        monkeypatch.setenv(name, "default")
        assert not runs(tmp_path, ["a/one"])["a/one"].reused


def test_a_folder_in_which_a_library_keeps_things_is_no_other_result(tmp_path, here, monkeypatch):
    """Torch names one in the environment when parts of it are imported, as tests do."""
    write(tmp_path, "a/one", "x = 1\n")
    runs(tmp_path, ["a/one"])
    monkeypatch.setenv("TORCHINDUCTOR_CACHE_DIR", str(tmp_path))
    assert runs(tmp_path, ["a/one"])["a/one"].reused


def test_a_file_saved_while_it_runs_is_not_kept(tmp_path, quick):
    write(tmp_path, "a/one", "x = 1\n")
    runs(tmp_path, ["a/one"], progress=lambda step: write(tmp_path, "a/one", "x = 22\n"))
    assert not list(tmp_path.glob(".cache/runs/*"))
    runs(tmp_path, ["a/one"], progress=lambda step: (tmp_path / "snippets/a/one.py").unlink(True))
    assert not list(tmp_path.glob(".cache/runs/*"))


def test_what_a_snippet_has_started_ends_with_it_at_the_limit_too(tmp_path, quick):
    mark = tmp_path / "pid"
    starts = (
        "c = __import__('ctypes').CDLL(None)\n"
        "sleeper = c.fork() or c.sleep(600)\n"
        + TELL.format(str(mark), "b'%d %d ', c.getpid(), sleeper")
    )
    for name, end in (("slow", "while True: pass"), ("ends", "x = 1"), ("raises", "y = [][0]")):
        write(tmp_path, f"a/{name}", f"{starts}{end}\n")
    for limit in LIMITS:
        mark.unlink(missing_ok=True)
        found = runs(tmp_path, ["a/slow", "a/ends", "a/raises"], limit=limit, jobs=6, fresh=True)
        (problem,) = found["a/slow"].problems
        assert_gone(mark.read_text())
        if len(mark.read_text().split()) == 12:
            break
    assert (problem.line, problem.message) == (5, f"still running after {limit:g} s, here")
    assert len(mark.read_text().split()) == 12


@pytest.mark.skipif(not FORKS, reason="no fork")
def test_who_ends_the_worker_is_named_and_the_others_have_results(tmp_path, quick):
    write(tmp_path, "a/ends", KILL.format(9) + "__import__('time').sleep(600)\n")
    write(tmp_path, "a/before", "x = 1\n")
    write(tmp_path, "a/beside", "__import__('time').sleep(0.5)\nx = 2\n")
    write(tmp_path, "a/after", "x = 3\n")
    found = runs(tmp_path, ["a/before", "a/ends", "a/beside", "a/after"], jobs=4)
    (problem,) = found.pop("a/ends").problems
    assert (problem.file, problem.line) == ("snippets/a/ends.py", 1)
    assert problem.message == "ends or stops the process that started it"
    assert {run.problems for run in found.values()} == {()}
    assert [run.values["x"].data for run in found.values()] == [(1,), (2,), (3,)]


@pytest.mark.parametrize("fork", [True, False] if FORKS else [False])
@pytest.mark.parametrize(
    ("end", "given"),
    [(signal.SIGINT, False), (signal.SIGKILL, False), (signal.SIGINT, True)],
    ids=["interrupted", "killed", "interrupted-with-workers-of-others"],
)
def test_no_process_outlives_the_one_that_asked(tmp_path, end, given, fork):
    mark = tmp_path / "pid"
    write(
        tmp_path,
        "a/one",
        TELL.format(str(mark), "b'%d %d ', c.getpid(), c.getppid()") + "c.sleep(600)\n",
    )
    write(tmp_path, "a/two", "__import__('time').sleep(600)\n")
    program = (
        "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"  # as at a desk
        "from pathlib import Path\nimport book.runs\nbook.runs.PRELOAD = ()\n"
        f"root = Path({str(tmp_path)!r})\n"
        f"given = book.runs.Workers(root, fork={fork}) if {given} else None\n"
        f"book.runs.runs(root, ['a/one', 'a/two'], jobs=2, fork={fork}, workers=given)"
    )
    asking = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a job may ignore it
    )
    while not (mark.exists() and len(mark.read_text().split()) == 4):
        assert asking.poll() is None
        time.sleep(0.02)
    asking.send_signal(end)
    said = asking.communicate()[1]
    assert (b"KeyboardInterrupt" in said) == (end == signal.SIGINT)
    assert_gone(mark.read_text())


def assert_gone(pids: str) -> None:
    """Wait until none of the processes is left; a hang here is the failure."""
    assert pids.split()
    for pid in pids.split():
        status = Path(f"/proc/{pid}/status")
        while status.parent.exists():
            with_state = status.read_text() if status.exists() else "State:\tX"
            if "State:\tZ" in with_state or "State:\tX" in with_state:
                break  # dead, and nobody has asked for its status
            time.sleep(0.02)


@pytest.mark.parametrize("fork", [True, False] if FORKS else [False])
def test_a_call_answers_the_same_with_and_without_fork(tmp_path, fork):
    write(tmp_path, "a/one", "import os\nx = [0.1, float('inf')]\nprint(os.listdir())\n")
    write(tmp_path, "a/raises", "x = 1\nx = [][0]\n")
    write(tmp_path, "a/exits", "import os\nos._exit(3)\n")
    write(tmp_path, "a/kills", "import os\nos.kill(os.getpid(), 9)\n")
    write(tmp_path, "a/slow", "x = 1\nwhile True: pass\n")
    write(tmp_path, "a/floods", "print('x' * 200_000)\n")
    with Worker(tmp_path, preload=["book.runs"], fork=fork) as worker:

        def asked(name: str) -> dict[str, str]:
            return {"root": str(tmp_path), "snippet": name}

        def told(name: str, limit: float = 60.0) -> tuple[int, str]:
            answer = worker.call("book.runs:left_behind", asked(name), limit=limit)
            problem = fault(answer, tmp_path, f"snippets/{name}.py", limit)
            return problem.line, problem.message

        answer = worker.call("book.runs:left_behind", asked("a/one"))
        assert answer.ended == "returned"
        assert answer.value["x"]["data"] == [0.1, float("inf")]
        assert answer.output == "[]\n"
        assert answer.opened == ("snippets/a/one.py",)
        assert told("a/raises") == (2, "IndexError: list index out of range")
        assert told("a/exits") == (1, "ends the process with status 3 before its last line")
        assert told("a/kills") == (1, "killed by signal 9 (SIGKILL)")
        for limit in LIMITS:
            if (slow := told("a/slow", limit))[0] == 2:
                break
        assert slow == (2, f"still running after {limit:g} s, here")
        assert told("a/floods") == (1, "prints more than 100 kB")
    with pytest.raises(WorkerError, match="closed"):
        worker.call("book.runs:left_behind", asked("a/one"))


def test_without_fork_snippets_run_in_processes_of_their_own(tmp_path, quick):
    write(tmp_path, "a/one", "x = 1\nprint(x)\n")
    write(tmp_path, "a/hash", "x = hash('a')\n")
    found = runs(tmp_path, ["a/one", "a/hash"], fork=False)
    assert (found["a/one"].values["x"].data, found["a/one"].output) == ((1,), "1\n")
    assert "in two runs" in found["a/hash"].problems[0].message


def test_workers_that_are_given_are_kept_for_the_next_runs(tmp_path, quick):
    used: list[list[Worker]] = []
    with Workers(tmp_path) as workers:
        for number in (1, 2):
            write(tmp_path, "a/one", f"x = {number}\n")
            found = runs(tmp_path, ["a/one"], workers=workers)["a/one"]
            assert (found.values["x"].data, found.reused) == ((number,), False)
            used.append(list(workers.started.values()))
        assert used[0] == used[1] and len(used[0]) == 2  # one for each of the two runs
    with pytest.raises(WorkerError, match="closed"):
        runs(tmp_path, ["a/one"], workers=workers, fresh=True)


IMPORTED = "def known(name):\n    return name in __import__('sys').modules\n"


@pytest.mark.parametrize("fork", [True, False] if FORKS else [False])
def test_a_worker_that_is_released_imports_what_others_need_and_the_second_ends(tmp_path, fork):
    write(tmp_path, "a/modules", IMPORTED)

    def known(worker: Worker, name: str) -> bool:
        return worker.call("snippets.a.modules:known", {"name": name}).value

    with Workers(tmp_path, fork=fork) as workers:
        first, second = (workers.worker(("book.runs",), seed) for seed in (0, 1))
        assert not known(first, "colorsys")
        workers.release(("book.runs",))
        with pytest.raises(WorkerError, match="closed"):
            second.call("os:getpid", {})
        assert workers.worker(("book.runs", "colorsys")) is first
        assert known(first, "colorsys")
        assert workers.worker(("book.runs",)) is not first  # in which nothing more is imported
        assert not known(workers.worker(("book.runs",)), "colorsys")


@pytest.mark.parametrize("fork", [True, False] if FORKS else [False])
def test_a_worker_goes_on_for_nobody_who_wants_less_or_another_seed(tmp_path, fork):
    with Workers(tmp_path, fork=fork) as workers:
        first = workers.worker(("book.runs",))
        workers.release(("book.runs",))
        assert workers.worker(("colorsys",)) is not first
        assert workers.worker(("book.runs", "colorsys"), 1) is not first
    with pytest.raises(WorkerError, match="closed"):
        first.call("os:getpid", {})


@pytest.mark.parametrize("fork", [True, False] if FORKS else [False])
def test_what_a_released_worker_cannot_import_is_told(tmp_path, fork):
    with Workers(tmp_path, fork=fork) as workers:
        workers.worker(())
        workers.release(())
        worker = workers.worker(("no_such_library",))
        with pytest.raises(WorkerError, match="No module named 'no_such_library'"):
            worker.call("os:getpid", {})


@pytest.mark.skipif(not FORKS, reason="no fork")
def test_a_worker_that_is_replaced_has_imported_as_much_as_the_one_before(tmp_path):
    write(tmp_path, "a/modules", IMPORTED)
    with Worker(tmp_path, preload=("book.runs",)) as worker:
        worker.preload(("book.runs", "colorsys"))
        assert worker.call("os:getpid", {}).ended == "returned"
        worker.shared.process.kill()
        worker.shared.process.wait()
        for name in ("book.runs", "colorsys"):
            assert worker.call("snippets.a.modules:known", {"name": name}).value


@pytest.mark.parametrize("fork", [True, False] if FORKS else [False])
def test_garbage_is_looked_for_in_a_call_as_in_any_process(tmp_path, fork):
    with Worker(tmp_path, preload=("book.runs",), fork=fork) as worker:
        assert worker.call("gc:isenabled", {}).value
        assert worker.call("gc:get_threshold", {}).value == [700, 10, 10]


@pytest.mark.parametrize("fork", [True, False] if FORKS else [False])
def test_workers_at_rest_have_ended_their_calls_and_take_others_again(tmp_path, quick, fork):
    write(tmp_path, "a/one", "x = 1\n")
    write(tmp_path, "a/slow", "print(1, flush=True)\nwhile True: pass\n")
    with Workers(tmp_path, fork=fork) as workers, ThreadPoolExecutor(1) as pool:
        begun = threading.Event()
        slow = pool.submit(
            runs, tmp_path, ["a/slow"], workers=workers, progress=lambda _: begun.set()
        )
        begun.wait()
        workers.rest()
        assert isinstance(slow.exception(), WorkerError)
        with pytest.raises(WorkerError, match="at rest"):
            runs(tmp_path, ["a/one"], workers=workers)
        workers.resume()
        assert runs(tmp_path, ["a/one"], workers=workers)["a/one"].values["x"].data == (1,)


@pytest.mark.parametrize("fork", [True, False] if FORKS else [False])
def test_a_broken_environment_is_told_as_such(tmp_path, fork):
    write(tmp_path, "a/one", "x = 1\n")
    with (
        Worker(tmp_path, preload=["no_such_library"], fork=fork) as worker,
        pytest.raises(WorkerError, match="No module named 'no_such_library'"),
    ):
        worker.call("book.runs:left_behind", {"root": str(tmp_path), "snippet": "a/one"})


@pytest.mark.skipif(not FORKS, reason="no fork")
@pytest.mark.parametrize("sent", [9, 19])  # killed, and only stopped
def test_a_call_that_ends_its_worker_is_found_and_the_next_has_another(tmp_path, monkeypatch, sent):
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    write(tmp_path, "a/ends", KILL.format(sent))
    write(tmp_path, "a/one", "x = 1\n")
    with Worker(tmp_path, preload=()) as worker:

        def ended(name: str) -> str:
            arguments = {"root": str(tmp_path), "snippet": name}
            return worker.call("book.runs:left_behind", arguments, limit=60.0).ended

        with monkeypatch.context() as patch:
            patch.setattr("book.worker.SLACK", -58.0)  # two seconds for an answer
            assert ended("a/ends") == "died"
        assert ended("a/one") == "returned"
    assert not list(temporary.iterdir())


def test_a_function_that_returns_no_json_is_told(tmp_path):
    with Worker(tmp_path, preload=()) as worker:
        answer = worker.call("pathlib:Path", {})
        assert (answer.ended, answer.error.partition(":")[0]) == ("raised", "TypeError")


def test_sources_follow_every_form_of_import(tmp_path):
    for name in "abcdefgh":
        write(tmp_path, f"x/{name}", "import math, torch\n")
    write(tmp_path, "x/i", "from .h import *\n")
    (tmp_path / "snippets/x/sub").mkdir()
    (tmp_path / "snippets/x/sub/__init__.py").write_text("")
    (tmp_path / "book").mkdir()
    (tmp_path / "book/values.py").write_text("from . import problems\n")
    (tmp_path / "book/problems.py").write_text("from book import values\n")
    write(
        tmp_path,
        "x/top",
        """
        import snippets.x.a, snippets.x.b as other
        from snippets.x import c, sub
        from snippets.x.d import anything
        from . import e
        from .f import anything
        from ..x.g import anything
        from book.values import Value
        def f():
            from snippets.x.i import anything
        """,
    )
    found = sources(tmp_path, "snippets/x/top.py")
    assert found.problems == ()
    assert list(found.digests) == sorted(
        ["book/problems.py", "book/values.py", "snippets/x/sub/__init__.py", "snippets/x/top.py"]
        + [f"snippets/x/{name}.py" for name in "abcdefghi"]
    )


def test_a_circle_is_told_once_whoever_asks(book):
    one = book.runs["wrong/circle_a"].problems
    assert one == book.runs["wrong/circle_b"].problems


def test_a_snippet_that_imports_itself_is_a_circle(tmp_path):
    write(tmp_path, "a/one", "from snippets.a.one import x\n")
    (problem,) = runs(tmp_path, ["a/one"])["a/one"].problems
    assert problem.message == "circular import: snippets.a.one -> snippets.a.one"


def test_a_library_may_ask_about_the_machine_also_if_it_lies_in_the_folder_of_the_book(
    tmp_path, quick, monkeypatch
):
    """As it does where .nox holds the environment."""
    library = tmp_path / ".nox/book/lib"
    library.mkdir(parents=True)
    (library / "numbers.py").write_text(
        "import os\nheld = len(os.environ) > 0 and os.cpu_count() > 0 and bool(os.uname())\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(library))
    write(tmp_path, "a/one", "import numbers\nx = numbers.held\n")
    found = runs(tmp_path, ["a/one"])["a/one"]
    assert (found.problems, found.values["x"].data) == ((), (True,))


def test_where_python_looks_for_libraries_above_the_book_its_folders_stay_closed(
    tmp_path, quick, monkeypatch
):
    """As where PYTHONPATH names the folder in which somebody keeps all clones."""
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path.parent}{os.pathsep}{tmp_path.parent.parent}")
    write(tmp_path, "a/lists", "x = len(__import__('os').listdir(__file__.rpartition('/')[0]))\n")
    (problem,) = runs(tmp_path, ["a/lists"])["a/lists"].problems
    assert problem.message.startswith("OutsideError: lists the folder")


def test_a_library_warning_reads_no_source_unseen(tmp_path, quick):
    write(tmp_path, "a/one", "x = len(__import__('traceback').format_stack())\n")
    shutil.copytree(ROOT / "book", tmp_path / "book")
    assert runs(tmp_path, ["a/one"])["a/one"].problems == ()
