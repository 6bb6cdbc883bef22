"""Whatever goes wrong with a program, a file or the disk: one clear error, and nothing is lost.

`FAULTS` lists what goes wrong, and the first line of what is said, where … stands for what differs
from one machine to the next; `OTHERS` lists what takes a disk, another process or a link to bring
about. The page `trust` shows both, and is held to them. tests/test_runs.py has more of what
snippets do.
`KILLS=200 pytest tests/test_faults.py -k killed` kills more often; the seed of the moments is
printed, and `KILL_SEED` sets it.
"""

import ctypes
import errno
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

import pytest

from book import runs as runs_module
from book.chapter import read
from book.files import alone, leftovers, write
from book.sync import unwritten
from book.worker import Worker, WorkerError
from tests.conftest import LIGHT, ROOT, Book
from tests.test_check import run

resource = pytest.importorskip("resource", reason="disks and processes as POSIX has them")

KILLS = int(os.environ.get("KILLS", "40"))
SEED = int(os.environ.get("KILL_SEED", random.randrange(10**6)))
PR_CAPBSET_DROP, OVERRIDES = 24, (1, 2)  # of <sys/prctl.h>; what lets root write everywhere

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="as Linux does it")


class Fault(NamedTuple):
    """Something that goes wrong, and the first line of what `check` says of it."""

    what: str
    happens: Callable[[Book], None]
    said: str
    besides: str = ""  # another message, of what the first error leaves undone


def adds(source: str) -> Callable[[Book], None]:
    """The program of the chapter goes on with these lines, the first of which is line 12."""
    return lambda book: book.change(book.snippet, 'print(f"{far:.3f}")\n', FIRST + source)


def is_bytes(content: bytes) -> Callable[[Book], None]:
    return lambda book: book.snippet.write_bytes(content) and None


def claims(names: str) -> Callable[[Book], None]:
    """Both languages claim something else of the last number."""
    return lambda book: book.both(lambda text, _: _last(text, "= word.far ", f"= {names} "))


def links(file: str) -> Callable[[Book], None]:
    """A file of the book lies elsewhere, and a link leads there."""

    def happens(book: Book) -> None:
        outside = book.root.parent / f"outside-{Path(file).name}"
        (book.root / file).rename(outside)
        (book.root / file).symlink_to(outside)

    return happens


def misses(book: Book) -> None:
    for file in (book.snippet, book.snippet.with_suffix(".out")):
        file.unlink()


def circles(book: Book) -> None:
    (book.root / "snippets/chapter/other.py").write_text("from snippets.chapter.word import far\n")
    book.change(book.snippet, "far = 0.05710", "import snippets.chapter.other\nfar = 0.05710")


def is_killed(book: Book) -> None:
    (book.root / "docs/zh/.chapter.md.x1y2.part").write_text("half a pa")


def _last(text: str, old: str, new: str) -> str:
    before, found, after = text.rpartition(old)
    assert found
    return before + new + after


FIRST = 'print(f"{far:.3f}")\n'
WORD = "snippets/chapter/word.py"
ZH, EN = "docs/zh/chapter.md", "docs/en/chapter.md"

