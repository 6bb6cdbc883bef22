"""Runs: every snippet executed twice from a clean state, and its values kept while they hold."""

import ast
import difflib
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
import warnings
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from book.files import write
from book.problems import Problem
from book.values import Value, kept, place, restored
from book.worker import HOME, SOURCES, Answer, Worker, fault

PACKAGES = (*SOURCES, "book")  # what a snippet may import from the book
PRELOAD = ("numpy", "torch", "book.runs")
SEEDS = (0, 1)  # of the two runs
UNUSED = 30 * 86400.0  # seconds until a result that nothing asked for is deleted
SETTINGS = ("ATEN_", "DNNL_", "MKL_", "NPY_", "ONEDNN_", "OPENBLAS_", "TORCH")  # change last digits
NAN = re.compile(r"(?<![A-Za-z0-9_])[-+]?nan(?![A-Za-z0-9_])", re.IGNORECASE)
NEGATIVE_ZERO = re.compile(r"(?<![\w.)\]])[-\N{MINUS SIGN}]0(?:\.0*)?(?:[eE][-+]?\d+)?(?![\w.])")


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


@dataclass(frozen=True)
class Sources:
    """A file with all that it imports from the book, and what is wrong there."""

    digests: dict[str, str]  # file -> sha256 of its bytes
    problems: tuple[Problem, ...]


def snippets_of(root: Path) -> list[str]:
    """Every snippet below `root`, as `chapter/name`, sorted."""
    files = (root / "snippets").glob("*/*.py")
    return sorted(f"{f.parent.name}/{f.stem}" for f in files if not f.stem.startswith("_"))


def runs(
    root: Path,
    snippets: Iterable[str],
    *,
    fresh: bool = False,
    jobs: int | None = None,
    limit: float = 120.0,
    progress: Callable[[Progress], None] | None = None,
    fork: bool = hasattr(os, "fork"),
) -> dict[str, Run]:
    """Run the snippets, or reuse what the same sources gave before; `fresh` reuses nothing.

    `jobs` run at a time, each for `limit` seconds at most. `progress` is called in this thread when
    a snippet starts and when it ends. A snippet that fails does not keep others from running;
    WorkerError is raised only where no Python with torch can be started at all.
    """
    root = root.resolve()
    reader = Reader(root)
    surroundings = _surroundings()
    done: dict[str, Run] = {}
    stale: dict[str, str] = {}  # snippet -> key
    for snippet in dict.fromkeys(snippets):
        source = reader.sources(_file(snippet))
        if source.problems:
            done[snippet] = Run(snippet, problems=source.problems)
            continue
        key = _key(surroundings, snippet, source)
        run = None if fresh else _recalled(root, key, snippet)
        if run:
            done[snippet] = run
        else:
            stale[snippet] = key
    if stale:
        for snippet, answers in _executed(root, list(stale), jobs, limit, progress, fork):
            run = _judged(root, reader, snippet, answers, limit)
            done[snippet] = run
            again = Reader(root).sources(_file(snippet))  # a file saved meanwhile
            if not run.problems and _key(surroundings, snippet, again) == stale[snippet]:
                _remember(root, stale[snippet], run, answers[0])
        _prune(root)
    return {snippet: done[snippet] for snippet in dict.fromkeys(snippets)}


def sources(root: Path, file: str) -> Sources:
    """A file of the book with all that it imports from the book, found without running it."""
    return Reader(root.resolve()).sources(file)


def versions(*packages: str) -> dict[str, str]:
    """Versions of Python, torch, numpy and `packages`, found without importing them."""
    found = {"python": f"{platform.python_implementation()} {sys.version}"}
    for package in ("torch", "numpy", *packages):
        with suppress(importlib.metadata.PackageNotFoundError):
            found[package] = importlib.metadata.version(package)
    return found


def left_behind(snippet: str) -> dict[str, Any]:
    """Run a snippet in this process as `python -m` does; its values, ready for JSON."""
    name = f"snippets.{snippet.replace('/', '.')}"
    return kept(runpy.run_module(name, run_name="__main__", alter_sys=True))


