"""The child: one function called in this process, with the book's sources as they are now."""

import contextlib
import datetime
import functools
import importlib
import locale
import os
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from json import dumps  # by name: a snippet may replace json.dumps
from pathlib import Path
from typing import Any

from book.worker import HOME, SOURCES

PROGRAMS = ("os.exec", "os.posix_spawn", "os.spawn", "os.system", "pty.spawn", "subprocess.Popen")
FORKS = ("os.fork", "os.forkpty")
LOOKS = ("open", "os.listdir", "os.scandir")
CHANGES = {  # events that change a file, with the number of paths among their first arguments
    "os.chmod": 1, "os.chown": 1, "os.link": 2, "os.mkdir": 1, "os.remove": 1, "os.rename": 2,
    "os.rmdir": 1, "os.symlink": 2, "os.truncate": 1, "os.utime": 1, "shutil.rmtree": 1,
}  # fmt: skip
LEAVES = str(HOME / "book/zygote.py")  # where the result of a call is written
CELL = "<cell "  # how the cells of a notebook are called
SYSTEM = ("/dev/", "/proc/", "/sys/")  # libraries look there what the machine can do
THE_TIME = "asks what time it is"
ASKS = {  # functions that answer otherwise elsewhere, and what asking them is
    "asks about the machine": (
        os,
        ("cpu_count", "process_cpu_count", "sched_getaffinity", "getloadavg", "uname", "getlogin"),
    ),
    "asks for the language of the machine": (
        locale,
        ("setlocale", "getlocale", "localeconv", "getencoding", "getpreferredencoding"),
    ),
    THE_TIME: (
        time,
        ("time", "time_ns", "gmtime", "localtime", "ctime", "strftime", "asctime"),
    ),
}
DATES = ((datetime.date, ("today",)), (datetime.datetime, ("now", "today", "utcnow")))


class OutsideError(OSError):
    """Something that differs from one machine to the next, and is refused."""


class Uncached(SourceFileLoader):
    """Compiles the book's own sources each time: a .pyc counts in seconds, an editor does not."""

    def path_stats(self, path: str) -> dict[str, Any]:
        """Tell nothing of a file, so that its bytecode is neither read nor written."""
        raise OSError


def called(root: str, request: dict[str, Any]) -> bytes:
    """Call the function of the request, in this process, and tell in JSON how that ended."""
    _settle(root)
    opened: set[str] = set()
    stdout = sys.stdout  # a snippet may put another in its place
    module, _, name = request["target"].partition(":")
    try:
        function = getattr(importlib.import_module(module), name)
        sys.addaudithook(_watch(root, opened))
        value = function(**request["arguments"])
        message = dumps({"ended": "returned", "value": value, "opened": sorted(opened)})
    except BaseException as error:  # also SystemExit: a call has to return
        told = {"ended": "raised", "error": named(error), "frames": _frames(error)}
        message = dumps(told | {"opened": sorted(opened)})
    for stream in (sys.stdout, stdout):
        with contextlib.suppress(Exception):
            stream.flush()
    return message.encode()


def confine(root: str) -> None:
    """Refuse from now on, in this process, what is not the same on every machine and day.

    That is: other programs and processes, the network, signals to other processes, the list of
    files in a folder, files outside the book, the libraries and the current folder; and to write
    anywhere but in the current folder. Sources of the book do not learn the date, the time, the
    language, the environment and the number of processors either; libraries do. Whoever asks gets
    an OutsideError. Importing works as before.
    """
    here = tempfile.tempdir = os.path.realpath(os.getcwd())
    own = (0, os.getpid())
    paths = (sys.prefix, sys.base_prefix, HOME / "book", *sys.path)
    libraries = {os.path.realpath(path) for path in paths} - {root}
    written = (os.path.join(here, ""), os.devnull)
    sources = tuple(os.path.join(root, folder, "") for folder in SOURCES)
    listed = tuple(os.path.join(path, "") for path in (here, *libraries))
    book = os.path.join(root, "")
    listed_in_book = tuple(path for path in listed if path.startswith(book))  # .nox is in it
    read = (*listed, book)

    def within(path: Any, folders: tuple[str, ...]) -> bool:
        return os.path.join(os.path.realpath(os.fsdecode(path)), "").startswith(folders)

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event in PROGRAMS:
            raise OutsideError("starts another program")
        if event in FORKS:
            raise OutsideError("starts another process")
        if event.startswith("socket.") and event != "socket.__new__":
            raise OutsideError("asks the network")
        if event in ("os.kill", "os.killpg") and arguments[0] not in own:
            raise OutsideError("sends a signal to another process")
        if event not in LOOKS and event not in CHANGES:
            return
        caller = sys._getframe(1).f_code.co_filename
        if caller == LEAVES:
            return
        for path in arguments[: CHANGES.get(event, 0)]:
            if not isinstance(path, int) and not within(path, written):
                raise OutsideError(f"changes {os.fsdecode(path)}")
        if event in CHANGES or isinstance(arguments[0], int):
            return
        path = os.path.realpath(os.fsdecode(arguments[0] or here))
        if event != "open":
            importing = caller.startswith("<frozen importlib")
            # a folder that holds the book, also if Python looks for libraries there, is no library
            allowed = listed_in_book if within(path, (book,)) else listed
            if not importing and not within(path, allowed):
                raise OutsideError(f"lists the folder {path}")
            return
        looks = path.startswith(SYSTEM) and not caller.startswith((*sources, CELL))
        if arguments[2] & (os.O_WRONLY | os.O_RDWR) and not looks and not within(path, written):
            raise OutsideError(f"writes {path}")
        if not looks and not within(path, read) and os.path.exists(path):
            raise OutsideError(f"reads {path}")

    _keep_from(sources)
    sys.addaudithook(hook)