FAULTS = [
    Fault(
        "raises an error", adds("x = [][0]\n"), f"{WORD}:12:5: IndexError: list index out of range"
    ),
    Fault(
        "does not come to an end",
        adds("while True:\n    x = 1\n"),
        f"{WORD}:…:1: still running after … s, here",
    ),
    Fault(
        "starts another process",
        adds("__import__('os').fork()\n"),
        f"{WORD}:12:1: OutsideError: starts another process",
    ),
    Fault(
        "starts another program",
        adds("__import__('os').system('true')\n"),
        f"{WORD}:12:1: OutsideError: starts another program",
    ),
    Fault(
        "asks the network",
        adds("__import__('socket').create_connection(('localhost', 9))\n"),
        f"{WORD}:12:1: OutsideError: asks the network",
    ),
    Fault(
        "prints megabytes",
        adds("while True:\n    print('x' * 1000)\n"),
        f"{WORD}:1:1: prints more than 100 kB",
    ),
    Fault(
        "writes into the book",
        adds("open(__file__, 'w').write('')\n"),
        f"{WORD}:12:1: OutsideError: writes …/{WORD}",
    ),
    Fault(
        "removes a file of the book",
        adds("__import__('os').remove(__file__)\n"),
        f"{WORD}:12:1: OutsideError: changes …/{WORD}",
    ),
    Fault(
        "reads what is not in the book",
        adds("x = len(open('/etc/passwd').read())\n"),
        f"{WORD}:12:9: OutsideError: reads /etc/passwd",
    ),
    Fault(
        "takes all memory, bit by bit",
        adds("x = []\nwhile True:\n    x.append(bytes(1 << 28))\n"),
        f"{WORD}:14:14: MemoryError",
    ),
    Fault(
        "asks what day it is",
        adds("x = __import__('datetime').date.today().year\n"),
        f"{WORD}:12:5: OutsideError: asks what time it is",
    ),
    Fault(
        "asks for the environment",
        adds("x = len(__import__('os').environ['PATH'])\n"),
        f"{WORD}:12:9: OutsideError: asks for the environment",
    ),
    Fault(
        "counts the processors",
        adds("x = __import__('os').cpu_count()\n"),
        f"{WORD}:12:5: OutsideError: asks about the machine",
    ),
    Fault(
        "forgets the seed",
        adds("x = __import__('random').random()\n"),
        f"{WORD}:12:1: x is … and … in two runs",
    ),
    Fault(
        "takes infinity from infinity",
        adds("x = float('inf') - float('inf')\n"),
        f"{WORD}:12:1: x is NaN",
    ),
    Fault(
        "is not UTF-8",
        is_bytes("x = 1\ny = 'é'\n".encode("latin-1")),
        f"{WORD}:2:6: byte 0xe9 is not UTF-8",
    ),
    Fault("imports in a circle", circles, "snippets/chapter/other.py:1:1: circular import: …"),
    Fault("is missing", misses, f"{EN}:6:67: there is no snippet {WORD}"),
    Fault("is a link out of the book", links(WORD), f"{WORD}:1:1: a link out of the book"),
    Fault(
        "a claim has code in it",
        claims("open('/tmp/evaluated','w')"),
        f"""{EN}:34:19: "open('/tmp/evaluated','w')" is not a name""",
        "5.7% is claimed by nothing",
    ),
    Fault("a page is a link out of the book", links(ZH), f"{ZH}:1:1: a link out of the book"),
    Fault(
        "a sync was killed while it wrote",
        is_killed,
        "docs/zh/.chapter.md.x1y2.part:1:1: left by a sync …",
    ),
]  # fmt: skip

OTHERS = {
    "the disk is full": "cannot be written: No space left on device",
    "a file may grow no more": "cannot be written: File too large",
    "nothing may be written": "cannot be written: Permission denied",
    "there is no room for a process": "a worker cannot start: … No space left on device",
    "two syncs run at once": "another sync is at work in this book",
    "a page is gone before a sync can write it": "the page has changed since it was read",
    "a sync would write through a link": "a link out of the book, to …",
}


def pattern(said: str) -> str:
    """A regular expression for what is said, where … is anything."""
    return ".*".join(map(re.escape, said.split("…")))


