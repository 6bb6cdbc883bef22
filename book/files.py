"""Files: written whole, or not at all; read and looked at before they are used."""

import json
import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path


def write(files: Mapping[Path, str | None]) -> None:
    """Replace files, each whole or not at all; a text of None removes the file.

    Everything is first written beside its place, so that a full disk or a read-only tree is met
    before anything has changed. Raises OSError, and then leaves no file half-written. Through a
    link the file that it leads to is written.
    """
    files = {Path(os.path.realpath(path)): text for path, text in files.items()}
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


def _beside(path: Path, text: str) -> Path:
    """A finished file next to `path`, with its permissions."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    beside = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        beside.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o644)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    return beside