class Reader:
    """Reads sources and follows their imports, each file once."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.read: dict[str, _Source] = {}

    def source(self, file: str) -> "_Source":
        """A file as it is on disk; what cannot be parsed has a problem and no imports."""
        if file not in self.read:
            self.read[file] = _Source.of(self.root, file)
        return self.read[file]

    def sources(self, file: str) -> Sources:
        """The file with everything it imports, directly or not."""
        digests: dict[str, str] = {}
        problems: set[Problem] = set()
        waiting = [file]
        while waiting:
            current = waiting.pop()
            if current not in digests:
                source = self.source(current)
                digests[current] = source.digest
                problems.update(source.problems)
                waiting.extend(source.packages)
                waiting.extend(source.imports)
        problems.update(self._circles(file))
        return Sources(dict(sorted(digests.items())), tuple(sorted(problems)))

    def _circles(self, file: str) -> Iterator[Problem]:
        finished: set[str] = set()
        path: list[str] = []

        def visit(current: str) -> Iterator[Problem]:
            if current in finished or current.startswith("book/"):
                return
            if current in path:
                circle = path[path.index(current) :]
                first = circle.index(min(circle))
                circle = circle[first:] + circle[:first]
                line = self.source(circle[0]).imports[circle[1 % len(circle)]]
                names = " -> ".join(_module(f) for f in [*circle, circle[0]])
                yield Problem(
                    circle[0],
                    line,
                    1,
                    f"circular import: {names}",
                    "move what both need into a snippet that imports neither",
                )
                return
            path.append(current)
            for imported in self.source(current).imports:
                yield from visit(imported)
            path.pop()
            finished.add(current)

        yield from visit(file)


@dataclass(frozen=True)
class _Source:
    digest: str
    tree: ast.Module = field(default_factory=lambda: ast.Module([], []))
    imports: dict[str, int] = field(default_factory=dict)  # file -> line of the import
    packages: tuple[str, ...] = ()  # the __init__.py files that run with them
    problems: tuple[Problem, ...] = ()

    @classmethod
    def of(cls, root: Path, file: str) -> "_Source":
        try:
            content = (root / file).read_bytes()
        except OSError:
            return cls("", problems=(_missing(root, file),))
        digest = hashlib.sha256(content).hexdigest()
        try:
            content.decode()
        except UnicodeDecodeError as error:
            before = content[: error.start].rpartition(b"\n")
            problem = Problem(
                file,
                content.count(b"\n", 0, error.start) + 1,
                len(before[2].decode(errors="replace")) + 1,
                f"byte {content[error.start]:#04x} is not UTF-8",
                "save the file as UTF-8",
            )
            return cls(digest, problems=(problem,))
        try:
            tree = _parsed(content, file)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            line, column = getattr(error, "lineno", 1) or 1, getattr(error, "offset", 1) or 1
            message = f"{type(error).__name__}: {getattr(error, 'msg', error)}"
            problem = Problem(file, line, max(column, 1), message, "repair the line")
            return cls(digest, problems=(problem,))
        return cls(digest, tree, *_imports(root, file, tree))


def _parsed(content: bytes, file: str) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(content, file)


def _imports(
    root: Path, file: str, tree: ast.Module
) -> tuple[dict[str, int], tuple[str, ...], tuple[Problem, ...]]:
    """The files of the book that a module imports, their packages, and what is missing."""
    imports: dict[str, int] = {}
    packages = dict.fromkeys(_packages(root, _module(file)))
    problems: list[Problem] = []

    def resolve(module: str, node: ast.stmt) -> bool:
        packages.update(dict.fromkeys(_packages(root, module)))
        if (root / _module_file(module)).is_file():
            imports.setdefault(_module_file(module), node.lineno)
        return _module_file(module) in imports or (root / module.replace(".", "/")).is_dir()

    for node in ast.walk(tree):
        for module, names in _imported(node, file):
            if module.partition(".")[0] not in PACKAGES:
                continue
            missing = [] if resolve(module, node) else [module]
            if not missing:
                parts = [name for name in names if not resolve(f"{module}.{name}", node)]
                plain = _module_file(f"{module}.__init__") not in packages
                if plain and _module_file(module) not in imports:  # a mere folder has no names
                    missing = [f"{module}.{name}" for name in parts if name != "*"]
            for name in missing:
                if not name.startswith("book"):  # it is installed beside the root
                    message = f"imports {name}, which does not exist"
                    remedy = _close(root, name.replace(".", "/"))
                    at = (node.lineno, node.col_offset + 1)
                    problems.append(Problem(file, *at, message, remedy))
    packages.pop(file, None)
    return imports, tuple(packages), tuple(problems)


def _imported(node: ast.AST, file: str) -> Iterator[tuple[str, list[str]]]:
    """Each module that a statement imports, by its absolute name, with the names taken from it."""
    if isinstance(node, ast.Import):
        yield from ((alias.name, []) for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        package = file.split("/")[: -node.level] if node.level else []
        yield ".".join([*package, *filter(None, [node.module])]), [n.name for n in node.names]


def _packages(root: Path, module: str) -> Iterator[str]:
    """The __init__.py files that run when `module` is imported."""
    parts = module.split(".")
    for end in range(1, len(parts) + 1):
        file = "/".join([*parts[:end], "__init__.py"])
        if (root / file).is_file():
            yield file


def _file(snippet: str) -> str:
    return f"snippets/{snippet}.py"


def _module(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _module_file(module: str) -> str:
    return module.replace(".", "/") + ".py"


def _missing(root: Path, file: str) -> Problem:
    return Problem(file, 1, 1, "there is no such file", _close(root, file.removesuffix(".py")))


def _close(root: Path, path: str) -> str:
    known = [f"snippets/{snippet}" for snippet in snippets_of(root)]
    near = difflib.get_close_matches(path, known, n=1)
    return f"did you mean {near[0]}?" if near else f"write {path}.py, or name one that exists"


def _surroundings() -> str:
    """The digest of what all results depend on, whatever the snippet."""
    tool = [HOME / "book" / name for name in ("runs.py", "values.py", "worker.py", "zygote.py")]
    depends = [
        versions(),
        [sys.platform, platform.machine()],
        {name: text for name, text in sorted(os.environ.items()) if name.startswith(SETTINGS)},
        [hashlib.sha256(file.read_bytes()).hexdigest() for file in tool],
    ]
    return hashlib.sha256(json.dumps(depends).encode()).hexdigest()


def _key(surroundings: str, snippet: str, source: Sources) -> str:
    depends = [surroundings, snippet, source.digests]
    return hashlib.sha256(json.dumps(depends).encode()).hexdigest()


def _executed(
    root: Path,
    snippets: list[str],
    jobs: int | None,
    limit: float,
    progress: Callable[[Progress], None] | None,
    fork: bool,
) -> Iterator[tuple[str, tuple[Answer, ...]]]:
    """Both answers of each snippet, as they come."""
    events: queue.SimpleQueue[tuple[str, int, Answer | Exception | None]] = queue.SimpleQueue()

    def call(worker: Worker, snippet: str, seed: int) -> None:
        events.put((snippet, seed, None))
        try:
            arguments = {"snippet": snippet}
            answer = worker.call("book.runs:left_behind", arguments, limit=limit)
            events.put((snippet, seed, answer))
        except Exception as error:  # for the thread that waits
            events.put((snippet, seed, error))

    with (
        ThreadPoolExecutor(jobs or os.cpu_count()) as pool,
        Worker(root, preload=PRELOAD, seed=SEEDS[0], fork=fork) as first,
        Worker(root, preload=PRELOAD, seed=SEEDS[1], fork=fork) as second,
    ):
        waiting: list[Future[None]] = []
        for snippet in snippets:
            for seed, worker in zip(SEEDS, (first, second), strict=True):
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


def _judged(
    root: Path, reader: Reader, snippet: str, answers: tuple[Answer, ...], limit: float
) -> Run:
    """The run that two answers make, with everything that is wrong with it."""
    file = _file(snippet)
    one, two = answers
    faults = [fault(answer, root, file, limit) for answer in answers]
    if any(faults):
        problem = next(filter(None, faults))
        return Run(snippet, output=one.output, problems=(problem,), seconds=one.seconds)
    tree = reader.source(file).tree
    lines = _lines(tree)
    star = lines.get("*", 1)
    problems = [
        *_unkept(file, lines, one.value),
        *_different(file, lines, one.value, two.value),
        *_unprinted(file, tree, one.output),
        *_unread(file, tree, one.output, two.output),
        *_unseen(file, reader.sources(file), one.opened),
    ]
    return Run(
        snippet,
        {name: restored(entry) for name, entry in one.value.items()},
        {name: lines.get(name, star) for name in one.value},
        one.output,
        tuple(sorted(problems)),
        one.seconds,
    )


def _unkept(file: str, lines: dict[str, int], values: dict[str, Any]) -> Iterator[Problem]:
    for name, entry in values.items():
        if entry["nan"] is not None:
            at = place(tuple(entry["shape"]), entry["nan"])
            yield Problem(
                file,
                lines.get(name, 1),
                1,
                f"{name}{at} is NaN",
                "compute it without 0/0 and inf - inf, or name it with a leading underscore",
            )


def _different(
    file: str, lines: dict[str, int], one: dict[str, Any], two: dict[str, Any]
) -> Iterator[Problem]:
    for name in sorted({**one, **two}):
        difference = _difference(name, one.get(name), two.get(name))
        if difference:
            yield Problem(
                file,
                lines.get(name, 1),
                1,
                f"{difference} in two runs",
                "set a seed in sight (torch.manual_seed), sort what comes from a set, leave out "
                "times",
            )


def _difference(name: str, one: dict[str, Any] | None, two: dict[str, Any] | None) -> str:
    if one is None or two is None:
        return f"{name} is a number only once"
    for part in ("kind", "shape"):
        if one[part] != two[part]:
            return f"{part} of {name} is {one[part]} and {two[part]}"
    for offset, (a, b) in enumerate(zip(one["data"], two["data"], strict=True)):
        if a != b and not (a != a and b != b):
            return f"{name}{place(tuple(one['shape']), offset)} is {a!r} and {b!r}"
    return f"{name} has other entries" if one["digest"] != two["digest"] else ""


def _unprinted(file: str, tree: ast.Module, output: str) -> Iterator[Problem]:
    line = _prints(tree)
    for number, text in enumerate(output.splitlines(), 1):
        for pattern, remedy in (
            (NAN, "print what can be computed"),
            (NEGATIVE_ZERO, "add 0.0 before you print: -0.0 + 0.0 is 0.0; round before that"),
        ):
            if found := pattern.search(text):
                message = f"prints {found[0]} in line {number} of its output: {text.strip()[:60]}"
                yield Problem(file, line, 1, message, remedy)


def _unread(file: str, tree: ast.Module, one: str, two: str) -> Iterator[Problem]:
    if one != two:
        pairs = zip([*one.splitlines(), ""], [*two.splitlines(), ""], strict=False)
        number, (a, b) = next(
            ((n, pair) for n, pair in enumerate(pairs, 1) if pair[0] != pair[1]), (1, (one, two))
        )
        yield Problem(
            file,
            _prints(tree),
            1,
            f"line {number} of its output is {a[:60]!r} and {b[:60]!r} in two runs",
            "print nothing that depends on a time, an address, an unset seed or a set's order",
        )


def _unseen(file: str, source: Sources, opened: Iterable[str]) -> Iterator[Problem]:
    for path in opened:
        if path not in source.digests:
            yield Problem(
                file,
                1,
                1,
                f"reads {path} without an import statement, so a change there would go unnoticed",
                "write the import as a statement, and the numbers into a snippet",
            )


def _prints(tree: ast.Module) -> int:
    """The line of the first `print`, where there is one."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    names = (n.lineno for n in calls if isinstance(n.func, ast.Name) and n.func.id == "print")
    return min(names, default=1)