def contents(root: Path) -> dict[str, bytes]:
    """Every file of the book but what is only kept to save time."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".cache" not in path.parts
    }


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.what for fault in FAULTS])
def test_a_fault_is_one_clear_error_and_changes_nothing(book, fault):
    fault.happens(book)
    before = contents(book.root)
    Path("/tmp/evaluated").unlink(missing_ok=True)
    problems = book.check(limit=1.5 if "still running" in fault.said else 60).problems
    assert all(problem.remedy for problem in problems)
    told = [problem for problem in problems if problem.message != fault.besides]
    first = str(told[0]).splitlines()[0]
    assert re.fullmatch(pattern(fault.said), first), first
    said = {problem.message for problem in told}
    assert len(said) == 1, said  # in both languages, or wherever a missing name is used
    assert contents(book.root) == before
    assert not Path("/tmp/evaluated").exists()


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_page_has_each_fault_and_what_is_said_of_it_and_no_other(language):
    """What is said stands there without its place in a file, which is that of a book of tests."""
    file = f"docs/{language}/trust.md"
    page = read((ROOT / file).read_text(encoding="utf-8"), file)
    rows = [block for block in page.blocks if (block.section, block.kind) == ("faults", "row")]
    shown = [(page.text[b.start : b.end].split("|")[1].strip(), *b.codes) for b in rows if b.codes]
    tried = [(fault.what, re.sub(r"^\S+:\S+:\S+: ", "", fault.said)) for fault in FAULTS]
    tried += OTHERS.items()
    if language == "en":
        assert shown == tried
    else:
        assert [said for _, said in shown] == [said for _, said in tried]
        assert len({what for what, _ in shown}) == len(tried)


def test_each_of_the_others_is_looked_for_in_a_test():
    source = Path(__file__).read_text(encoding="utf-8")
    asked = set(re.findall(r"OTHERS\[['\"](.+?)['\"]\]", source))
    assert asked == OTHERS.keys()


def test_how_long_a_program_may_run_can_be_said(book):
    adds("while True:\n    x = 1\n")(book)
    told = run(book, "check", "--limit", "1", command=LIGHT)
    assert (told.returncode, "still running after 1 s, here" in told.stdout) == (1, True)


def test_what_a_program_changes_stays_with_it(book):
    others = book.snippet.with_name("a_first.py"), book.snippet.with_name("z_last.py")
    for path in others:
        path.write_text(
            "import math, random, sys\n"
            "pi, first = math.pi, hasattr(sys, 'left')\n"
            "random.seed(1)\nx = random.random()\n"
            "math.pi, sys.left = 3, True\nrandom.seed(2)\n"
        )
    found = runs_module.runs(book.root, ["chapter/a_first", "chapter/z_last"])
    for snippet in found.values():
        assert snippet.problems == () or "imports sys" in snippet.problems[0].message
    for path in others:
        path.write_text(path.read_text().replace(", sys\n", "\nsys = __import__('sys')\n", 1))
    one, two = runs_module.runs(book.root, ["chapter/a_first", "chapter/z_last"]).values()
    assert one.problems == two.problems == ()
    assert one.values == two.values
    assert one.values["first"].data == (False,)


@pytest.mark.parametrize("file", [WORD.replace(".py", ".out"), "docs/ledger.json"])
def test_what_lies_outside_is_never_written_through_a_link(book, file):
    links(file)(book)
    book.change(book.snippet, "far = 0.05710", "far = 0.06710")
    outside = (book.root / file).resolve()
    before = outside.read_bytes(), contents(book.root)
    told = run(book, "sync", command=LIGHT)
    assert told.returncode == 1
    said = OTHERS["a sync would write through a link"].replace("…", str(outside))
    assert f"{file}:1:1: {said}\n    put" in told.stdout
    assert (outside.read_bytes(), contents(book.root)) == before


def old_and_new(book: Book) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """The files of a book that waits for a sync, and as that leaves them; all is computed."""
    book.change(book.snippet, "far = 0.05710", "far = 0.06710")
    book.change(book.snippet, "layers = 2047", "layers = 2053")
    old = contents(book.root)
    book.sync()
    new = contents(book.root)
    assert sum(old[file] != new[file] for file in new) == 4  # two pages, output, ledger
    restore(book, old)
    return old, new


def restore(book: Book, files: dict[str, bytes]) -> None:
    for path in book.root.rglob("*"):
        if path.is_file() and ".cache" not in path.parts:
            path.unlink()
    for file, content in files.items():
        (book.root / file).write_bytes(content)


@LINUX
def test_a_full_disk_changes_nothing_and_names_the_file(book):
    old, new = old_and_new(book)
    small = max(len(content) for content in new.values()) - 1

    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (small, small))

    told = subprocess.run(
        [sys.executable, "-m", "book", "sync", "--root", str(book.root)],
        cwd=ROOT,
        preexec_fn=bounded,
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 1
    line, remedy = told.stdout.splitlines()[:2]
    assert re.fullmatch(rf"docs/.*:1:1: {OTHERS['a file may grow no more']}", line)
    assert remedy == "    make room, then python -m book sync; no file is half new"
    assert contents(book.root) == old


@LINUX
@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes a small disk")
def test_a_disk_without_room_is_met_before_anything_has_changed(book, tmp_path):
    old, _ = old_and_new(book)
    disk = tmp_path / "small"
    disk.mkdir()
    size = sum(len(content) + 4095 & ~4095 for content in old.values()) + (5 << 12)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no disk can be made here")
    try:
        shutil.copytree(book.root, disk / "book", ignore=shutil.ignore_patterns(".cache"))
        filler = disk / "filler"
        with pytest.raises(OSError, match="No space"), filler.open("wb") as stream:
            while True:
                stream.write(b"x" * 4096)
                stream.flush()
        small = Book(disk / "book")
        told = run(small, "sync", command=LIGHT)
        assert told.returncode == 1
        assert f"{OTHERS['the disk is full']}\n    make room" in told.stdout
        assert contents(small.root) == old
        filler.unlink()
        assert run(small, "sync", command=LIGHT).returncode == 0
        assert small.problems() == []
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_a_disk_without_room_for_a_process_is_told_as_such(tmp_path, monkeypatch):
    def full(*_: object, **__: object) -> str:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(tempfile, "mkdtemp", full)
    with pytest.raises(WorkerError, match=pattern(OTHERS["there is no room for a process"])):
        Worker(tmp_path, preload=())


@LINUX
def test_a_call_for_which_there_is_no_room_is_told_as_such(tmp_path):
    with Worker(tmp_path, preload=()) as worker:
        assert worker.call("os:getpid", {}).ended == "returned"
        shutil.rmtree(worker.shared.folder)
        with pytest.raises(WorkerError, match=r"cannot start: .*No such file"):
            worker.call("os:getpid", {})


def obeys() -> None:
    """Let this process, also if it is root's, obey the permissions of files."""
    for capability in OVERRIDES:
        ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)


