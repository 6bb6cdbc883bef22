"""Live: the book in a browser while it is written, and what no longer agrees marked in it.

Whatever is saved is checked as `book.check` does, chapter by chapter: the one whose page or folder
has changed comes first, then those that stand on it. After each the browser loads its page again,
as `sync` would leave it, except that numbers stay as they are written. Nothing is written to the
book, and what has been run once is not run again.
"""

import json
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from stat import S_ISDIR

from book import figures, ledger, references, runs, vouched
from book.check import LANGUAGES, Report, UnknownChapter, chapters_of, check, page_file
from book.page.marks import Mark
from book.page.proof import CONFIGS, Proofs
from book.page.serving import serving
from book.problems import Problem, many
from book.runs import Progress
from book.sources import Reader
from book.worker import WorkerError, Workers

WATCHED = ("docs", "snippets", "figures_src", "theme", *CONFIGS.values())
PAUSE = 0.2  # seconds between two looks at the files
PATIENCE = 1.0  # seconds until a browser that was told of a change asks for its page
FRAME = ("theme/", *CONFIGS.values())  # what all pages depend on

Files = dict[str, tuple[int, int]]


class Watch:
    """The files of the book, and which of them have changed since the last look."""

    def __init__(self, root: Path):
        self.root = root
        self.known = self._look()

    def changes(self) -> set[str]:
        """The files that are new, other than before, or gone."""
        before, self.known = self.known, self._look()
        both = before.keys() | self.known.keys()
        return {file for file in both if before.get(file) != self.known.get(file)}

    def _look(self) -> Files:
        found: Files = {}
        waiting = list(WATCHED)
        while waiting:
            name = waiting.pop()
            with suppress(OSError):  # gone meanwhile
                stat = os.stat(self.root / name)
                if S_ISDIR(stat.st_mode):
                    waiting += [f"{name}/{inner}" for inner in os.listdir(self.root / name)]
                elif not _passing(name):
                    found[name] = (stat.st_mtime_ns, stat.st_size)
        return found


@dataclass
class Checked:
    """A chapter after its check: what was found, and the files that this depends on."""

    report: Report
    files: frozenset[str]
    version: int
    problems: list[Problem] = field(init=False)

    def __post_init__(self) -> None:
        self.problems = self.report.problems


