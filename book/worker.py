"""Workers: functions called in a clean process each, with a time limit and an exact answer."""

import contextlib
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Literal

from book.problems import Problem

HOME = Path(__file__).resolve().parent.parent  # where `import book` finds this package
OUTPUT = 100_000  # bytes a call may print
MEMORY = 8 << 30  # bytes of address space it may add to what the libraries have
FORKS = hasattr(os, "fork") and sys.platform != "darwin"  # Apple's frameworks do not survive it
START = 120.0  # seconds a new process may take to import what it needs
SLACK = 30.0  # seconds beyond its limit until a call that gives no answer is given up
READY = b"ready\n"  # what a zygote says when it has imported what it needs
END_ALL = b"null"  # what is asked of a zygote to end its children
EXPIRED = "Timeout ("  # how faulthandler begins
SOURCES = ("snippets", "figures_src")  # folders whose frames an author can repair
ZONES = ("UTC-14", "UTC+12")  # more than a day apart: a date is never the same in both
LOCALES = ("C.UTF-8", "tr_TR.UTF-8")  # the second, where it is there: a decimal comma

ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1"
)

Ended = Literal["returned", "raised", "exited", "killed", "limit", "flood", "died", "unstarted"]

REPAIR = "repair the line; a snippet has to run to its end"
REMEDIES = {
    "SystemExit": "let it run to its end: what it leaves behind is read there",
    "MemoryError": f"make it smaller: a snippet has {MEMORY >> 30} GiB",
    "ModuleNotFoundError": "only numpy, torch and other snippets are there to import",
    "OutsideError": "a snippet is the same on every machine and day: write the numbers into it",
}


class WorkerError(RuntimeError):
    """A worker that is closed or does not start: the environment is broken, not a snippet."""


@dataclass(frozen=True)
class Answer:
    """How a call ended.

    `value` is what the function returned, `error` what it raised, `frames` where: absolute file,
    line and column, the deepest last. `code` is the exit status or the number of the signal. "died"
    is the worker itself, of this call, which it was given alone; "unstarted" is a system without
    room for another process, and never returned by `Worker.call`.
    `output` and `noise` are what it wrote to stdout and stderr, `opened` the files of the book it
    opened, relative to the root.
    """

    ended: Ended
    value: Any = None
    error: str = ""
    frames: tuple[tuple[str, int, int], ...] = ()
    output: str = ""
    noise: str = ""
    opened: tuple[str, ...] = ()
    seconds: float = 0.0
    code: int = 0


