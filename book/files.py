"""Files: written whole, or not at all; read and looked at before they are used."""

import json
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Any

from book.problems import Problem

PART = ".part"  # ends the name of a file that is not finished
FOLDERS = ("docs", "snippets")  # where those lie that a killed process leaves


def write(files: Mapping[Path, str | None]) -> None:
    """Replace files, each whole or not at all; a text of None removes the file.

    Everything is first written beside its place, so that a full disk or a read-only tree is met
    before anything has changed. Raises OSError, which names the file, and then leaves no file
    half-written; nor does a process that is killed meanwhile. Through a link the file that it leads
    to is written; what is removed is the link.
    """
    files = {p if text is None else Path(os.path.realpath(p)): text for p, text in files.items()}
    ready: list[tuple[Path, Path]] = []
    try:
        for path, text in files.items():
            if text is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                ready.append((_beside(path, text), path))
        for beside, path in ready:
            beside.replace(path)
        for path, text in files.items():
            if text is None:
                path.unlink(missing_ok=True)
    finally:
        for beside, _ in ready:
            beside.unlink(missing_ok=True)


def leftovers(root: Path) -> list[Path]:
    """The unfinished files that a killed process has left beside those of the book."""
    return sorted(path for folder in FOLDERS for path in (root / folder).rglob(f".*{PART}"))


def led_out(root: Path, files: Iterable[Path]) -> list[Problem]:
    """Those of the files that are links, or lie in one, to a place outside the book."""
    return [
        Problem(
            path.relative_to(root).as_posix(),
            1,
            1,
            f"a link out of the book, to {path.resolve()}",
            "put the file itself here: what lies elsewhere is never written",
        )
        for path in files
        if not path.resolve().is_relative_to(root.resolve())
    ]


@contextmanager
def alone(lock: Path) -> Iterator[bool]:
    """Hold a lock while the block runs, and say whether it is ours or another process has it.

    The system frees it when the process ends, however it ends. Raises OSError if the file `lock`
    cannot be made.
    """
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("ab") as file:
        try:
            _lock(file.fileno())
        except (BlockingIOError, PermissionError):
            yield False
        else:
            yield True


def _lock(handle: int) -> None:
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def stored(path: Path, fits: Callable[[object], bool], rule: str) -> dict:
    """The JSON object in a file, each of whose values `fits`; empty if there is no file.

    Raises ValueError, with `rule` for what does not fit, if it cannot be used.
    """
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, RecursionError) as error:
        raise ValueError(str(error)) from None
    if not (isinstance(kept, dict) and all(map(fits, kept.values()))):
        raise ValueError(rule)
    return kept


def bound(path: Path) -> dict[str, Any]:
    """The names that a program binds which a command has written; {} if it is not there.

    It is run, and what it prints is not shown.
    """
    import runpy  # few commands need it, and a check is to start soon

    if not path.is_file():
        return {}
    with redirect_stdout(None):
        return runpy.run_path(str(path))


def _beside(path: Path, text: str) -> Path:
    """A finished file next to `path`, with its permissions."""
    beside = None
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=PART, dir=path.parent)
        beside = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        beside.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o644)
    except BaseException as error:
        if beside:
            beside.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = str(path)
        raise
    return beside