def _keep_from(sources: tuple[str, ...]) -> None:
    """Let nothing in these folders call what answers otherwise on another machine or day."""

    def asked() -> bool:
        """Whether one of the sources, and not a library, calls the function that calls this."""
        frame = sys._getframe(2)
        between = ("<", __file__)  # os and _collections_abc are <frozen>, exec is <string>
        while (
            frame is not None
            and (file := frame.f_code.co_filename).startswith(between)
            and not file.startswith(CELL)
        ):
            frame = frame.f_back
        return frame is not None and frame.f_code.co_filename.startswith((*sources, CELL))

    def refusing(function: Callable[..., Any], what: str) -> Callable[..., Any]:
        @functools.wraps(function)
        def wrapped(*arguments: Any, **options: Any) -> Any:
            if asked():
                raise OutsideError(what)
            return function(*arguments, **options)

        return wrapped

    for what, (module, names) in ASKS.items():
        for name in names:
            if hasattr(module, name):
                setattr(module, name, refusing(getattr(module, name), what))
    for kind, names in DATES:
        guarded = {name: staticmethod(refusing(getattr(kind, name), THE_TIME)) for name in names}
        setattr(datetime, kind.__name__, type(kind.__name__, (kind,), guarded))

    class Environment(type(os.environ)):
        """The environment, whose entries only libraries read."""

        def __getitem__(self, key: Any) -> Any:
            if asked():
                raise OutsideError("asks for the environment")
            return super().__getitem__(key)

        def __iter__(self) -> Iterator[Any]:
            if asked():
                raise OutsideError("asks for the environment")
            return super().__iter__()

        def __len__(self) -> int:
            return len(list(iter(self)))

    os.environ.__class__ = Environment
    if hasattr(os, "environb"):
        os.environb.__class__ = Environment


def _settle(root: str) -> None:
    """Make the book the first entry of the path, and read its sources as they are now."""
    home = ("", str(HOME))
    sys.path[:] = [root, *(p for p in sys.path if p not in home and p != root)]
    folders = tuple(str(Path(root, folder)) for folder in SOURCES)

    def finder(path: str) -> Any:
        if path != root and not path.startswith(folders):
            raise ImportError
        return FileFinder(path, (Uncached, SOURCE_SUFFIXES))

    sys.path_hooks.insert(0, finder)
    sys.path_importer_cache.pop(root, None)


def _watch(root: str, opened: set[str]) -> Any:
    """An audit hook that notes which files below `root` are opened.

    Hidden folders do not count, nor the modules that are here already: libraries read those to name
    the lines of the stack.
    """
    inside = root + os.sep
    outside = tuple({os.path.realpath(p) + os.sep for p in (sys.prefix, sys.base_prefix)})
    here = {getattr(module, "__file__", None) for module in list(sys.modules.values())}

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event != "open" or not isinstance(arguments[0], str | bytes | os.PathLike):
            return
        path = os.path.realpath(os.fsdecode(arguments[0]))
        if path.startswith(inside) and not path.startswith(outside) and path not in here:
            relative = Path(path).relative_to(root)
            if not any(part.startswith(".") or part == "__pycache__" for part in relative.parts):
                opened.add(relative.as_posix())

    return hook


def named(error: BaseException) -> str:
    """The kind of an error, and what it says if that can be had: `ValueError: no digit`."""
    text = ""
    with contextlib.suppress(Exception):
        text = str(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _frames(error: BaseException) -> list[tuple[str, int, int]]:
    frames = []
    for frame in traceback.extract_tb(error.__traceback__):
        before = (frame.line and _raw(frame.filename, frame.lineno)[: frame.colno or 0]) or b""
        frames.append((frame.filename, frame.lineno or 1, len(before.decode(errors="ignore")) + 1))
    if isinstance(error, SyntaxError) and error.filename:
        frames.append((error.filename, error.lineno or 1, error.offset or 1))
    return frames


def _raw(file: str, line: int | None) -> bytes:
    """A line of a file in bytes, in which Python counts its columns."""
    with contextlib.suppress(OSError):
        return Path(file).read_bytes().splitlines()[(line or 1) - 1]
    return b""
