"""Notebook: the cells of a lab, run one after another in one process as a reader runs them.

A lab is run twice, as snippets are, and what it printed is kept while its cells, and the versions
of Python, torch and numpy, are the same.
"""

import contextlib
import hashlib
import io
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from book import runs
from book.child import confine
from book.files import write
from book.labs import TRY, Lab
from book.problems import Problem
from book.worker import FORKS, Answer, Worker, Workers, fault

LIMIT = 120.0  # seconds, as mkdocs-jupyter gives a cell
_CELL = re.compile(r"<cell (\d+)>")


@dataclass(frozen=True)
class Ran:
    """What each code cell of a lab printed; or the `fault`: number of the cell, line, message."""

    texts: tuple[str, ...] = ()
    fault: tuple[int, int, str] | None = None


def ran(
    root: Path,
    labs: Sequence[Lab],
    *,
    fresh: bool = False,
    jobs: int | None = None,
    fork: bool = FORKS,
    workers: Workers | None = None,
    limit: float = LIMIT,
) -> list[Ran]:
    """Run labs, those with the same code once; `fresh` reuses nothing, as `book.runs.runs` has it.

    Raises WorkerError where no Python with torch can be started.
    """
    root = root.resolve()
    keys = [_key(lab) for lab in labs]
    done = {} if fresh else {key: known for key in keys if (known := _recalled(root, key))}
    stale = {key: lab for key, lab in zip(keys, labs, strict=True) if key not in done}
    if stale:
        hired = workers.lent() if workers else Workers(root, fork=fork)
        with ThreadPoolExecutor(jobs or len(runs.SEEDS)) as pool, hired as company:
            pair = [company.worker(runs.PRELOAD, seed) for seed in runs.SEEDS]
            waiting = {
                key: [pool.submit(_called, root, worker, lab, limit) for worker in pair]
                for key, lab in stale.items()
            }
            for key, answers in waiting.items():
                told = [answer.result() for answer in answers]
                done[key] = _judged(root, stale[key], told, limit)
                if done[key].fault is None:
                    with suppress(OSError):  # a full disk or a read-only tree: it is run again
                        write({_file(root, key): json.dumps({"texts": done[key].texts})})
    return [done[key] for key in keys]


def printed(root: str, cells: list[str]) -> list[str]:
    """Run cells in this process as a notebook does, in one set of names; what each prints.

    The book is not there to be imported: a reader has the notebook alone.
    """
    confine(root)
    sys.path[:] = [path for path in sys.path if path != root]
    for name in [name for name in sys.modules if name.partition(".")[0] == "book"]:
        del sys.modules[name]
    names: dict[str, object] = {"__name__": "__main__"}
    texts = []
    for number, text in enumerate(cells):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            exec(compile(text, f"<cell {number}>", "exec"), names)
        texts.append(out.getvalue())
    return texts


def problem(lab: Lab, result: Ran) -> Problem | None:
    """The problem of a lab whose run has a fault."""
    if result.fault is None:
        return None
    number, line, message = result.fault
    cell = lab.code[number]
    said = f"in the notebook, {cell.name or TRY} fails: {message}"
    return Problem(lab.file, cell.line + line, 1, said, "mend the cell")


def alone(lab: Lab, output: Callable[[str], str]) -> list[str | None]:
    """What the snippets of a lab print alone, cell by cell; None for what a reader tries."""
    return [output(cell.name) if cell.name else None for cell in lab.code]


def differences(
    lab: Lab, texts: Sequence[str], expected: Sequence[str | None]
) -> Iterator[Problem]:
    """The cells that print something else in the notebook than their snippets print alone.

    And the cells to try that print nothing: a reader who changes one would see nothing change.
    """
    for cell, text, single in zip(lab.code, texts, expected, strict=True):
        if single is None and not text.strip():
            remedy = "print what a change of it changes"
            yield Problem(lab.file, cell.line, 1, "a cell to try that prints nothing", remedy)
        if single is not None and text != single:
            ours, theirs = text.split("\n"), single.split("\n")
            pairs = enumerate(zip(ours, theirs, strict=False), 1)
            at = next((n for n, (one, two) in pairs if one != two), min(len(ours), len(theirs)))
            message = (
                f"in the notebook, line {at} that {cell.name} prints is "
                f"{ours[at - 1][:60]!r}, alone it is {theirs[at - 1][:60]!r}"
            )
            remedy = "a cell before it changes what it stands on: rename there, or put it later"
            yield Problem(lab.file, cell.line, 1, message, remedy)


def _called(root: Path, worker: Worker, lab: Lab, limit: float) -> Answer:
    arguments = {"root": str(root), "cells": [cell.text for cell in lab.code]}
    return worker.call("book.notebook:printed", arguments, limit=limit)


def _judged(root: Path, lab: Lab, answers: list[Answer], limit: float) -> Ran:
    """What two answers make: what is printed, if both agree on it."""
    for answer in answers:
        if told := fault(answer, root, lab.file, limit):
            number, line = _place(answer)
            return Ran(fault=(number, line, told.message))
    one, two = (answer.value for answer in answers)
    for number, (a, b) in enumerate(zip_longest(one, two)):
        if a != b:
            return Ran(fault=(number, 0, f"prints {a[:60]!r} and {b[:60]!r} in two runs"))
    return Ran(tuple(one))


def _place(answer: Answer) -> tuple[int, int]:
    """The cell and its line where a call ended, as far as that is known."""
    for file, line, _ in reversed(answer.frames):
        if cell := _CELL.fullmatch(file):
            return int(cell[1]), line
    return 0, 0


def _key(lab: Lab) -> str:
    own = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()
    depends = [runs.surroundings(), own, [cell.text for cell in lab.code]]
    return hashlib.sha256(json.dumps(depends).encode()).hexdigest()


def _file(root: Path, key: str) -> Path:
    return root / ".cache" / "runs" / f"{key}.json"


def _recalled(root: Path, key: str) -> Ran | None:
    with suppress(OSError, ValueError, KeyError, TypeError):
        texts = json.loads(_file(root, key).read_bytes())["texts"]
        if all(isinstance(text, str) for text in texts):
            runs.used(_file(root, key))
            return Ran(tuple(texts))
    return None