class Worker:
    """A process that has imported `preload` and forks a clean child for each call.

    A child starts with the book as the first entry of its path, a new empty folder as the current
    one, nothing to read and one thread. Workers of different `seed` differ in the order of sets, in
    the state of torch's generator, in their language and in how many processors they count, and
    live a day apart. Where `fork` is false, each call starts
    a new process. A worker that a call has killed is replaced, and the calls that were running then
    are made again, each in a worker of its own.

    With threads, the order is `with ThreadPoolExecutor() as pool, Worker(root) as worker`: then
    Ctrl-C ends the calls before the pool waits for them.
    """

    def __init__(
        self,
        root: Path,
        *,
        preload: Sequence[str] = ("numpy", "torch"),
        seed: int = 0,
        fork: bool = FORKS,
    ) -> None:
        self.setting = {"root": str(root.resolve()), "preload": list(preload), "seed": seed}
        self.fork = fork
        self.lock = threading.Lock()
        self.closed = False
        self.resting = False
        self.processes: set[subprocess.Popen[bytes]] = set()
        self.zygotes: set[_Zygote] = set()
        if fork:
            self.shared = self._zygote()

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def call(self, target: str, arguments: dict[str, Any], *, limit: float = 120.0) -> Answer:
        """Call `module:function` with `arguments`; threads may call at the same time.

        `limit` in seconds counts from the start of the child. Raises WorkerError if the worker is
        closed or at rest, or cannot start.
        """
        request = {"target": target, "arguments": arguments, "limit": limit, "output": OUTPUT}
        try:
            answer = self._forked(request, limit) if self.fork else self._spawned(request, limit)
        except OSError as error:
            raise WorkerError(f"a process cannot start: {error}") from None
        self._open()  # or this is the answer of a call that was ended
        if answer.ended == "unstarted":
            raise WorkerError(f"a process cannot start: {answer.error}")
        return answer

    def preload(self, modules: Sequence[str]) -> None:
        """Import more modules, for the calls after this one."""
        with self.lock:
            known = self.setting["preload"]
            more = [module for module in modules if module not in known]
            self.setting = self.setting | {"preload": [*known, *more]}  # of one that replaces it
            if self.fork:
                self.shared.preload(more)

    def rest(self) -> None:
        """End every call still running, and refuse others until `resume`."""
        with self.lock:
            self.resting = True
            processes, zygotes = list(self.processes), list(self.zygotes)
        for process in processes:
            _kill(process)
        for zygote in zygotes:
            zygote.rest()

    def resume(self) -> None:
        """Take calls again."""
        with self.lock:
            self.resting = False
            for zygote in self.zygotes:
                zygote.resting = False

    def close(self) -> None:
        """End the process, and every call still running."""
        with self.lock:
            self.closed = True
            processes, zygotes = list(self.processes), list(self.zygotes)
        for process in processes:
            _kill(process)
        for zygote in zygotes:
            zygote.close()

    def _start(
        self, entry: str, stdout: Any, stderr: Any, cwd: Path | None = None, folder: str = ""
    ) -> subprocess.Popen[bytes]:
        path = os.pathsep.join(filter(None, (str(HOME), os.environ.get("PYTHONPATH"))))
        own = os.environ.get("PYTHONHASHSEED", "")
        hashing = (int(own) if own.isdecimal() else 0) + self.setting["seed"]
        settings = {
            "PYTHONPATH": path,
            "PYTHONHASHSEED": str(hashing),
            "PYTHONUTF8": "1",
            "PYTHONUNBUFFERED": "",
            "TZ": ZONES[self.setting["seed"] % len(ZONES)],
            "LC_ALL": LOCALES[self.setting["seed"] % len(LOCALES)],
        }
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", f"from book.zygote import {entry}; {entry}()"],
            stdin=subprocess.PIPE,
            stdout=stdout,
            stderr=stderr,
            cwd=cwd,
            env=os.environ | ONE_THREAD | settings,
            start_new_session=True,  # Ctrl-C is for the parent, which then closes the worker
        )
        setting = json.dumps(self.setting | {"folder": folder}).encode() + b"\n"
        try:
            with contextlib.suppress(BrokenPipeError):
                process.stdin.write(setting)
                process.stdin.flush()
        except BaseException:
            _discard(process)
            raise
        return process

    def _zygote(self) -> "_Zygote":
        with contextlib.ExitStack() as undo:  # what is to be done if it does not start
            try:
                complaints = undo.enter_context(tempfile.TemporaryFile())
                folder = tempfile.mkdtemp(prefix="book-")
                undo.callback(os.rmdir, folder)  # empty; rmtree would need a descriptor
                process = self._start("serve", subprocess.PIPE, complaints, folder=folder)
                undo.callback(_discard, process)
                zygote = _Zygote(process, complaints, folder)
            except (OSError, RuntimeError) as error:  # no room, no descriptor, no thread
                raise WorkerError(f"a worker cannot start: {error}") from None
            undo.pop_all()
        self.zygotes.add(zygote)
        return zygote

    def _forked(self, request: dict[str, Any], limit: float) -> Answer:
        with self.lock:
            self._open()
            if not self.shared.alive:
                self.zygotes.discard(self.shared)
                self.shared.close()
                self.shared = self._zygote()
            zygote = self.shared
        answer = zygote.call(request, limit)
        if answer is None:  # it died, of this call or of another: alone it can only be of this one
            with self.lock:
                self._open()
                alone = self._zygote()
            try:
                answer = alone.call(request, limit)
            finally:
                alone.close()
                with self.lock:
                    self.zygotes.discard(alone)
        return answer or Answer("died")

    def _open(self) -> None:
        if self.closed or self.resting:
            raise WorkerError("the worker is closed" if self.closed else "the worker is at rest")

    def _spawned(self, request: dict[str, Any], limit: float) -> Answer:
        with (
            tempfile.TemporaryDirectory() as folder,
            tempfile.TemporaryFile() as stdout,
            tempfile.TemporaryFile() as stderr,
        ):
            result, here = Path(folder, "result.json"), Path(folder, "here")
            here.mkdir()
            began = time.perf_counter()
            with self.lock:
                self._open()
                process = self._start("once", stdout, stderr, here)
                self.processes.add(process)
            try:
                # the process ends itself at the limit; more than START longer it never takes
                with contextlib.suppress(BrokenPipeError):
                    asked = json.dumps(request | {"result": str(result)})
                    process.stdin.write(asked.encode() + b"\n")
                    process.stdin.flush()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(START + limit)
            finally:
                _kill(process)
                process.wait()
                process.stdin.close()
                self.processes.discard(process)
            unfit = Path(folder, "unfit")
            if unfit.exists():
                raise WorkerError(f"a process cannot start: {unfit.read_text()}")
            stdout.seek(0)
            stderr.seek(0)
            output = stdout.read(OUTPUT + 1)
            message = {
                "seconds": time.perf_counter() - began,
                "output": output.decode(errors="replace"),
                "noise": stderr.read(OUTPUT).decode(errors="replace"),
                "code": process.returncode,
            }
            if len(output) > OUTPUT:
                message["ended"] = "flood"
            elif not result.exists() and EXPIRED in message["noise"]:
                message["ended"] = "limit"
            return _answer(message, result.read_bytes() if result.exists() else b"")


