"""Figures: drawn from values, compared with them, and kept while nothing they depend on changes."""

import hashlib
import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from book import figure_source
from book.files import led_out, write
from book.fonts import CHINESE_PACKAGE
from book.problems import Problem
from book.runs import LIMIT, PRELOAD, UNUSED, Progress, versions
from book.settings import settings
from book.sources import sources
from book.worker import HOME, Worker, Workers, fault

LANGUAGES = ("zh", "en")
STYLE = "figures_src/book.mplstyle"
DRAWERS = (  # the modules of which a picture depends, `drawing` with all that it imports
    "__init__", "artists", "chapter", "claims", "drawing", "figure_source", "figures", "fonts",
    "formula", "labels", "literals", "numeral", "parts", "plotted", "problems", "warm",
)  # fmt: skip
REDRAW = "python -m book figures {}"
PRELOADED = (*PRELOAD, "matplotlib.pyplot", "book.drawing", "book.warm")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
LAST_DIGIT = 1.5e-5  # coordinates are written with six decimals, whose last may differ by machine
VERSION = re.compile(r"<!-- .*, drawn by matplotlib (\S+) -->\n")


@dataclass(frozen=True)
class Drawing:
    """A figure as it is drawn now: its pictures by file, and what is wrong with them."""

    figure: str
    svgs: dict[str, str] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    seconds: float = 0.0
    reused: bool = False


@dataclass(frozen=True)
class Difference:
    """A picture that is not as committed; `text` is what `file` should hold, None: nothing."""

    problem: Problem
    file: str
    text: str | None


def figures_of(root: Path) -> list[str]:
    """Every figures_src/<chapter>/<name>.py below `root` as "chapter/name", sorted."""
    files = (root / "figures_src").glob("[!.]*/[!._]*.py")
    return sorted(f"{f.parent.name}/{f.stem}" for f in files)


def drawings(
    root: Path,
    names: Iterable[str],
    *,
    fresh: bool = False,
    jobs: int | None = None,
    limit: float = LIMIT,
    progress: Callable[[Progress], None] | None = None,
    workers: Workers | None = None,
) -> dict[str, Drawing]:
    """Draw figures, or reuse what the same sources gave before; `fresh` reuses nothing.

    `progress` is called in this thread when a figure has been drawn. A figure that cannot be drawn
    does not keep others from it; it has `limit` seconds, with the snippets that it imports. Reuse
    imports no matplotlib and starts no process. Raises WorkerError where matplotlib cannot be
    started at all. `workers` are used and left running.
    """
    root = root.resolve()
    names = list(dict.fromkeys(names))
    done: dict[str, Drawing] = {}
    waiting: dict[str, _Draft] = {}
    for name in names:
        draft = _Draft.of(root, name)
        if draft.problems:
            done[name] = Drawing(name, problems=draft.problems)
        elif not fresh and (kept := _recalled(root, draft)):
            done[name] = kept
        else:
            waiting[name] = draft
    if waiting:
        hired = workers.lent() if workers else Workers(root)
        with ThreadPoolExecutor(jobs or os.cpu_count()) as pool, hired as working:
            worker = working.worker(PRELOADED)
            ahead = [pool.submit(_drawn, root, worker, draft, limit) for draft in waiting.values()]
            for number, each in enumerate(as_completed(ahead), 1):
                drawing = each.result()
                draft = waiting[drawing.figure]
                done[draft.name] = drawing
                if not drawing.problems and _Draft.of(root, draft.name).key == draft.key:
                    _remember(root, draft, drawing)  # unless a file was saved meanwhile
                if progress:
                    progress(Progress(draft.name, True, number, len(waiting)))
        _prune(root)
    return {name: done[name] for name in names}


def differences(root: Path, drawing: Drawing) -> list[Difference]:
    """The committed pictures that are missing, or not as drawn now.

    A picture that another version of matplotlib drew is not compared: the data of the figure is,
    when it is drawn, and that holds everywhere.
    """
    found: list[Difference] = []
    remedy = f"{REDRAW.format(drawing.figure)}, look at it and commit it"
    for file, svg in drawing.svgs.items():
        path = root / file
        if not path.is_file():
            message = "the picture is missing"
            found.append(Difference(Problem(file, 1, 1, message, remedy), file, svg))
            continue
        committed = path.read_bytes().decode("utf-8", errors="replace")
        drawn_by, now = VERSION.match(committed), VERSION.match(svg)
        if drawn_by and now and drawn_by[1] != now[1]:
            continue
        line = first_difference(committed, svg)
        if line:
            message = f"the picture differs from what {_module(drawing.figure)} draws"
            found.append(Difference(Problem(file, line, 1, message, remedy), file, svg))
    if drawing.svgs:
        for path in sorted((root / "docs/figures").glob(f"{drawing.figure}.*svg")):
            file = path.relative_to(root).as_posix()
            if file not in drawing.svgs:
                message = f"{_module(drawing.figure)} does not draw this picture"
                found.append(Difference(Problem(file, 1, 1, message, "remove it"), file, None))
    return found


def orphans(root: Path) -> list[Difference]:
    """Pictures under docs/figures that no module draws."""
    names = set(figures_of(root))
    found: list[Difference] = []
    for path in sorted((root / "docs/figures").rglob("[!.]*.svg")):
        file = path.relative_to(root).as_posix()
        name = path.relative_to(root / "docs/figures").with_name(path.name.split(".")[0])
        if name.as_posix() not in names:
            message = f"no module draws this picture: there is no {_module(name.as_posix())}"
            problem = Problem(file, 1, 1, message, "remove it, or write the module")
            found.append(Difference(problem, file, None))
    return found


