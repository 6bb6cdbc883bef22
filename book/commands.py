"""Attention by the Numbers recomputes its numbers: these are the commands.

    python -m book check             recompute everything and compare; exit 1 if anything differs
    python -m book check recurrence  the same for one chapter, in both languages
    python -m book sync              the same, and write literals, printed output, ledger, figures
    python -m book figures NAME      draw figures again and write them
    python -m book diff REV          tell which claimed numbers changed since a commit
    python -m book new NAME          begin a chapter: both pages, a snippet, a figure
    python -m book live              show the pages in a browser, and mark what no longer agrees

Errors come all at once, one to a line: file:line:column, what is written, what is computed, and
the command or the edit that repairs it. `sync` writes nothing while there is a problem that it
cannot repair. What has not changed since the last time is not run again; `--fresh` runs it all.
"""

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from book import diff, figures, new, report, runs, sync, unchanged
from book.check import Finding, Report, UnknownChapter, Watcher, check
from book.files import alone, led_out, write
from book.problems import Problem, many
from book.worker import WorkerError

LOCK = ".cache/sync.lock"


def main(argv: list[str] | None = None) -> int:
    """Run one command; the exit code is 0 if all is well, 1 for problems, 2 for a wrong call."""
    arguments = _parser().parse_args(argv)
    root = _root(arguments.root)
    if root is None:
        print("there is no book here: run this in the folder of mkdocs.yml", file=sys.stderr)
        return 2
    try:
        return arguments.command(root, arguments)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads on
        return 141


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m book",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True, metavar="command")
    for name, function, help_ in (
        ("check", _check, "recompute and compare"),
        ("sync", _sync, "recompute and write"),
    ):
        command = commands.add_parser(name, help=help_, description=function.__doc__)
        command.add_argument("chapters", nargs="*", metavar="CHAPTER", help="default: all")
        command.add_argument("--fresh", action="store_true", help="reuse nothing")
        command.add_argument("--jobs", type=_positive, metavar="N", help="snippets run at once")
        command.add_argument(
            "--limit",
            type=_positive,
            default=runs.LIMIT,
            metavar="SECONDS",
            help="how long a snippet may run (default: %(default)s)",
        )
        command.add_argument(
            "--format",
            choices=("text", "json", "github"),
            default="github" if os.environ.get("GITHUB_ACTIONS") == "true" else "text",
            help="how problems are told (default: %(default)s)",
        )
        command.add_argument("--root", type=Path, help="the folder of the book")
        command.set_defaults(command=function)
    command = commands.add_parser("figures", help="draw figures", description=_figures.__doc__)
    command.add_argument("names", nargs="*", metavar="CHAPTER/NAME", help="default: all")
    command.add_argument("--fresh", action="store_true", help="reuse nothing")
    command.add_argument("--root", type=Path, help="the folder of the book")
    command.set_defaults(command=_figures)
    command = commands.add_parser("diff", help="compare versions", description=_diff.__doc__)
    command.add_argument("revision", metavar="REV", help="a commit, a tag, a branch")
    command.add_argument("other", nargs="?", metavar="REV2", help="default: the folder as it is")
    command.add_argument(
        "--format",
        choices=("text", "markdown"),
        default="text",
        help="markdown: an entry of CHANGELOG.md",
    )
    command.add_argument(
        "--sheets",
        action="store_true",
        help="draw changed pictures before, after and overlaid, in .cache/figures-diff",
    )
    command.add_argument("--root", type=Path, help="the folder of the book")
    command.set_defaults(command=_diff)
    command = commands.add_parser("new", help="begin a chapter", description=_new.__doc__)
    command.add_argument("name", metavar="NAME", help="one lower-case word")
    command.add_argument("--root", type=Path, help="the folder of the book")
    command.set_defaults(command=_new)
    command = commands.add_parser("live", help="show and mark", description=_live.__doc__)
    command.add_argument("--host", default="127.0.0.1", help="default: %(default)s")
    command.add_argument("--port", type=int, default=8000, help="default: %(default)s; 0: any")
    command.add_argument("--root", type=Path, help="the folder of the book")
    command.set_defaults(command=_live)
    return parser


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a positive number")
    return int(text)


def _root(given: Path | None) -> Path | None:
    places = [given.resolve()] if given else [Path.cwd(), *Path.cwd().parents]
    return next((place for place in places if (place / "mkdocs.yml").is_file()), None)


def _check(root: Path, arguments: argparse.Namespace) -> int:
    """Recompute what the chapters claim and compare; nothing is written."""
    before = unchanged.digest(root)
    found = _checked(root, arguments)
    if found is None:
        return 2
    _tell(found, arguments.format)
    if found.problems:
        return 1
    if not arguments.chapters and unchanged.digest(root) == before:
        unchanged.remember(root, before, str(replace(found.counts, recomputed=0)))
    return 0