class Live:
    """The book at `root`, checked and rendered while it changes; `tell` gets lines for the author.

    `step` does the work, in one thread; what is being computed when something changes is ended, if
    it has not come to its end, and waits behind what has changed. `page`, `file` and `newer` are
    for any thread.
    """

    def __init__(self, root: Path, tell: Callable[[str], None] = print):
        self.root = root.resolve()
        self.tell = tell
        self.watch = Watch(self.root)
        self.workers = Workers(self.root)
        self.checker = ThreadPoolExecutor(1)
        self.running: tuple[str, Future[bool]] | None = None
        self.waiting = dict.fromkeys(chapters_of(self.root))  # to be checked, the first first
        self.changed: set[str] = set()  # those among them that somebody has just worked on
        self.checked: dict[str, Checked] = {}
        self.complete = False  # whether every chapter has been checked once
        self.begun = time.time_ns() // 1_000_000  # a version above those of an earlier server
        self.news = threading.Condition()
        self.closed = False
        self.listening = 0  # browsers that wait for news
        self.free_at = 0.0  # when the next check may begin: pages that change are rendered first
        self.thread = threading.Thread(target=self._work)
        self.complaints: dict[str, list[str]] = {}
        self.renderer = ThreadPoolExecutor(1)  # the proofs are touched in this thread alone
        self.proofs = self.renderer.submit(Proofs, self.root).result()

    def close(self) -> None:
        """End all processes and threads, and remove what is in the temporary folder."""
        with self.news:
            self.closed = True
            self.news.notify_all()
        self.workers.close()  # what is still running ends
        if self.thread.is_alive():
            self.thread.join()
        for pool in (self.checker, self.renderer):
            pool.shutdown()
        self.proofs.close()

    # --- working

    def start(self) -> None:
        """Do one `step` after another in a thread, until `close`."""
        for seed in runs.SEEDS:  # they start now, and nobody waits for them at the first change
            self.workers.worker(runs.PRELOAD, seed)
        self.workers.worker(figures.PRELOADED)
        self.thread.start()

    def _work(self) -> None:
        while not self.closed:
            try:
                if not self.step():
                    time.sleep(PAUSE)  # otherwise it has waited
            except Exception:  # whatever it is, what is saved next may do without it
                self.tell(traceback.format_exc())

    def step(self) -> bool:
        """Look for changes, begin or await the check of a chapter; whether more is to be done."""
        if changes := self._settled():
            self.workers.rest()
            self._await(None)
            self.workers.resume()
            self._take(changes)
            self.free_at = 0.0
        if self.running is None and self.waiting:
            if time.monotonic() < self.free_at:
                time.sleep(PAUSE / 4)
            else:
                name = next(iter(self.waiting))
                self.running = name, self.checker.submit(self._check, name)
        self._await(PAUSE)
        return bool(self.running or self.waiting)

    def _await(self, seconds: float | None) -> None:
        """Wait for the check that is running; one that was ended stays in line."""
        if self.running is None:
            return
        name, check = self.running
        if not wait([check], seconds).done:
            return
        self.running = None
        if check.exception() or check.result():
            del self.waiting[name]
            self.changed.discard(name)
        if error := check.exception():
            self.tell("".join(traceback.format_exception(error)))
        if not (self.waiting or self.complete):
            self.complete = True
            found = {p for checked in self.checked.values() for p in checked.problems}
            if self.checked:
                self.tell(f"{many(len(self.checked), 'chapter')} checked: {_count(found)}")
            if missed := len(set(chapters_of(self.root)) - self.checked.keys()):
                self.tell(f"{many(missed, 'chapter')} could not be checked")

    def _settled(self) -> set[str]:
        """What has changed, once it stops to change: an editor may write more than one file."""
        changes = more = self.watch.changes()
        while more:
            time.sleep(PAUSE / 2)
            more = self.watch.changes()
            changes |= more
        return changes

    def _take(self, changes: set[str]) -> None:
        """Line the chapters up that depend on changed files, and show what needs no check."""
        known = chapters_of(self.root)
        gone = self.checked.keys() - set(known)
        for name in gone:
            del self.checked[name]
        self.waiting = {name: None for name in self.waiting if name in known}
        ranks = {name: self._rank(name, changes) for name in known}
        first = sorted((rank, name) for name, rank in ranks.items() if rank is not None)
        self.changed |= {name for rank, name in first if rank < _AGAIN}
        again = {name: None for rank, name in first}
        self.waiting = again | self.waiting
        if any(file.startswith(FRAME) for file in changes) or self._other_pages(changes):
            self.renderer.submit(self._frame, changes).result()
            self._show(self.checked)

    def _rank(self, name: str, changes: set[str]) -> int | None:
        """How soon a chapter is checked after changes, 0 first; None if it need not be."""
        if changes.intersection(_pages(name)):
            return 0
        if any(file.split("/")[-2:-1] == [name] for file in changes if not _is_page(file)):
            return 1
        checked = self.checked.get(name)
        if checked is None:
            return None
        files = {problem.file for problem in checked.problems}
        if not changes.isdisjoint(checked.files | files):
            return 2
        # What is wrong with a page may be right with another page, or with a new snippet.
        return _AGAIN if files.intersection(_pages(name)) else None

    def _other_pages(self, changes: set[str]) -> bool:
        """Whether there are more or fewer pages than before, or other files beside them."""
        pages = {file for file in changes if _is_page(file)}
        return any(
            not file.endswith(".md") or (self.root / file).exists() != self.proofs.has(file)
            for file in pages
        )

    def _check(self, name: str) -> bool:
        """Check a chapter and show what was found; False if it was ended before that."""
        began = time.monotonic()
        worked_on = name in self.changed
        try:
            report = check(self.root, [name], progress=self._progress, workers=self.workers)
        except UnknownChapter:
            return True  # removed meanwhile
        except WorkerError as error:
            if self.closed or self.workers.resting:
                return False
            self.tell(f"nothing can be run: {error}")
            return True
        before = self.checked.get(name)
        files = frozenset(_stands_on(self.root, name, report))
        version = before.version if before else self.begun
        now = Checked(report, files, version)
        self.renderer.submit(self._publish, name, now).result()
        if worked_on or now.problems != (before.problems if before else []):
            self._show([name])
        self._tell_checked(name, before, worked_on, time.monotonic() - began)
        return True

    def _progress(self, event: Progress) -> None:
        if not event.ended:
            self.tell(f"running {event.snippet}")

    def _tell_checked(
        self, name: str, before: Checked | None, worked_on: bool, seconds: float
    ) -> None:
        """Say what is new, and of a chapter that somebody works on, how it stands."""
        now = self.checked[name].problems
        others = {p for other, c in self.checked.items() if other != name for p in c.problems}
        known = others.union(before.problems if before else ())
        for problem in now:
            if problem not in known:
                self.tell(str(problem))
        if worked_on or now or (before and before.problems):
            self.tell(f"{name}: {_count(now)} ({seconds:.1f} s)")

    # --- showing

    def page(self, path: str) -> tuple[str, int, str] | None:
        """Name, version and HTML of the page at a path of the site; None if there is none."""
        return self.renderer.submit(self._page, path).result()

    def file(self, path: str) -> tuple[str, bytes] | None:
        """Type and content of a file at a path of the site; None if there is none."""
        proof, url = self.proofs.at(path)
        return self.renderer.submit(proof.file, url).result()

    def newer(self, name: str, version: int, seconds: float) -> bool:
        """Wait until the page of a name is newer than a version, for some seconds at most."""
        with self.news:
            self.listening += 1
            self.news.wait_for(lambda: self.closed or self._version(name) > version, seconds)
            self.listening -= 1
            return not self.closed and self._version(name) > version

    def _version(self, name: str) -> int:
        checked = self.checked.get(name)
        return checked.version if checked else self.begun

    def _show(self, names: Iterable[str]) -> None:
        with self.news:
            for name in names:
                self.checked[name].version += 1
            if self.listening:
                self.free_at = time.monotonic() + PATIENCE
            self.news.notify_all()

    def _page(self, path: str) -> tuple[str, int, str] | None:
        proof, url = self.proofs.at(path)
        name = proof.chapter(url)
        if name is None:
            return None
        version = self._version(name)
        self.free_at = time.monotonic() + PATIENCE
        try:
            markup = proof.page(url, self._marks(name, proof.language))
        except Exception:  # whatever a template or a plugin raises, the author mends it and goes on
            told = traceback.format_exc()
            self.tell(told)
            return name, version, _FAILED.format(told.replace("<", "&lt;"))
        finally:
            self.free_at = 0.0
        for complaint in proof.complaints:
            if complaint not in self.complaints.get(path, ()):
                self.tell(complaint)
        self.complaints[path] = proof.complaints
        return name, version, markup

    def _marks(self, name: str, language: str) -> list[Mark]:
        """What is wrong with a page, or with the programs and figures that it shows."""
        if name not in self.checked:
            return []
        elsewhere = {ledger.FILE, vouched.FILE}
        elsewhere |= {page_file(name, other) for other in LANGUAGES if other != language}
        computed: dict[Problem, str | None] = {}
        for finding in self.checked[name].report.findings:
            if finding.problem.file not in elsewhere:
                edit = finding.edit
                part = edit.text if edit and edit.start is not None else None
                computed[finding.problem] = part or computed.get(finding.problem)
        own = page_file(name, language)
        ordered = sorted(computed.items(), key=lambda item: (item[0].file != own, item[0]))
        return [Mark(at, *item) for at, item in enumerate(ordered, 1)]

    # --- in the renderer's thread

    def _frame(self, changes: set[str]) -> None:
        """Follow changes of the theme, the configuration and the set of pages."""
        for file in changes:
            if file.startswith(FRAME) or _is_page(file):
                self.proofs.put(file, _content(self.root / file))
        try:
            self.proofs.renew()
        except Exception as error:  # of YAML, of MkDocs, of a plugin: the old pages stay
            self.tell(f"{' and '.join(CONFIGS.values())}: {error}")

    def _publish(self, name: str, checked: Checked) -> None:
        """Bring into the copy what a check of a chapter has read and computed."""
        self.checked[name] = checked
        texts: dict[str, str | None] = {
            edit.file: edit.text
            for edit in (finding.edit for finding in checked.report.findings)
            if edit is not None and edit.start is None
        }
        texts |= checked.report.texts
        for file in checked.files:
            if file in texts:
                text = texts[file]
                self.proofs.put(file, None if text is None else text.encode())
            elif file.startswith(("snippets/", "docs/figures/", references.FILE)):
                self.proofs.put(file, _content(self.root / file))
        self.proofs.put(ledger.FILE, self._ledger())

    def _ledger(self) -> bytes | None:
        """The ledger as all checks so far would leave it."""
        path = self.root / ledger.FILE
        try:
            kept = ledger.load(self.root)
        except ValueError:
            return _content(path)
        renewed = dict(kept)
        for checked in self.checked.values():
            for edit in (finding.edit for finding in checked.report.findings):
                if edit and edit.file == ledger.FILE:
                    new = json.loads(edit.text or "{}").items()
                    renewed |= {name: entry for name, entry in new if kept.get(name) != entry}
        return ledger.dump(renewed).encode() if renewed != kept else _content(path)