def first_difference(committed: str, drawn: str) -> int:
    """The first line where two SVGs differ by more than the last digit of a coordinate, else 0."""
    if committed == drawn:
        return 0
    ours, theirs = committed.split("\n"), drawn.split("\n")
    for number, (one, two) in enumerate(zip(ours, theirs, strict=False), 1):
        if one == two:
            continue
        left, right = NUMBER.findall(one), NUMBER.findall(two)
        if NUMBER.sub("#", one) != NUMBER.sub("#", two) or any(
            abs(float(a) - float(b)) > LAST_DIGIT for a, b in zip(left, right, strict=True)
        ):
            return number
    return min(len(ours), len(theirs)) if len(ours) != len(theirs) else 0


@dataclass(frozen=True)
class _Draft:
    """A figure's module, read but not run, and the digest of all that its picture depends on."""

    name: str
    source: figure_source.FigureSource
    files: frozenset[str]
    key: str
    problems: tuple[Problem, ...]

    @classmethod
    def of(cls, root: Path, name: str) -> "_Draft":
        file = _module(name)
        imported = sources(root, file)
        problems = set(imported.problems)
        source = figure_source.FigureSource()
        if not problems:
            source = figure_source.read((root / file).read_text("utf-8"), file)
            problems = set(source.problems)
        if not (root / STYLE).is_file():
            problems.add(Problem(STYLE, 1, 1, "the style sheet of the figures is missing"))
            return cls(name, source, frozenset(), "", tuple(sorted(problems)))
        depends = [
            name,
            imported.digests,
            versions("matplotlib", "fonttools", CHINESE_PACKAGE),
            hashlib.sha256((root / STYLE).read_bytes()).hexdigest(),
            _checkers(),
            settings(),
        ]
        key = hashlib.sha256(json.dumps(depends).encode()).hexdigest()
        return cls(name, source, frozenset(imported.digests), key, tuple(sorted(problems)))


@cache
def _checkers() -> dict[str, str]:
    """The digests of all that draws figures and compares them."""
    files = (f"book/{name}.py" for name in DRAWERS)
    return {file: hashlib.sha256((HOME / file).read_bytes()).hexdigest() for file in files}


def _module(name: str) -> str:
    return f"figures_src/{name}.py"


def _drawn(root: Path, worker: Worker, draft: _Draft, limit: float) -> Drawing:
    file, name = _module(draft.name), draft.name
    arguments = {
        "root": str(root),
        "name": name,
        "values": draft.source.values,
        "languages": LANGUAGES if draft.source.languages else [],
    }
    answer = worker.call("book.drawing:drawn", arguments, limit=limit)
    if problem := fault(answer, root, file, limit):
        return Drawing(name, problems=(problem,), seconds=answer.seconds)
    line = draft.source.line
    problems = [Problem(file, line, 1, *each) for each in answer.value["found"]]
    for path in answer.opened:
        if path not in draft.files and path != STYLE:
            remedy = "let a snippet hold the numbers, and import them"
            problems.append(Problem(file, line, 1, f"reads {path}", remedy))
    svgs = {
        f"docs/figures/{name}{language and f'.{language}'}.svg": svg
        for language, svg in answer.value["svgs"].items()
    }
    return Drawing(name, svgs, tuple(sorted(problems)), answer.seconds)


def _kept(root: Path, key: str) -> Path:
    return root / ".cache" / "figures" / f"{key}.json"


def _recalled(root: Path, draft: _Draft) -> Drawing | None:
    file = _kept(root, draft.key)
    try:
        kept = json.loads(file.read_bytes())
        drawing = Drawing(draft.name, dict(kept["svgs"]), (), kept["seconds"], reused=True)
    except (OSError, ValueError, KeyError, TypeError):
        return None  # drawn anew
    with suppress(OSError):
        if time.time() - file.stat().st_mtime > UNUSED / 2:
            os.utime(file)
    return drawing


def _remember(root: Path, draft: _Draft, drawing: Drawing) -> None:
    text = json.dumps({"svgs": drawing.svgs, "seconds": drawing.seconds})
    with suppress(OSError):  # a full disk or a read-only tree: it is drawn again next time
        write({_kept(root, draft.key): text})


def _prune(root: Path) -> None:
    """Delete pictures that nothing has asked for in a month."""
    for file in (root / ".cache" / "figures").glob("*"):
        with suppress(OSError):
            if time.time() - file.stat().st_mtime > UNUSED:
                file.unlink()


def main(root: Path, names: list[str], *, fresh: bool = False) -> int:
    """Draw the figures named (chapters, or chapter/name; none: all) and write what differs.

    A picture is written even if something is wrong with it, to be looked at; the exit code is 1.
    """
    known = figures_of(root)
    chosen = [n for n in known if not names or n in names or n.partition("/")[0] in names]
    unknown = set(names) - set(chosen) - {name.partition("/")[0] for name in chosen}
    for name in sorted(unknown):
        print(f"there is no {_module(name)}", file=sys.stderr)
    drawn = drawings(root, chosen, fresh=fresh).values()
    differing = [difference for each in drawn for difference in differences(root, each)]
    files = {root / difference.file: difference.text for difference in differing}
    if beyond := led_out(root, files):
        print(*beyond, sep="\n")
        print("nothing is written: mend these first", file=sys.stderr)
        return 1
    write(files)
    for difference in differing:
        print(f"{'written' if difference.text else 'removed'}: {difference.file}")
    problems = sorted({problem for each in drawn for problem in each.problems})
    for problem in problems:
        print(problem)
    return 1 if problems or unknown else 0
