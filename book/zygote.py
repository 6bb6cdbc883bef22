"""The zygote: the process that imports torch once and forks a clean child for every call.

Requests come as JSON lines on stdin, answers go as JSON lines to stdout. When stdin ends, because
the parent closed it or died, all children are killed and the zygote ends.
"""

import contextlib
import ctypes
import faulthandler
import gc
import importlib
import io
import json
import os
import secrets
import selectors
import shutil
import signal
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from book.child import called, named
from book.worker import END_ALL, MEMORY, READY

CHUNK = 1 << 16
GRACE = 0.3  # seconds for a child out of time to write where it was
FILES = 1 << 16  # no process here has a file descriptor above it
LINUX = sys.platform == "linux"
END = os._exit  # the function itself, whatever a snippet puts in its place
KILL_WITH_PARENT = 1  # PR_SET_PDEATHSIG of <sys/prctl.h>


@dataclass
class Child:
    """A running child, and what it has written so far."""

    request: dict[str, Any]
    pid: int
    folder: str
    result: Path  # where it writes what the function returned, when that is over
    deadline: float
    began: float
    written: dict[str, bytearray] = field(default_factory=dict)
    ended: str = ""  # why the zygote killed it


def serve() -> None:
    """Answer requests until stdin ends, and end at once: nobody needs torch taken apart."""
    _serve()
    END(0)


def _serve() -> None:
    answers = os.dup(1)
    os.dup2(2, 1)  # what an import prints is not an answer
    wake, woken = os.pipe()
    os.set_blocking(wake, False)
    os.set_blocking(woken, False)
    setting = json.loads(_line(0))
    _prepare(setting)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
    gc.freeze()  # the children share these pages
    os.write(answers, READY)

    children: dict[int, Child] = {}
    requests = bytearray()
    with selectors.DefaultSelector() as selector:
        selector.register(0, selectors.EVENT_READ)
        selector.register(wake, selectors.EVENT_READ)
        try:
            while True:
                next_deadline = min((c.deadline for c in children.values()), default=None)
                wait = None if next_deadline is None else max(0, next_deadline - time.monotonic())
                for key, _ in selector.select(wait):
                    if key.fd == wake:
                        os.read(wake, CHUNK)
                    elif key.fd == 0:
                        if not (chunk := os.read(0, CHUNK)):
                            return
                        requests += chunk
                    else:
                        _receive(selector, key)
                while b"\n" in requests:
                    line, _, requests = requests.partition(b"\n")
                    if line == END_ALL:
                        for pid in children:
                            _kill(pid)
                        continue
                    request = json.loads(line)
                    if "preload" in request:
                        _import(request["preload"])
                        gc.freeze()
                        continue
                    try:
                        child = _forked(setting, request, selector)
                    except OSError as error:  # no room for a folder, or for a process
                        _answer(answers, _unstarted(request, error), b"")
                    else:
                        children[child.pid] = child
                for child in children.values():
                    _limit(child)
                for child in _finished(children):
                    _reply(answers, selector, child)
        finally:
            for child in children.values():
                _kill(child.pid)
            shutil.rmtree(setting["folder"], ignore_errors=True)


def once() -> None:
    """Answer one request in this process, where there is no fork."""
    setting, request = json.loads(_line(0)), json.loads(_line(0))
    _die_with_parent(os.dup(0))
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)
    result = Path(request["result"])
    try:
        _prepare(setting)
    except Exception as error:
        result.with_name("unfit").write_text(named(error))
        END(70)
    faulthandler.dump_traceback_later(request["limit"], exit=True)
    message = called(setting["root"], request)
    faulthandler.cancel_dump_traceback_later()
    _leave(result, message)
    END(0)


def _die_with_parent(stdin: int) -> None:
    """End this process, with its group, when its parent closes `stdin` or dies."""

    def wait() -> None:
        os.read(stdin, 1)
        if hasattr(os, "killpg"):
            os.killpg(0, signal.SIGKILL)
        os._exit(70)

    threading.Thread(target=wait, daemon=True).start()


def _line(source: int) -> bytes:
    """One line, unbuffered: what follows it is left for others to read."""
    line = b""
    while (byte := os.read(source, 1)) not in (b"", b"\n"):
        line += byte
    return line


def _import(modules: list[str]) -> None:
    """Import what stays; looking for garbage meanwhile would take a seventh of the time."""
    gc.disable()
    for module in modules:
        importlib.import_module(module)
    gc.enable()


def _prepare(setting: dict[str, Any]) -> None:
    _import(setting["preload"])
    processors = (os.cpu_count() or 1) + setting["seed"]
    os.cpu_count = lambda: processors  # what depends on it differs between two workers
    if torch := sys.modules.get("torch"):
        torch.set_num_threads(1)
        torch.set_num_interop_threads(1 + setting["seed"])
        # torch starts every process from the same seed: without this line, forgetting a seed
        # would show only on the next release
        torch.default_generator.manual_seed(torch.initial_seed() + setting["seed"])