def main(root: Path, host: str, port: int) -> int:
    """Serve the book at `root` until Ctrl-C; the exit code is 2 if it cannot be served."""
    try:
        live = Live(root, partial(print, flush=True))
    except Exception as error:  # of YAML, of MkDocs, of a plugin
        print(f"the pages cannot be shown: {error}", file=sys.stderr)
        return 2
    stop = threading.Event()
    with closing(live):
        try:
            with serving(live, host, port) as address:
                for number in (signal.SIGINT, signal.SIGTERM):
                    signal.signal(number, lambda *_: stop.set())
                live.tell(f"中文 {address}  English {address}en/  Ctrl-C ends it")
                live.start()
                while not stop.wait(0.5):  # without a time, Windows would not hear Ctrl-C
                    pass
        except OSError as error:
            print(f"{host}:{port} cannot be served: {error}; try --port 0", file=sys.stderr)
            return 2
    return 0


def _passing(file: str) -> bool:
    """Whether a file is none of the author's, but of an editor or of Python."""
    return "/." in file or "/__pycache__/" in file or file.endswith("~")


def _count(problems: Collection[Problem]) -> str:
    return many(len(problems), "problem") if problems else "all agrees"


_AGAIN = 3  # the rank of a chapter that is only looked at again
_FAILED = "<!doctype html><html><head><title>500</title></head><body><pre>{}</pre></body></html>"


def _pages(name: str) -> set[str]:
    return {page_file(name, language) for language in LANGUAGES}


def _is_page(file: str) -> bool:
    return file.startswith(tuple(f"docs/{language}/" for language in LANGUAGES))


def _stands_on(root: Path, name: str, report: Report) -> Iterator[str]:
    """The files that a check of a chapter depends on."""
    reader = Reader(root)
    yield from _pages(name)
    yield references.FILE
    for snippet in report.snippets:
        yield from reader.sources(f"snippets/{snippet}.py").digests
        yield f"snippets/{snippet}.out"
    for figure in report.figures:
        yield from reader.sources(f"figures_src/{figure}.py").digests
        yield from (f"docs/figures/{figure}{end}.svg" for end in ("", ".zh", ".en"))
    if report.figures:
        yield figures.STYLE


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None