class Workers:
    """Workers of one book, each started when it is first asked for and kept until `close`.

    Between checks that follow each other, what they have imported need not be imported again.
    """

    def __init__(self, root: Path, *, fork: bool = FORKS) -> None:
        self.root = root
        self.fork = fork
        self.lock = threading.Lock()
        self.closed = False
        self.resting = False
        self.started: dict[tuple[tuple[str, ...], int], Worker] = {}
        self.spare: Worker | None = None  # for whoever needs more than it has imported

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def worker(self, preload: Sequence[str], seed: int = 0) -> Worker:
        """The worker that has imported `preload`.

        Raises WorkerError if they are closed or rest, or none can be started.
        """
        key = (tuple(preload), seed)
        with self.lock:
            if self.closed or self.resting:
                raise WorkerError("the workers are closed or at rest")
            if key not in self.started:
                self.started[key] = self._extended(preload, seed) or Worker(
                    self.root, preload=preload, seed=seed, fork=self.fork
                )
            return self.started[key]

    def release(self, preload: Sequence[str]) -> None:
        """Say that no more calls want a worker with `preload` alone.

        The first of these workers waits for whoever wants more imported, the others end.
        """
        with self.lock:
            keys = sorted(key for key in self.started if key[0] == tuple(preload))
            released = [self.started.pop(key) for key in keys]
            if released:
                released.append(self.spare)
                self.spare = released.pop(0)
        for worker in filter(None, released):
            worker.close()

    def _extended(self, preload: Sequence[str], seed: int) -> Worker | None:
        """The worker that waits, with what it lacks imported, if it is one that may serve."""
        worker = self.spare
        if worker is None or worker.setting["seed"] != seed:
            return None
        if not set(worker.setting["preload"]) <= set(preload):
            return None
        self.spare = None
        worker.preload(preload)
        return worker

    @contextlib.contextmanager
    def lent(self) -> Iterator["Workers"]:
        """These workers, for a block: Ctrl-C ends the calls before the block waits for them."""
        try:
            yield self
        except KeyboardInterrupt:
            self.close()
            raise

    def rest(self) -> None:
        """End every call still running, and refuse others until `resume`."""
        with self.lock:
            self.resting = True
        for worker in self._all():
            worker.rest()

    def resume(self) -> None:
        """Take calls again."""
        with self.lock:
            self.resting = False
        for worker in self._all():
            worker.resume()

    def close(self) -> None:
        """End all processes, and every call still running."""
        with self.lock:
            self.closed = True
        for worker in self._all():
            worker.close()

    def _all(self) -> list[Worker]:
        return [*self.started.values(), *filter(None, [self.spare])]