def _forked(setting: dict[str, Any], request: dict[str, Any], selector: Any) -> Child:
    """A child at work. Raises OSError, and leaves nothing behind, where there is no room for it."""
    folder = tempfile.mkdtemp(dir=setting["folder"])
    result = Path(setting["folder"], secrets.token_hex())  # a name the function cannot guess
    began = time.monotonic()
    child = Child(request, 0, folder, result, began + request["limit"], began)
    pipes: dict[str, tuple[int, int]] = {}
    parent = os.getpid()
    try:
        for name in ("output", "noise"):
            reading, _ = pipes[name] = os.pipe()
            os.set_blocking(reading, False)
            child.written[name] = bytearray()
            selector.register(reading, selectors.EVENT_READ, (child, name))
        child.pid = os.fork()
    except OSError:
        for reading, writing in pipes.values():
            if reading in selector.get_map():
                selector.unregister(reading)
            os.close(reading)
            os.close(writing)
        os.rmdir(folder)  # it is empty; shutil.rmtree needs a descriptor, of which none may be left
        raise
    if child.pid == 0:
        try:
            _child(setting["root"], request, folder, result, pipes, parent)
        except OSError as error:
            os.write(2, str(error).encode())  # told with the status
        finally:
            END(70)  # only if it could not leave its result; never back into serve()
    for _, writing in pipes.values():
        os.close(writing)
    return child


def _child(
    root: str,
    request: dict[str, Any],
    folder: str,
    result: Path,
    pipes: dict[str, Any],
    parent: int,
) -> None:
    own = os.getpid()
    os.setsid()  # a group of its own, so that what it starts can be killed with it
    if LINUX:
        ctypes.CDLL(None).prctl(KILL_WITH_PARENT, signal.SIGKILL)
        if os.getppid() != parent:
            END(70)
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(pipes["output"][1], 1)
    os.dup2(pipes["noise"][1], 2)
    os.closerange(3, FILES)
    faulthandler.enable(2, all_threads=False)
    faulthandler.register(signal.SIGUSR1, 2, all_threads=False)
    _bound_memory()
    os.chdir(folder)
    message = called(root, request)
    if os.getpid() != own:  # the function forked, and this is not the one that was called
        END(0)
    _leave(result, message)
    END(0)


def _bound_memory() -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, hard))


def _receive(selector: Any, key: Any) -> None:
    child, name = key.data
    if chunk := os.read(key.fd, CHUNK):
        kept = child.written[name]
        if len(kept) <= child.request["output"]:
            kept += chunk
    else:
        selector.unregister(key.fd)
        os.close(key.fd)


def _limit(child: Child) -> None:
    """Kill a child that prints too much or runs too long, asking the latter where it is."""
    now = time.monotonic()
    if not child.ended and len(child.written["output"]) > child.request["output"]:
        child.ended = "flood"
        _kill(child.pid)
    elif now >= child.deadline and not child.ended:
        child.ended = "limit"
        child.deadline = now + GRACE
        with contextlib.suppress(OSError):
            os.kill(child.pid, signal.SIGUSR1)
    elif now >= child.deadline:
        child.deadline = now + GRACE
        _kill(child.pid)


def _kill(pid: int) -> None:
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(OSError):
            kill(pid, signal.SIGKILL)


def _finished(children: dict[int, Child]) -> list[Child]:
    """The children that have ended since, taken out of `children`, with their status."""
    ended = []
    for pid in list(children):
        reaped, status = os.waitpid(pid, os.WNOHANG)
        if reaped:
            with contextlib.suppress(OSError):
                os.killpg(pid, signal.SIGKILL)  # what it started and left behind
            child = children.pop(pid)
            child.request["code"] = os.waitstatus_to_exitcode(status)
            ended.append(child)
    return ended


def _reply(answers: int, selector: Any, child: Child) -> None:
    for key in [k for k in selector.get_map().values() if k.data and k.data[0] is child]:
        with contextlib.suppress(BlockingIOError):
            while key.fd in selector.get_map():
                _receive(selector, key)
        if key.fd in selector.get_map():  # held by a process that left the group
            selector.unregister(key.fd)
            os.close(key.fd)
    shutil.rmtree(child.folder, ignore_errors=True)
    if len(child.written["output"]) > child.request["output"]:
        child.ended = "flood"
    result = b""
    with contextlib.suppress(FileNotFoundError):
        result = child.result.read_bytes()
        child.result.unlink()
    _part(child.result).unlink(missing_ok=True)  # it was killed, or had no room to write
    message = {name: written.decode(errors="replace") for name, written in child.written.items()}
    message |= {
        "number": child.request["number"],
        "seconds": time.monotonic() - child.began,
        "code": child.request["code"],
        "bytes": len(result),
    }
    if child.ended:
        message["ended"] = child.ended
    _answer(answers, message, result)


def _unstarted(request: dict[str, Any], error: OSError) -> dict[str, Any]:
    """What is told of a request for which there is no child."""
    message = {"ended": "unstarted", "error": str(error), "number": request["number"]}
    return message | {"output": "", "noise": "", "seconds": 0.0, "code": 0, "bytes": 0}


def _answer(answers: int, message: dict[str, Any], result: bytes) -> None:
    with io.FileIO(answers, "w", closefd=False) as stream:
        _write(stream, json.dumps(message).encode() + b"\n" + result)


def _leave(result: Path, message: bytes) -> None:
    """Write what the call gave, whole or not at all."""
    part = _part(result)
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with io.FileIO(handle, "w") as stream:
        _write(stream, message)
    os.replace(part, result)


def _part(result: Path) -> Path:
    return result.with_name(f"{result.name}.part")


def _write(stream: io.FileIO, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[stream.write(rest) :]