def _lines(tree: ast.Module) -> dict[str, int]:
    """Each name bound at the top level, with the line that binds it last; `*` for a star import."""
    lines: dict[str, int] = {}

    def visit(node: ast.AST) -> None:
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                lines[alias.asname or alias.name.partition(".")[0]] = node.lineno
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            lines[node.id] = node.lineno
        elif isinstance(node, ast.MatchAs | ast.MatchStar) and node.name:
            lines[node.name] = node.lineno
        elif isinstance(node, ast.comprehension):
            visit(node.iter)  # its target is its own
            for condition in node.ifs:
                visit(condition)
            return
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            return
        for child in ast.iter_child_nodes(node):
            visit(child)

    visit(tree)
    return lines


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
    with suppress(OSError):
        if time.time() - file.stat().st_mtime > UNUSED / 2:
            os.utime(file)
    return run


def _remember(root: Path, key: str, run: Run, answer: Answer) -> None:
    known = {
        "snippet": run.snippet,
        "values": answer.value,
        "lines": run.lines,
        "output": run.output,
        "seconds": run.seconds,
    }
    write({_cached(root, key): json.dumps(known)})


def _prune(root: Path) -> None:
    """Delete results that nothing has asked for in a month."""
    for file in (root / ".cache" / "runs").glob("*"):
        with suppress(OSError):
            if time.time() - file.stat().st_mtime > UNUSED:
                file.unlink()