@LINUX
def test_in_a_read_only_tree_check_works_and_sync_says_why_it_cannot(book):
    old, _ = old_and_new(book)
    paths = [book.root, *book.root.rglob("*")]
    for path in paths:
        path.chmod(0o555 if path.is_dir() else 0o444)

    def told(*arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [sys.executable, *LIGHT, *arguments, "--root", str(book.root)],
            cwd=ROOT,
            env={**os.environ, "GITHUB_ACTIONS": ""},
            preexec_fn=obeys,
            capture_output=True,
            text=True,
            check=False,
        )

    try:
        checked = told("check", "--fresh")
        assert f"{ZH}:6:7: 0.057 is written" in checked.stdout
        assert checked.returncode == 1
        synced = told("sync")
        assert synced.returncode == 1
        first = f".cache/sync.lock:1:1: {OTHERS['nothing may be written']}"
        assert synced.stdout.splitlines()[0] == first
        assert "nothing is written" in synced.stderr
        assert contents(book.root) == old
    finally:
        for path in paths:
            path.chmod(0o755)


def test_an_error_of_a_disk_says_what_to_do(tmp_path):
    for number, remedy in ((errno.ENOSPC, "make room"), (errno.EACCES, "let it be written")):
        error = OSError(number, os.strerror(number), str(tmp_path / "docs/zh/a.md"))
        problem = unwritten(tmp_path, error)
        assert (problem.file, problem.line, problem.column) == ("docs/zh/a.md", 1, 1)
        assert problem.remedy.startswith(remedy)


def test_a_write_that_fails_names_the_file(tmp_path, monkeypatch):
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space") as caught:
        write({tmp_path / "a.md": "new"})
    assert caught.value.filename == str(tmp_path / "a.md")


def test_two_syncs_at_once_are_one_and_an_error(book):
    old_and_new(book)
    before = contents(book.root)
    with alone(book.root / ".cache/sync.lock") as ours:
        assert ours
        told = run(book, "sync")
        assert told.returncode == 1
        line, remedy = told.stdout.splitlines()[:2]
        assert line == f".cache/sync.lock:1:1: {OTHERS['two syncs run at once']}"
        assert remedy == "    run it again when that has ended"
        assert contents(book.root) == before
    assert run(book, "sync").returncode == 0
    assert book.problems() == []


def test_two_syncs_begun_together_leave_a_book_that_holds(book):
    _, new = old_and_new(book)
    command = [sys.executable, "-m", "book", "sync", "--root", str(book.root)]
    both = [
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(2)
    ]
    said = [process.communicate()[0].decode() for process in both]
    codes = sorted(process.returncode for process in both)
    assert codes in ([0, 0], [0, 1]), said
    assert codes == [0, 0] or any("another sync is at work" in text for text in said)
    assert contents(book.root) == new


