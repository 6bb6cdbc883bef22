"""Runs: every snippet executed twice from a clean state, and its values kept while they hold."""

import functools
import hashlib
import importlib.metadata
import json
import os
import platform
import queue
import re
import runpy
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from book.child import confine
from book.files import write
from book.problems import Problem
from book.settings import settings
from book.sources import Reader, Sources, bound, snippets_of, sources
from book.values import Value, kept, restored
from book.verdict import verdict
from book.worker import FORKS, HOME, Answer, Worker, Workers, fault

__all__ = ["Progress", "Run", "runs", "snippets_of", "sources", "versions"]

TOOL = ("child", "runs", "sources", "values", "verdict", "worker", "zygote")  # how values are had
PRELOAD = ("numpy", "torch", "book.runs")
SEEDS = (0, 1)  # of the two runs
DAY = 86400.0  # seconds
UNUSED = 30 * DAY  # until a result that nothing asked for is deleted
SPACE = 256 << 20  # bytes of results to keep; those of the whole book are 31 MB
NAMEABLE = re.compile(r"[A-Za-z_]\w*/[A-Za-z_]\w*", re.ASCII)  # as in a claim
LIMIT = 300  # seconds for a snippet


@dataclass(frozen=True)
class Run:
    """What a snippet leaves behind.

    `lines` gives for each value the line that binds it last (for an imported one, the import).
    `problems` are sorted; a snippet without any is `reused` from an earlier run. `seconds` are
    those of the run, also if that was earlier.
    """

    snippet: str
    values: dict[str, Value] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    output: str = ""
    problems: tuple[Problem, ...] = ()
    seconds: float = 0.0
    reused: bool = False


@dataclass(frozen=True)
class Progress:
    """A snippet has started, or `ended`; `done` of `total` have ended so far."""

    snippet: str
    ended: bool
    done: int
    total: int

    def __str__(self) -> str:
        return self.snippet


def runs(
    root: Path,
    snippets: Iterable[str],
    *,
    fresh: bool = False,
    jobs: int | None = None,
    limit: float = LIMIT,
    progress: Callable[[Progress], None] | None = None,
    fork: bool = FORKS,
    workers: Workers | None = None,
) -> dict[str, Run]:
    """Run the snippets, or reuse what the same sources gave before; `fresh` reuses nothing.

    `jobs` run at a time, each for `limit` seconds at most. `progress` is called in this thread when
    a snippet starts and when it ends. A snippet that fails does not keep others from running;
    WorkerError is raised only where no Python with torch can be started at all. `workers` are used
    and left running; without them, some are started for this call, by forks unless `fork` is false.
    """
    root = root.resolve()
    reader = Reader(root)
    around = surroundings()
    done: dict[str, Run] = {}
    asked: set[Path] = set()  # results of this call, kept from before or to be kept
    stale: dict[str, tuple[str, Sources]] = {}  # with the key of their results
    for snippet in dict.fromkeys(snippets):
        if not NAMEABLE.fullmatch(snippet):
            message = f"no claim can name {snippet}"
            remedy = "rename it: letters, digits and underscores, and no digit first"
            done[snippet] = Run(snippet, problems=(Problem(_file(snippet), 1, 1, message, remedy),))
            continue
        source = reader.sources(_file(snippet))
        if source.problems:
            done[snippet] = Run(snippet, problems=source.problems)
            continue
        key = _key(around, snippet, source)
        asked.add(_cached(root, key))
        run = None if fresh else _recalled(root, key, snippet)
        if run:
            done[snippet] = run
        else:
            stale[snippet] = key, source
    if stale:
        hired = workers.lent() if workers else Workers(root, fork=fork)
        for snippet, answers in _executed(root, list(stale), jobs, limit, progress, hired):
            run = _judged(root, reader, snippet, answers, limit)
            done[snippet] = run
            key, source = stale[snippet]
            if not run.problems and source.current(root):
                _remember(root, key, run, answers[0])
        _prune(root, asked)
    return {snippet: done[snippet] for snippet in dict.fromkeys(snippets)}


@functools.cache
def versions(*packages: str) -> dict[str, str]:
    """Versions of Python, torch, numpy and `packages`, found without importing them."""
    found = {"python": f"{platform.python_implementation()} {sys.version}"}
    for package in ("torch", "numpy", *packages):
        with suppress(importlib.metadata.PackageNotFoundError):
            found[package] = importlib.metadata.version(package)
    return found


def left_behind(root: str, snippet: str) -> dict[str, Any]:
    """Run a snippet in this process as `python -m` does; its values, ready for JSON."""
    confine(root)
    name = f"snippets.{snippet.replace('/', '.')}"
    return kept(runpy.run_module(name, run_name="__main__", alter_sys=True))