class _Zygote:
    """The process that forks a child for each call, and the thread that reads its answers.

    `folder` is for the files of the children; the zygote deletes it, or `close` if it cannot.
    """

    def __init__(
        self, process: subprocess.Popen[bytes], complaints: IO[bytes], folder: str
    ) -> None:
        self.process = process
        self.complaints = complaints
        self.folder = folder
        self.said = ""
        self.lock = threading.Lock()
        self.alive = True
        self.resting = False
        self.started = False
        self.begun = threading.Event()  # it has started, or never will
        self.numbers = itertools.count()
        self.waiting: dict[int, Future[Answer | None]] = {}
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def call(self, request: dict[str, Any], limit: float) -> Answer | None:
        """The answer; None if the zygote rests, has died meanwhile, or is killed for giving none.

        Raises WorkerError if the zygote does not start.
        """
        answer: Future[Answer | None] = Future()
        with self.lock:
            if not self.alive or self.resting:
                answer.set_result(None)
            else:
                number = next(self.numbers)
                self.waiting[number] = answer
                with contextlib.suppress(OSError, ValueError):  # the reader sees that it is gone
                    asked = json.dumps(request | {"number": number}).encode()
                    self._ask(asked)
        if not self.begun.wait(START):
            _kill(self.process)
            self.begun.wait()
        if not self.started:
            raise WorkerError(f"a worker cannot start: {self.said or 'killed'}")
        try:
            return answer.result(limit + SLACK)
        except TimeoutError:
            _kill(self.process)
            return answer.result()

    def preload(self, modules: list[str]) -> None:
        """Import modules before the calls that follow; if one is missing, this zygote dies."""
        with self.lock, contextlib.suppress(OSError, ValueError):  # dead, as the next call finds
            self._ask(json.dumps({"preload": modules}).encode())

    def rest(self) -> None:
        """End every call still running, and take no other."""
        with self.lock:
            self.resting = True
            with contextlib.suppress(OSError, ValueError):
                self._ask(END_ALL)

    def _ask(self, line: bytes) -> None:
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def close(self) -> None:
        """End the process, and every call still running."""
        with contextlib.suppress(OSError):
            self.process.stdin.close()  # the zygote kills its children and ends
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            _kill(self.process)
            self.process.wait()
        self.reader.join()
        shutil.rmtree(self.folder, ignore_errors=True)
        self.process.stdout.close()
        self.complaints.close()

    def _read(self) -> None:
        stdout = self.process.stdout
        try:
            self.started = stdout.readline() == READY
            if self.started:
                self.begun.set()
            for line in stdout:
                message = json.loads(line)
                number = message.pop("number")
                answer = _answer(message, stdout.read(message.pop("bytes")))
                self.waiting.pop(number).set_result(answer)
        except ValueError:  # it was killed in the middle of a line
            _kill(self.process)
        finally:  # whatever happens here, nobody is left waiting
            with self.lock:
                self.alive = False
            self.complaints.seek(0)
            self.said = self.complaints.read().decode(errors="replace").strip()
            self.begun.set()
            for answer in self.waiting.values():
                answer.set_result(None)


def fault(answer: Answer, root: Path, file: str, limit: float) -> Problem | None:
    """The problem of a call that did not return, at the deepest line that the author wrote.

    `file` stands for the place where no such line is known, `limit` is the one it was called with.
    """
    if answer.ended == "returned":
        return None
    line, column = 1, 1
    for path, row, col in answer.frames:
        with contextlib.suppress(ValueError):
            relative = Path(path).relative_to(root.resolve())
            if relative.parts[0] in SOURCES:
                file, line, column = relative.as_posix(), row, col
    last = answer.noise.strip().splitlines()[-1:] if answer.ended == "exited" else []
    message, remedy = {
        "raised": (answer.error, _remedy(answer.error)),
        "limit": (
            f"still running after {limit:g} s, here",
            "make it smaller: a snippet takes under ten seconds, better under one",
        ),
        "flood": (
            f"prints more than {OUTPUT // 1000} kB",
            "print what the reader should see, a few lines",
        ),
        "exited": (
            ": ".join([f"ends the process with status {answer.code} before its last line", *last]),
            "let it run to its end, without os._exit",
        ),
        "killed": (
            f"killed by signal {answer.code} ({_signal(answer.code)})",
            "SIGKILL is mostly too little memory, SIGSEGV a broken library: make it smaller",
        ),
        "died": (
            "ends or stops the process that started it",
            "compute and print, and leave other processes alone",
        ),
    }[answer.ended]
    return Problem(file, line, column, message, remedy)


def _answer(message: dict[str, Any], result: bytes) -> Answer:
    """The answer of a process that wrote `result`, if anything, and ended as `message` tells.

    `message` has "seconds", "output", "noise", "code", and "ended" if it was ended for a reason.
    """
    code = message.pop("code")
    if "ended" not in message:
        try:
            told = json.loads(result)
            frames = tuple((file, line, column) for file, line, column in told.pop("frames", ()))
            return Answer(frames=frames, opened=tuple(told.pop("opened")), **told, **message)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            # nothing, or not what the child writes at its end
            message |= {"ended": "killed" if code < 0 else "exited", "code": abs(code)}
    frames = _dumped(message["noise"]) if message["ended"] in ("limit", "killed") else ()
    return Answer(frames=tuple(frames), **message)


def _dumped(noise: str) -> list[tuple[str, int, int]]:
    """The frames of the last traceback that faulthandler wrote, the deepest last."""
    last = noise.rpartition("(most recent call first):")[2]
    frames = re.findall(r'^  File "(.*)", line ([0-9]{1,9})\b', last, re.MULTILINE)
    return [(file, int(line), 1) for file, line in reversed(frames)]


def _remedy(error: str) -> str:
    if "can't allocate memory" in error:  # torch raises a RuntimeError for it
        return REMEDIES["MemoryError"]
    return REMEDIES.get(error.partition(":")[0], REPAIR)


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return "unknown"


def _discard(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that nobody will use, and close its pipes."""
    _kill(process)
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process with all it started, where the system knows groups of processes."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