KILLER = """
    import json, os, random, signal, sys, time
    from pathlib import Path
    from book.__main__ import main
    from book.check import check

    root, old = Path(sys.argv[1]), json.loads(sys.stdin.readline())
    rng, kills = random.Random(int(sys.argv[2])), int(sys.argv[3])

    def sync():
        pid = os.fork()
        if pid == 0:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            os._exit(main(["sync", "--root", str(root)]))
        return pid

    def restore():
        for file, content in old.items():
            (root / file).write_bytes(bytes.fromhex(content))

    check(root)  # whatever is imported late is imported now
    restore()
    began = time.perf_counter()
    os.waitpid(sync(), 0)
    whole = time.perf_counter() - began
    for _ in range(kills):
        restore()
        pid = sync()
        time.sleep(rng.random() * 1.1 * whole)
        os.kill(pid, signal.SIGKILL)
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        files = {
            path.relative_to(root).as_posix(): path.read_bytes().hex()
            for path in root.rglob("*")
            if path.is_file() and ".cache" not in path.parts
        }
        print(json.dumps([status, files]), flush=True)
        for name in files:
            if name.endswith(".part"):
                (root / name).unlink()
"""


@LINUX
def test_a_killed_sync_leaves_every_file_old_or_new_and_never_half(book):
    print(f"seed {SEED}, {KILLS} kills")
    old, new = old_and_new(book)
    killing = subprocess.run(
        [sys.executable, "-c", dedent(KILLER), str(book.root), str(SEED), str(KILLS)],
        cwd=ROOT,
        input=json.dumps({file: content.hex() for file, content in old.items()}) + "\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert killing.returncode == 0, killing.stderr
    seen = [json.loads(line) for line in killing.stdout.splitlines()]
    assert len(seen) == KILLS
    for _, files in seen:
        for file, content in files.items():
            if not file.endswith(".part"):
                assert bytes.fromhex(content) in (old[file], new[file]), file
        assert files.keys() >= old.keys()
    killed = sum(status == -signal.SIGKILL for status, _ in seen)
    between = sum(
        len({bytes.fromhex(files[f]) == new[f] for f in new if old[f] != new[f]}) == 2
        for _, files in seen
    )
    print(f"{killed} killed before they ended, {between} between two files")
    assert killed
    (book.root / "docs/.ledger.json.x1y2.part").write_text("{")
    assert leftovers(book.root)
    assert run(book, "sync").returncode == 0
    assert contents(book.root) == new


@LINUX
def test_a_sync_killed_while_it_writes_is_finished_by_the_next(book, monkeypatch):
    """The worst moment: some files are in their place, others still beside it."""
    _, new = old_and_new(book)
    program = """
        import os, sys
        from pathlib import Path
        from book.__main__ import main

        replace, done = Path.replace, []

        def killed(self, target):
            if self.suffix == ".part" and ".cache" not in self.parts:
                if len(done) == 2:
                    os.kill(os.getpid(), 9)
                done.append(target)
            return replace(self, target)

        Path.replace = killed
        main(["sync", "--root", sys.argv[1]])
    """
    ended = subprocess.run(
        [sys.executable, "-c", dedent(program), str(book.root)], cwd=ROOT, check=False
    )
    assert ended.returncode == -signal.SIGKILL
    found = contents(book.root)
    assert len(leftovers(book.root)) == 2
    assert sum(found[file] == content for file, content in new.items()) < len(new)
    assert any("left by a sync that was killed" in problem for problem in book.problems())
    assert run(book, "sync").returncode == 0
    assert contents(book.root) == new
    assert book.problems() == []


def test_a_lock_is_free_again_when_its_process_is_killed(tmp_path):
    lock = tmp_path / "lock"
    program = (
        "import sys, time; from pathlib import Path; from book.files import alone\n"
        "with alone(Path(sys.argv[1])) as ours:\n    print(ours, flush=True)\n    time.sleep(600)"
    )
    command = [sys.executable, "-c", program, str(lock)]
    holder = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert holder.stdout.readline() == "True\n"
    with alone(lock) as ours:
        assert not ours
    holder.kill()
    holder.communicate()
    with alone(lock) as ours:
        assert ours


def test_a_page_that_is_gone_meanwhile_is_told(book, capsys, monkeypatch):
    from book import commands as book_main

    book.change(book.page("zh"), "0.057", "0.058")
    real = book_main.check

    def check_then_remove(*arguments: object, **options: object) -> object:
        found = real(*arguments, **options)
        book.page("zh").unlink()
        return found

    monkeypatch.setattr(book_main, "check", check_then_remove)
    assert book_main.main(["sync", "--root", str(book.root)]) == 1
    said = OTHERS["a page is gone before a sync can write it"]
    assert f"{ZH}:1:1: {said}" in capsys.readouterr().out
    assert not book.page("zh").exists()