def _judged(
    root: Path, reader: Reader, snippet: str, answers: tuple[Answer, ...], limit: float
) -> Run:
    """The run that two answers make, with everything that is wrong with it."""
    file = _file(snippet)
    one = answers[0]
    faults = [fault(answer, root, file, limit) for answer in answers]
    if any(faults):
        problem = next(filter(None, faults))
        return Run(snippet, output=one.output, problems=(problem,), seconds=one.seconds)
    tree = reader.source(file).tree
    lines = bound(tree)
    star = lines.get("*", 1)
    return Run(
        snippet,
        {name: restored(entry) for name, entry in one.value.items()},
        {name: lines.get(name, star) for name in one.value},
        one.output,
        tuple(verdict(file, tree, lines, reader.sources(file), answers)),
        one.seconds,
    )


def _file(snippet: str) -> str:
    return f"snippets/{snippet}.py"


def surroundings() -> str:
    """The digest of what all results depend on, whatever the snippet."""
    depends = [
        versions(),
        [sys.platform, platform.machine()],
        settings(),
        [hashlib.sha256((HOME / f"book/{name}.py").read_bytes()).hexdigest() for name in TOOL],
    ]
    return hashlib.sha256(json.dumps(depends).encode()).hexdigest()


def _key(around: str, snippet: str, source: Sources) -> str:
    depends = [around, snippet, source.digests]
    return hashlib.sha256(json.dumps(depends).encode()).hexdigest()


def _executed(
    root: Path,
    snippets: list[str],
    jobs: int | None,
    limit: float,
    progress: Callable[[Progress], None] | None,
    hired: AbstractContextManager[Workers],
) -> Iterator[tuple[str, tuple[Answer, ...]]]:
    """Both answers of each snippet, as they come."""
    events: queue.SimpleQueue[tuple[str, int, Answer | Exception | None]] = queue.SimpleQueue()

    def call(worker: Worker, snippet: str, seed: int) -> None:
        events.put((snippet, seed, None))
        try:
            arguments = {"root": str(root), "snippet": snippet}
            answer = worker.call("book.runs:left_behind", arguments, limit=limit)
            events.put((snippet, seed, answer))
        except Exception as error:  # for the thread that waits
            events.put((snippet, seed, error))

    with ThreadPoolExecutor(jobs or os.cpu_count()) as pool, hired as workers:
        pair = [workers.worker(PRELOAD, seed) for seed in SEEDS]
        waiting: list[Future[None]] = []
        for snippet in snippets:
            for seed, worker in zip(SEEDS, pair, strict=True):
                waiting.append(pool.submit(call, worker, snippet, seed))
        answers: dict[str, dict[int, Answer]] = {}
        ended = 0
        while ended < len(snippets):
            snippet, seed, event = events.get()
            if isinstance(event, Exception):
                pool.shutdown(wait=False, cancel_futures=True)
                raise event
            if event is None:
                if snippet not in answers and progress:
                    progress(Progress(snippet, False, ended, len(snippets)))
                answers.setdefault(snippet, {})
                continue
            answers[snippet][seed] = event
            if len(answers[snippet]) == len(SEEDS):
                ended += 1
                if progress:
                    progress(Progress(snippet, True, ended, len(snippets)))
                yield snippet, tuple(answers[snippet][seed] for seed in SEEDS)


def _cached(root: Path, key: str) -> Path:
    return root / ".cache" / "runs" / f"{key}.json"


def _recalled(root: Path, key: str, snippet: str) -> Run | None:
    file = _cached(root, key)
    try:
        known = json.loads(file.read_bytes())
        values = {name: restored(entry) for name, entry in known["values"].items()}
        run = Run(
            snippet, values, known["lines"], known["output"], (), known["seconds"], reused=True
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None  # computed anew
    used(file)
    return run


def used(file: Path) -> None:
    """Note that a result was asked for, once a day: what nothing asks for is deleted."""
    with suppress(OSError):
        if time.time() - file.stat().st_mtime > DAY:
            os.utime(file)


def _remember(root: Path, key: str, run: Run, answer: Answer) -> None:
    known = {
        "snippet": run.snippet,
        "values": answer.value,
        "lines": run.lines,
        "output": run.output,
        "seconds": run.seconds,
    }
    with suppress(OSError):  # a full disk or a read-only tree: it is computed again next time
        write({_cached(root, key): json.dumps(known)})


def _prune(root: Path, asked: set[Path]) -> None:
    """Delete results that nothing has asked for in a month, and the oldest beyond `SPACE`.

    Those of the run at hand stay, whatever room they take.
    """
    known = []
    for file in (root / ".cache" / "runs").glob("*"):
        with suppress(OSError):
            known.append((file in asked, file.stat().st_mtime, file.stat().st_size, file))
    total = 0
    for at_hand, when, size, file in sorted(known, reverse=True):
        total += size
        if not at_hand and (total > SPACE or time.time() - when > UNUSED):
            with suppress(OSError):
                file.unlink()