def _sync(root: Path, arguments: argparse.Namespace) -> int:
    """Recompute what the chapters claim and write what differs, if all of it can be written."""
    with _alone(root) as problem:
        if problem is None:
            return _synced(root, arguments)
    _tell(Report([Finding(problem)]), arguments.format)
    print("nothing is written", file=sys.stderr)
    return 1


@contextmanager
def _alone(root: Path) -> Iterator[Problem | None]:
    """Let no other process write into the book meanwhile; the problem, if one does already."""
    with ExitStack() as held:
        try:
            ours = held.enter_context(alone(root / LOCK))
        except OSError as error:
            yield sync.unwritten(root, error)
            return
        remedy = "run it again when that has ended"
        problem = Problem(LOCK, 1, 1, "another sync is at work in this book", remedy)
        yield None if ours else problem


def _synced(root: Path, arguments: argparse.Namespace) -> int:
    found = _checked(root, arguments)
    if found is None:
        return 2
    files = sync.synced(root, found)
    beyond = [finding for finding in found.findings if finding.edit is None]
    problems = sync.changed_meanwhile(root, found) + led_out(root, files)
    beyond += [Finding(problem) for problem in problems]
    if beyond:
        _tell(Report(beyond, counts=found.counts), arguments.format)
        print("nothing is written: mend these first", file=sys.stderr)
        return 1
    try:
        write(files)
    except OSError as error:
        _tell(Report([Finding(sync.unwritten(root, error))]), arguments.format)
        return 1
    as_json = arguments.format == "json"
    for path, text in sorted(files.items()):
        told = f"{'removed' if text is None else 'written'}: {path.relative_to(root).as_posix()}"
        print(told, file=sys.stderr if as_json else sys.stdout)
    print(report.as_json([], found.counts) if as_json else found.counts)
    return 0


def _checked(root: Path, arguments: argparse.Namespace) -> Report | None:
    try:
        with _progress() as progress:
            return check(
                root,
                arguments.chapters or None,
                fresh=arguments.fresh,
                jobs=arguments.jobs,
                limit=arguments.limit,
                progress=progress,
            )
    except (UnknownChapter, WorkerError) as error:
        print(error, file=sys.stderr)
        return None


def _tell(found: Report, form: str) -> None:
    problems = found.problems
    match form:
        case "json":
            print(report.as_json(problems, found.counts))
            return
        case "github":
            told = report.annotations(problems)
        case _:
            told = report.text(problems)
    if told:
        print(told)
    print(found.counts)
    if problems:
        print(many(len(problems), "problem"), file=sys.stderr)


def _figures(root: Path, arguments: argparse.Namespace) -> int:
    """Draw figures from the values they show, and write the pictures that differ."""
    with _alone(root) as problem:
        if problem is None:
            try:
                return figures.main(root, arguments.names, fresh=arguments.fresh)
            except BrokenPipeError:
                raise
            except WorkerError as error:
                print(error, file=sys.stderr)
                return 2
            except OSError as error:
                print(sync.unwritten(root, error))
                return 1
    print(problem)
    print("nothing is written", file=sys.stderr)
    return 1


def _diff(root: Path, arguments: argparse.Namespace) -> int:
    """Tell which claimed numbers read otherwise than in another version, and where they stand."""
    versions = arguments.revision, arguments.other
    return diff.main(root, *versions, form=arguments.format, sheets=arguments.sheets)


def _new(root: Path, arguments: argparse.Namespace) -> int:
    """Begin a chapter in both languages, from a template that passes `check` once it is synced."""
    try:
        files = new.begun(root, arguments.name)
        write(files)
    except (new.NoPlace, OSError) as error:
        print(f"nothing is written: {error}", file=sys.stderr)
        return 2
    for path in sorted(files):
        print(f"written: {path.relative_to(root).as_posix()}")
    print(f"now: python -m book sync {arguments.name}, and write")
    return 0


def _live(root: Path, arguments: argparse.Namespace) -> int:
    """Serve the pages while they are written; recompute what changes, mark what differs."""
    from book import live  # MkDocs is not everywhere where torch is

    return live.main(root, arguments.host, arguments.port)


@contextmanager
def _progress() -> Iterator[Watcher | None]:
    """A bar on the terminal, with the name of what is running; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        bar = bars.add_task("", total=None)
        running: dict[str, None] = {}  # in the order in which they began

        def watch(event: runs.Progress) -> None:
            if event.ended:
                running.pop(event.snippet, None)
            else:
                running[event.snippet] = None
            names = ", ".join(running)
            bars.update(bar, total=event.total, completed=event.done, description=names)

        yield watch
