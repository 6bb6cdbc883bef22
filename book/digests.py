"""Digests: whether files are the same as before, which is not left to their dates.

This module is read before all others, so it imports little.
"""

import hashlib
import json
import os
import platform
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from book.settings import packages


def around(settings: dict[str, str]) -> list[object]:
    """What stands around the files: Python, the machine, settings, the packages installed."""
    return [sys.version, sys.platform, platform.machine(), settings, sorted(packages())]


def digest(places: Iterable[Path], root: Path, left_out: Path | None = None) -> str:
    """The digest of the files at and below some places: their names, contents and links."""
    whole = hashlib.sha256()
    for path in files(places, left_out):
        leads = os.readlink(path) if os.path.islink(path) else ""
        try:
            with open(path, "rb") as file:
                content = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:  # a linked folder, a link that leads nowhere
            content = type(error).__name__
        whole.update(json.dumps([os.path.relpath(path, root), leads, content]).encode())
    return whole.hexdigest()


def files(places: Iterable[Path], left_out: Path | None = None) -> Iterator[str]:
    """The files at and below some places, in one order everywhere, without bytecode.

    Links to folders are among them, and what lies in those follows; each folder is read once.
    """
    seen = set()
    for place in places:
        if not os.path.isdir(place):
            yield from [str(place)] if os.path.lexists(place) else []
            continue
        for path, folders, names in os.walk(place, followlinks=True):
            if (real := os.path.realpath(path)) in seen:  # a link may lead back to where it lies
                folders.clear()
                continue
            seen.add(real)
            folders[:] = sorted(
                name for name in folders if name != "__pycache__" and Path(path, name) != left_out
            )
            linked = [name for name in folders if os.path.islink(os.path.join(path, name))]
            yield from (os.path.join(path, name) for name in sorted([*names, *linked]))
