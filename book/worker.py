"""Workers: functions called in a clean process each, with a time limit and an exact answer."""

import contextlib
import itertools
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from book.problems import Problem

HOME = Path(__file__).resolve().parent.parent  # where `import book` finds this package
OUTPUT = 100_000  # bytes a call may print
MEMORY = 8 << 30  # bytes of address space it may add to what the libraries have
FORKS = hasattr(os, "fork") and sys.platform != "darwin"  # Apple's frameworks do not survive it
START = 60.0  # seconds a new process may take to import what it needs
EXPIRED = "Timeout ("  # how faulthandler begins
SOURCES = ("snippets", "figures_src")  # folders whose frames an author can repair

ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1"
)

Ended = Literal["returned", "raised", "exited", "killed", "limit", "flood"]

REPAIR = "repair the line; a snippet has to run to its end"
REMEDIES = {
    "SystemExit": "let it run to its end: what it leaves behind is read there",
    "MemoryError": f"make it smaller: a snippet has {MEMORY >> 30} GiB",
    "ModuleNotFoundError": "only numpy, torch and other snippets are there to import",
}


class WorkerError(RuntimeError):
    """A worker process that does not start, or dies: the environment is broken, not a snippet."""


@dataclass(frozen=True)
class Answer:
    """How a call ended.

    `value` is what the function returned, `error` what it raised, `frames` where: absolute file,
    line and column, the deepest last. `code` is the exit status or the number of the signal.
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
    one, nothing to read and one thread. Workers of different `seed` differ in the order of sets and
    in the state of torch's generator. Where `fork` is false, each call starts a new process.

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
        self.reason = "closed"
        self.processes: set[subprocess.Popen[bytes]] = set()
        if fork:
            self.waiting: dict[int, Future[Answer]] = {}
            self.numbers = itertools.count()
            self.complaints = tempfile.TemporaryFile()  # noqa: SIM115 - open while the zygote is
            self.zygote = self._start("serve", subprocess.PIPE, self.complaints)
            self.reader = threading.Thread(target=self._read, daemon=True)
            self.reader.start()

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def call(self, target: str, arguments: dict[str, Any], *, limit: float = 120.0) -> Answer:
        """Call `module:function` with `arguments`; threads may call at the same time.

        `limit` in seconds counts from the start of the child. Raises WorkerError if the worker is
        closed or cannot start.
        """
        request = {"target": target, "arguments": arguments, "limit": limit, "output": OUTPUT}
        return self._forked(request) if self.fork else self._spawned(request, limit)

    def close(self) -> None:
        """End the process, and every call still running."""
        with self.lock:
            self.closed = True
            processes = list(self.processes)
        if not self.fork:
            for process in processes:
                _kill(process)
            return
        with contextlib.suppress(OSError):
            self.zygote.stdin.close()  # the zygote kills its children and ends
        try:
            self.zygote.wait(10)
        except subprocess.TimeoutExpired:
            _kill(self.zygote)
            self.zygote.wait()
        self.reader.join()
        self.zygote.stdout.close()
        self.complaints.close()

    def _start(
        self, entry: str, stdout: Any, stderr: Any, cwd: Path | None = None
    ) -> subprocess.Popen[bytes]:
        path = os.pathsep.join(filter(None, (str(HOME), os.environ.get("PYTHONPATH"))))
        settings = {
            "PYTHONPATH": path,
            "PYTHONHASHSEED": str(self.setting["seed"]),
            "PYTHONUTF8": "1",
            "PYTHONUNBUFFERED": "",
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
        setting = json.dumps(self.setting).encode() + b"\n"
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(setting)
            process.stdin.flush()
        return process

    def _forked(self, request: dict[str, Any]) -> Answer:
        answer: Future[Answer] = Future()
        with self.lock:
            if self.closed:
                raise WorkerError(f"the worker is gone: {self.reason}")
            number = next(self.numbers)
            self.waiting[number] = answer
            with contextlib.suppress(OSError):  # the reader says what it died of
                self.zygote.stdin.write(json.dumps(request | {"number": number}).encode() + b"\n")
                self.zygote.stdin.flush()
        return answer.result()

    def _read(self) -> None:
        try:
            for line in self.zygote.stdout:
                message = json.loads(line)
                result = self.zygote.stdout.read(message.pop("bytes"))
                message = json.loads(result or "{}") | message
                self.waiting.pop(message.pop("number")).set_result(_answer(message))
        finally:  # whatever happens here, nobody is left waiting
            with self.lock:
                if not self.closed:
                    self.closed = True
                    self.complaints.seek(0)
                    said = self.complaints.read().decode(errors="replace")
                    self.reason = said.strip() or "killed"
            for answer in self.waiting.values():
                answer.set_exception(WorkerError(f"the worker is gone: {self.reason}"))

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
                if self.closed:
                    raise WorkerError(f"the worker is gone: {self.reason}")
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
            message: dict[str, Any] = {}
            if result.exists():
                message = json.loads(result.read_bytes())
            if message.get("ended") == "unfit":
                raise WorkerError(f"a process cannot start: {message['error']}")
            stdout.seek(0)
            stderr.seek(0)
            output = stdout.read(OUTPUT + 1)
            message |= {
                "seconds": time.perf_counter() - began,
                "output": output.decode(errors="replace"),
                "noise": stderr.read(OUTPUT).decode(errors="replace"),
            }
            if len(output) > OUTPUT:
                message["ended"] = "flood"
            elif "ended" not in message and EXPIRED in message["noise"]:
                message["ended"] = "limit"
            elif "ended" not in message:
                code = process.returncode
                message |= {"ended": "killed" if code < 0 else "exited", "code": abs(code)}
            return _answer(message)


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
    }[answer.ended]
    return Problem(file, line, column, message, remedy)


def _answer(message: dict[str, Any]) -> Answer:
    frames = message.pop("frames", ())
    if message["ended"] in ("limit", "killed"):
        frames = _dumped(message["noise"])
    frames = tuple((file, line, column) for file, line, column in frames)
    return Answer(frames=frames, opened=tuple(message.pop("opened", ())), **message)


def _dumped(noise: str) -> list[tuple[str, int, int]]:
    """The frames of the last traceback that faulthandler wrote, the deepest last."""
    frames = []
    for line in noise.rpartition("(most recent call first):")[2].splitlines():
        if line.startswith('  File "'):
            file, _, rest = line[len('  File "') :].rpartition('", line ')
            frames.append((file, int(rest.split()[0]), 1))
    return frames[::-1]


def _remedy(error: str) -> str:
    if "can't allocate memory" in error:  # torch raises a RuntimeError for it
        return REMEDIES["MemoryError"]
    return REMEDIES.get(error.partition(":")[0], REPAIR)


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return "unknown"


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process with all it started, where the system knows groups of processes."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
