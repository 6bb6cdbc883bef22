"""Where a process cannot start it is told, and nothing of it is left: folder, process or pipe."""

import contextlib
import errno
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from book import zygote
from book.worker import FORKS, Worker, WorkerError

forks = pytest.mark.skipif(not FORKS, reason="no fork")
linux = pytest.mark.skipif(sys.platform != "linux", reason="counts descriptors in /proc")
REQUEST = {"target": "os:getpid", "arguments": {}, "limit": 60, "output": 100, "number": 0}


@pytest.fixture
def temporary(tmp_path, monkeypatch) -> Path:
    """Where this process makes its temporary files."""
    path = tmp_path / "temporary"
    path.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(path))
    return path


def left_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*"))


def descriptors(process: int | str = "self") -> int:
    """How many files, pipes and sockets a process has open."""
    return len(os.listdir(f"/proc/{process}/fd"))


def refusing(number: int) -> Any:
    def refused(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return refused


@forks
@linux
def test_a_worker_without_descriptors_leaves_no_folder_and_no_file(
    tmp_path, temporary, monkeypatch
):
    import resource

    before, usual = descriptors(), resource.getrlimit(resource.RLIMIT_NOFILE)

    def full(*_: object, **__: object) -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (3, usual[1]))  # none can be opened any more
        refusing(errno.EMFILE)()

    monkeypatch.setattr(subprocess, "Popen", full)
    try:
        with pytest.raises(WorkerError, match=r"a worker cannot start: .*Too many open files") as e:
            Worker(tmp_path, preload=())
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, usual)
    assert left_in(temporary) == []
    assert descriptors() == before, e  # also while somebody still holds the error


@forks
def test_a_worker_without_a_thread_to_read_it_is_ended(tmp_path, temporary, monkeypatch):
    begun = []
    popen = subprocess.Popen

    def counted(*arguments: object, **options: object) -> subprocess.Popen:
        begun.append(popen(*arguments, **options))
        return begun[-1]

    def refused(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(subprocess, "Popen", counted)
    monkeypatch.setattr(threading.Thread, "start", refused)
    with pytest.raises(WorkerError, match="a worker cannot start: can't start new thread"):
        Worker(tmp_path, preload=())
    (process,) = begun
    assert process.returncode is not None
    assert process.stdin.closed and process.stdout.closed
    assert left_in(temporary) == []


@pytest.mark.parametrize("fork", [True, False] if FORKS else [False])
def test_a_process_that_cannot_be_told_what_to_do_is_ended(tmp_path, temporary, monkeypatch, fork):
    begun = []

    popen = subprocess.Popen

    def deaf(*arguments: Any, **options: Any) -> subprocess.Popen:
        process = popen(*arguments, **options)
        begun.append(process)
        process.stdin.close()
        process.stdin = open(os.devnull, "rb")  # noqa: SIM115 - to write into it is an OSError
        return process

    monkeypatch.setattr(subprocess, "Popen", deaf)
    with pytest.raises(WorkerError, match="cannot start"):
        Worker(tmp_path, preload=(), fork=fork).call("os:getpid", {})
    (process,) = begun
    assert process.returncode is not None
    assert process.stdin.closed
    assert left_in(temporary) == []


@forks
def test_a_second_worker_that_does_not_start_is_ended(tmp_path, temporary):
    """One is started for a call whose worker has died, to find out which call it died of."""
    with Worker(tmp_path, preload=()) as worker:
        assert worker.call("os:getpid", {}).ended == "returned"
        before = left_in(temporary)
        worker.setting["preload"] = ["no_such_library"]
        worker.shared.resting = True  # it gives no answer, as one that has died
        with pytest.raises(WorkerError, match="No module named 'no_such_library'"):
            worker.call("os:getpid", {})
        assert worker.zygotes == {worker.shared}
        assert left_in(temporary) == before
    assert left_in(temporary) == []


@forks
@linux
def test_a_call_without_descriptors_leaves_no_folder_and_no_pipe(tmp_path, temporary):
    import resource

    with Worker(tmp_path, preload=()) as worker:
        assert worker.call("os:getpid", {}).ended == "returned"
        process = worker.shared.process.pid
        used = set(map(int, os.listdir(f"/proc/{process}/fd")))
        free = [number for number in range(100) if number not in used]
        before, folders = len(used), left_in(temporary)
        usual = resource.prlimit(process, resource.RLIMIT_NOFILE)
        for room in range(4):  # two pipes are four descriptors
            resource.prlimit(process, resource.RLIMIT_NOFILE, (free[room], usual[1]))
            with pytest.raises(WorkerError, match=r"cannot start: .*Too many open files"):
                worker.call("os:getpid", {})
            assert (descriptors(process), left_in(temporary)) == (before, folders), room
        resource.prlimit(process, resource.RLIMIT_NOFILE, usual)
        assert worker.call("os:getpid", {}).ended == "returned"
        assert (descriptors(process), left_in(temporary)) == (before, folders)


class Selector:
    """A selector with room for some files and no more."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.map: dict[int, object] = {}

    def register(self, file: int, events: int, data: object) -> None:
        if len(self.map) == self.room:
            refusing(errno.ENOSPC)()
        self.map[file] = data

    def unregister(self, file: int) -> None:
        del self.map[file]

    def get_map(self) -> dict[int, object]:
        return self.map


@forks
@pytest.mark.parametrize("room", [0, 1, 2])
def test_a_child_that_cannot_start_leaves_nothing_in_its_zygote(tmp_path, monkeypatch, room):
    """Neither where the system has no process left, nor where it watches no more pipes."""
    opened: list[int] = []
    pipe = os.pipe

    def counted() -> tuple[int, int]:
        opened.extend(pair := pipe())
        return pair

    monkeypatch.setattr(os, "pipe", counted)
    monkeypatch.setattr(os, "fork", refusing(errno.EAGAIN))
    selector = Selector(room)
    setting = {"root": str(tmp_path), "folder": str(tmp_path)}
    with pytest.raises(OSError, match=r"No space left|temporarily unavailable"):
        zygote._forked(setting, dict(REQUEST), selector)
    assert selector.map == {}
    assert left_in(tmp_path) == []
    assert opened
    for descriptor in opened:
        with contextlib.suppress(OSError):
            os.fstat(descriptor)
            pytest.fail(f"{descriptor} is left open")
