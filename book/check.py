"""Check: recompute everything that the chapters claim, and compare.

`check` returns findings. A finding is a problem and, where the book's tool can repair it, the edit
that does: the literal in its own format, the printed output, the ledger, the figure. Reporting
prints the problems; `book.sync` applies the edits.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise, zip_longest
from pathlib import Path, PurePosixPath
from typing import Any

from book import cells, comparisons, figures, idle, labs, ledger, notebook, references, vouched
from book.chapter import Block, Chapter, Number, read
from book.claims import Claim, Entry, Name
from book.edits import edited
from book.files import leftovers
from book.literals import Literal, Tie, Unwritable, agrees, formula_literals, literals, written
from book.names import Part, UnknownName, labels, parts, resolved
from book.parity import parity
from book.problems import Problem, many
from book.runs import LIMIT, PRELOAD, Progress, Run, runs, snippets_of
from book.sources import sources
from book.values import Value
from book.worker import Workers

LANGUAGES = ("zh", "en")
_PICTURE = re.compile(r"\.\./figures/(?P<name>\w+/\w+)(?:\.(?P<language>zh|en))?\.svg", re.ASCII)
TRAINING = "torch.optim"
MANY = 4  # names that a problem tells
TOLERANCE = 1e-10  # of an identity, relative to its largest entry where that exceeds one


@dataclass(frozen=True)
class Edit:
    """A replacement in a file; without `start` and `end`, of the whole file.

    A `text` of None removes the file.
    """

    file: str
    text: str | None
    start: int | None = None
    end: int | None = None

    @property
    def span(self) -> tuple[int, int, str]:
        """The part of the file that is replaced, and by what."""
        return self.start or 0, self.end or 0, self.text or ""


@dataclass(frozen=True)
class Finding:
    """A problem, and the edit that would repair it, if one can."""

    problem: Problem
    edit: Edit | None = None


@dataclass
class Counts:
    """How much a check has looked at, both languages together."""

    chapters: int = 0
    numbers: int = 0
    dashes: int = 0
    identities: int = 0
    definitions: int = 0
    figures: int = 0
    snippets: int = 0
    folds: int = 0
    recomputed: int = 0

    def __str__(self) -> str:
        looked_at = ", ".join(
            (
                f"{many(self.numbers, 'number')} recomputed or compared",
                f"{self.dashes} that nothing computes",
                many(self.identities, "identity", "identities"),
                many(self.definitions, "definition"),
                many(self.figures, "figure"),
                many(self.snippets, "snippet"),
            )
        )
        run = f"({self.recomputed} run now, the others unchanged)"
        return f"{many(self.chapters, 'page')}: {looked_at} {run}"


@dataclass
class Report:
    """All that a check has found."""

    findings: list[Finding] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)  # of the pages, as they were read
    snippets: list[str] = field(default_factory=list)  # those looked at
    figures: list[str] = field(default_factory=list)
    counts: Counts = field(default_factory=Counts)

    @property
    def problems(self) -> list[Problem]:
        """The problems, in the order of the files."""
        return sorted({finding.problem for finding in self.findings})


Watcher = Callable[[Progress], None]


def chapters_of(root: Path) -> list[str]:
    """The names of all chapters and labs, in either language."""
    folders = [root / "docs" / language for language in LANGUAGES]
    names = {path.stem for folder in folders for path in folder.glob("[!.]*.md")}
    names |= {f"labs/{path.stem}" for folder in folders for path in labs.labs_of(folder)}
    return sorted(names)


def check(
    root: Path,
    chapters: list[str] | None = None,
    *,
    fresh: bool = False,
    jobs: int | None = None,
    limit: float = LIMIT,
    progress: Watcher | None = None,
    workers: Workers | None = None,
) -> Report:
    """Check the given chapters of the book at `root`, or all of it.

    Only what has changed is run again, unless `fresh`; each snippet for `limit` seconds at most, by
    `workers`, if there are some, which are left running. Raises UnknownChapter for a name that
    stands for no chapter.
    """
    known = chapters_of(root)
    chosen = known if chapters is None else chapters
    for name in chosen:
        if name not in known:
            raise UnknownChapter(f"there is no chapter {name}; known: {', '.join(known)}")
    return Check(root, known, chosen, whole=chapters is None).run(
        limit, fresh=fresh, jobs=jobs, progress=progress, workers=workers
    )


class UnknownChapter(LookupError):
    """A name that stands for no chapter."""


class Check:
    """One check of a book: its pages, what has been computed so far, and what has been found.

    `known` are the names of all chapters, `chosen` those to check, `whole` says that it is all.
    """

    def __init__(self, root: Path, known: list[str], chosen: list[str], *, whole: bool):
        self.root = root
        self.report = Report()
        self.known: frozenset[str] = frozenset()  # all snippets
        self.whole = whole
        self.pages: dict[tuple[str, str], Chapter] = {}
        for name in known:
            for language in LANGUAGES:
                unreadable = self._read(name, language)
                if unreadable and name in chosen:
                    self._found(unreadable)
        self.chosen = [page for page in self.pages.values() if page.name in chosen]
        self.shown = {snippet for page in self.pages.values() for snippet in _shown(page)}
        self.names = chosen
        self.runs: Mapping[str, Run] = {}
        self.values: dict[Name, Value | None] = {}  # of the names met so far
        self.said: dict[Claim, list[Part] | None] = {}  # of the claims met so far
        self.spans: dict[str, set[tuple[int, int, str]]] = defaultdict(set)  # of edits, by file
        self.sorted = 0  # of the findings, those whose edits are in there
        self.uses: dict[str, list[tuple[int, Literal, str]]] = {}  # of a name, as written
        self.trained: dict[str, bool] = {}  # of a snippet, where that was asked
        self.unrun: set[str] = set()  # labs that cannot run, for a reason that is told
        self.answered: dict[str, dict[int, str]] = defaultdict(dict)  # for `book.vouched`, by file
        self.twins: dict[str, dict[int, str]] = defaultdict(dict)  # the same

    def run(self, limit: float, workers: Workers | None = None, **options: Any) -> Report:
        """Compute and compare; `limit` is that of `runs`, `options` of `drawings` as well."""
        if workers:
            return self._run(limit, workers=workers, **options)
        with Workers(self.root) as own:
            return self._run(limit, own.release, workers=own, **options)

    def _run(
        self,
        limit: float,
        release: Callable[[Sequence[str]], None] = lambda _: None,
        **options: Any,
    ) -> Report:
        for page in self.chosen:
            self._found(*page.problems)
        if self.whole:
            self._strays()
        snippets = self.report.snippets = self._snippets()
        self.runs = runs(self.root, snippets, limit=limit, **options)
        for run in self.runs.values():
            self._found(*run.problems)
        for page in self.chosen:
            self._page(page)
        self._found(
            *references.differences(references.load(self.root), self.chosen, self.pages.values())
        )
        self._languages()
        self._idle()
        self._notebooks(limit, options)
        release(PRELOAD)  # programs no longer run: who has run them may draw
        self._outputs()
        self._ledger()
        self._vouched()
        self._figures(options)
        self._count(snippets)
        return self.report

    # --- gathering

    def _read(self, name: str, language: str) -> Problem | None:
        """Read a page; the problem if it cannot be read."""
        file = page_file(name, language)
        path = self.root / file
        if not path.resolve().is_relative_to(self.root.resolve()):
            return Problem(file, 1, 1, "a link out of the book", "put the page itself here")
        try:
            text = path.read_bytes().decode("utf-8")
        except FileNotFoundError:
            other = page_file(name, "en" if language == "zh" else "zh")
            return Problem(other, 1, 1, f"{file} is missing", "write both languages")
        except UnicodeDecodeError as error:
            line = path.read_bytes()[: error.start].count(b"\n") + 1
            return Problem(file, line, 1, "this line is not UTF-8", "save it as UTF-8")
        except OSError as error:
            return Problem(file, 1, 1, f"cannot be read: {error.strerror}", "mend it")
        self.pages[name, language] = page_of(text, file)
        self.report.texts[file] = text
        return None

    def _snippets(self) -> list[str]:
        """The snippets that the chosen chapters show, claim or own; all, for the whole book."""
        every = snippets_of(self.root)
        self.known = frozenset(every)
        if self.whole:
            return every
        wanted = {
            entry.name.snippet for page in self.chosen for _, entry in _entries(page) if entry.name
        }
        wanted |= {snippet for page in self.chosen for snippet in _shown(page)}
        wanted |= {s for page in self.chosen if isinstance(page, labs.Lab) for s in page.snippets}
        return [s for s in every if s in wanted or s.partition("/")[0] in self.names]

    def _found(self, *problems: Problem) -> None:
        self.report.findings.extend(Finding(problem) for problem in problems)

    def _refuse(self, page: Chapter, offset: int, message: str, remedy: str) -> None:
        self._found(page.problem(offset, message, remedy))

    def _strays(self) -> None:
        """What a killed sync has left, and what a site builder would show and nobody reads here.

        A site builder shows no file and no folder whose name begins with a dot.
        """
        for path in leftovers(self.root):
            file = path.relative_to(self.root).as_posix()
            problem = Problem(file, 1, 1, "left by a sync that was killed", "python -m book sync")
            self.report.findings.append(Finding(problem, Edit(file, None)))
        known = {page_file(name, language) for name in self.names for language in LANGUAGES}
        for language in LANGUAGES:
            for path in sorted((self.root / "docs" / language).rglob("*")):
                file = path.relative_to(self.root).as_posix()
                if path.is_file() and file not in known and "/." not in file:
                    remedy = (
                        f"a chapter is docs/{language}/name.md, a lab docs/{language}/labs/name.py,"
                        " a figure lies in docs/figures"
                    )
                    self._found(Problem(file, 1, 1, "nothing checks this file", remedy))

    # --- one page

    def _page(self, page: Chapter) -> None:
        told: set[Name] = set()
        for _, entry in _entries(page):
            if entry.name is None or entry.name in told:
                continue
            told.add(entry.name)
            if entry.name.snippet in self.runs and entry.name.snippet not in self.shown:
                self._refuse(
                    page,
                    entry.start,
                    f"no page shows snippets/{entry.name.snippet}.py, so no reader sees where "
                    f"{entry.name} comes from",
                    f'show it: --8<-- "snippets/{entry.name.snippet}.py"',
                )
        for include in page.includes:
            snippet = include.path.removeprefix("snippets/").rpartition(".")[0]
            if snippet not in self.known:
                self._refuse(
                    page,
                    include.start,
                    f"there is no snippet snippets/{snippet}.py",
                    "write it, or name one that exists",
                )
        if isinstance(page, labs.Lab):
            self._cells(page)
        for block in page.blocks:
            self._values(page, block)
            for claim, numbers in block.by_claim():
                self._claim(page, claim, numbers)
            for claim in block.claims:
                if claim.kind == "identity":
                    self._identity(page, claim)
            self._kind(page, block)

    def _cells(self, lab: labs.Lab) -> None:
        """The cells of a lab are its snippets, and find in one notebook what they import."""

        def source(snippet: str) -> str | None:
            file = self.root / f"snippets/{snippet}.py"
            return file.read_text(encoding="utf-8") if snippet in self.known else None

        for problem, text, start, end in cells.differences(lab, source):
            edit = None if text is None else Edit(lab.file, text, start, end)
            self.report.findings.append(Finding(problem, edit))
        told = list(cells.problems(lab, source))
        self._found(*told)
        if told or any(self.runs[s].problems for s in lab.snippets if s in self.runs):
            self.unrun.add(lab.file)

    def _notebooks(self, limit: float, options: dict[str, Any]) -> None:
        """Labs run to their last cell, and programs print there what they print alone."""
        whole: list[labs.Lab] = []
        for page in self.chosen:
            lab = self._mended(page) if isinstance(page, labs.Lab) else None
            if lab and lab.file not in self.unrun and self.runs.keys() >= set(lab.snippets):
                whole.append(lab)
        chosen = {name: options[name] for name in ("fresh", "jobs", "workers")}
        chosen["limit"] = max(limit, notebook.LIMIT)
        for lab, ran in zip(whole, notebook.ran(self.root, whole, **chosen), strict=True):
            if fault := notebook.problem(lab, ran):
                self._found(fault)
                continue
            alone = notebook.alone(lab, lambda snippet: self.runs[snippet].output)
            self._found(*notebook.differences(lab, ran.texts, alone))

    def _values(self, page: Chapter, block: Block) -> None:
        """Report, once for each place, the names that stand for no value."""
        for claim in block.claims:
            for entry in claim.entries:
                if entry.name is not None:
                    try:
                        self._value(entry.name)
                    except UnknownName as error:
                        self._refuse(page, entry.start, str(error), error.remedy)

    def _value(self, name: Name) -> Value | None:
        """What a name stands for, as `resolved` finds it, but each name once."""
        if name not in self.values:
            self.values[name] = resolved(name, self.runs)
        return self.values[name]

    def _parts(self, claim: Claim) -> list[Part] | None:
        """What a claim stands for; None where a name is unknown or its snippet failed."""
        if claim not in self.said:
            self.said[claim] = self._said(claim)
        return self.said[claim]

    def _said(self, claim: Claim) -> list[Part] | None:
        values: dict[Name, Value] = {}
        for entry in claim.entries:
            if entry.name is None:
                continue
            try:
                value = self._value(entry.name)
            except UnknownName:
                return None
            if value is None:
                return None
            values[entry.name] = value
        return parts(claim, values)

    def _claim(self, page: Chapter, claim: Claim | None, numbers: list[Number]) -> None:
        if claim is None:
            for number in numbers:
                self._refuse(
                    page,
                    number.start,
                    f"{number.literal.text} is claimed by nothing",
                    "add <!--= snippet.value --> behind it, in the same block; "
                    "- for a number that nothing computes",
                )
            return
        said = self._parts(claim)
        if said is None:
            return
        if len(said) != len(numbers):
            texts = ", ".join(number.literal.text for number in numbers) or "none"
            self._refuse(
                page,
                claim.start,
                f"{many(len(numbers), 'number stands', 'numbers stand')} before this claim "
                f"({texts}), it names {len(said)}",
                "name each number once, in reading order; a tensor stands for all its entries",
            )
            return
        at: dict[Entry | None, int] = {}
        synced: list[Number] = []
        for number, part in zip(numbers, said, strict=True):
            synced.append(number)
            if part.relation != "=":
                self.answered[page.file][number.start] = f"{part.relation}{part.name}"
            if part.value is None:
                self.answered[page.file][number.start] = "-"
            else:
                if not self._number(page, number, part):
                    synced[-1] = _as_synced(number, part)
                at[part.entry] = at.get(part.entry, -1) + 1
                use = (at[part.entry], number.literal, part.relation)
                self.uses.setdefault(str(part.entry.name), []).append(use)
        for left, right in pairwise(zip(synced, said, strict=True)):
            if _interchangeable(*left, *right):
                pair = f"{_named(left[1])}, {_named(right[1])}"
                self.twins[page.file][left[0].start] = pair

    def _number(self, page: Chapter, number: Number, part: Part) -> bool:
        """Whether the literal is what is computed; reported if it is not."""
        literal, value = number.literal, part.value
        assert value is not None
        if literal.value is None:
            self._refuse(
                page,
                number.start,
                f"{literal.text} is not a number that can be compared with {part.name} = {value}",
                "write it in another way, or claim it with -",
            )
            return False
        if part.relation == "~" and not comparisons.about(page.text, number.start, number.end):
            self._refuse(
                page,
                number.start,
                f"{literal.text} is claimed to be of the size of {part.name}, and no word says so",
                "write about or 约, or claim what it is; book/comparisons.py lists the words",
            )
        if part.relation in "<>":
            self._comparison(page, number, part.relation)
        try:
            if agrees(value, literal, part.relation):
                return True
            computed = written(value, literal) if part.relation == "=" else None
        except Tie:
            self._refuse(
                page,
                number.start,
                f"{literal.text} is written, {part.name} is {value}: "
                "so near a tie that machines would round it differently",
                "write one digit more, or one fewer",
            )
            return False
        except Unwritable as error:
            self._refuse(
                page,
                number.start,
                f"{literal.text} is written, {part.name} is {value}: {error}",
                "write the number in another way",
            )
            return False
        if computed is None:
            relation = {">": "more than", "<": "less than", "~": "of the same order as"}
            self._refuse(
                page,
                number.start,
                f"{part.name} is {value}, which is not {relation[part.relation]} {literal.text}",
                "change the literal or the snippet",
            )
            return False
        self.report.findings.append(
            Finding(
                page.problem(
                    number.start,
                    f"{literal.text} is written, {part.name} is {value}, here {computed}",
                    f"python -m book sync {page.name}",
                ),
                Edit(page.file, computed, number.start, number.end),
            )
        )
        return False

    def _comparison(self, page: Chapter, number: Number, relation: str) -> None:
        """The sentence says above where the claim does, and below where it does."""
        said = comparisons.said(page.text, number.start, number.end)
        if said != relation:
            words = {"<": "below", ">": "above", None: "neither above nor below"}
            self._refuse(
                page,
                number.start,
                f"the words before {number.literal.text} say {words[said]}, "
                f"the claim says {words[relation]}",
                "turn the word or the claim; the words are listed in book/comparisons.py",
            )

    def _identity(self, page: Chapter, claim: Claim) -> None:
        left, right = claim.entries
        assert left.name is not None and right.name is not None
        if (left.name.snippet, left.name.variable) == (right.name.snippet, right.name.variable):
            self._refuse(
                page, claim.start, "both sides are one variable", "compute it by two routes"
            )
            return
        try:
            ours, theirs = self._value(left.name), self._value(right.name)
        except UnknownName:
            return
        if ours is None or theirs is None:
            return
        if ours.shape != theirs.shape or not ours.data:
            self._refuse(
                page,
                claim.start,
                f"{left.name} has shape {ours.shape}, {right.name} {theirs.shape}",
                "an identity needs equal shapes with something in them",
            )
            return
        pairs = list(zip(ours.data, theirs.data, strict=True))
        if not ledger.measurable(*ours.data, *theirs.data):
            self._refuse(
                page,
                claim.start,
                "an identity of values that are infinite, or larger than a float can be",
                "compute smaller ones",
            )
        elif not any(x or y for x, y in pairs):
            self._refuse(
                page, claim.start, "both sides are zero everywhere", "choose inputs that show more"
            )
        else:
            name, x, y = max(
                zip(labels(left.name, ours), *zip(*pairs, strict=True), strict=True),
                key=lambda pair: abs(pair[1] - pair[2]) / max(1.0, abs(pair[1])),
            )
            if not abs(x - y) <= TOLERANCE * max(1.0, abs(x)):
                self._refuse(
                    page,
                    claim.start,
                    f"{left.name} and {right.name} differ by {abs(x - y):.3g} at {name}, "
                    f"which is {x}",
                    "the formula or the snippet is wrong",
                )

    def _kind(self, page: Chapter, block: Block) -> None:
        """A displayed formula has numbers that are claimed, or an identity, or is a definition."""
        kinds = {claim.kind for claim in block.claims}
        if block.kind != "formula":
            if kinds - {"numbers"}:
                self._refuse(
                    page,
                    block.claims[0].start,
                    "an identity or definition without its formula",
                    "put it directly below the closing $$",
                )
            return
        if not kinds:
            self._refuse(
                page,
                block.start,
                "nothing checks this displayed formula",
                "put below it <!--= names -->, <!--== left right --> or, to define, <!--:=-->",
            )
        if {"identity", "definition"} <= kinds:
            self._refuse(
                page, block.start, "a formula is an identity or a definition, not both", "choose"
            )

    # --- across pages

    def _languages(self) -> None:
        for name in self.names:
            zh, en = self.pages.get((name, "zh")), self.pages.get((name, "en"))
            if zh is not None and en is not None:
                zh, en = self._mended(zh), self._mended(en)
                self._found(*parity(zh, en, self._parts))
                if isinstance(zh, labs.Lab) and isinstance(en, labs.Lab):
                    self._found(*labs.parity(zh, en))

    def _mended(self, page: Chapter) -> Chapter:
        """A page as sync would leave it: what it can repair is no difference of languages."""
        for finding in self.report.findings[self.sorted :]:
            if finding.edit:
                self.spans[finding.edit.file].add(finding.edit.span)
        self.sorted = len(self.report.findings)
        edits = self.spans.get(page.file)
        return page_of(edited(self.report.texts[page.file], edits), page.file) if edits else page

    def _idle(self) -> None:
        """Every value of a snippet is read by something, for whoever reads the snippet."""
        if self.whole:
            pages = self.pages.values()
            claimed = {entry.name for page in pages for _, entry in _entries(page) if entry.name}
            sound = [run for run in self.runs.values() if not run.problems]
            notebooks = [page for page in pages if isinstance(page, labs.Lab)]
            self._found(*idle.idle(self.root, sound, claimed, notebooks))

    def _outputs(self) -> None:
        """The printed output beside each snippet is what it prints."""
        for snippet, run in self.runs.items():
            if run.problems:
                continue
            file = f"snippets/{snippet}.out"
            path = self.root / file
            kept = path.read_bytes().decode("utf-8", "replace") if path.is_file() else None
            if kept is not None and kept.replace("\r\n", "\n") == run.output:
                continue
            if kept is None and not run.output:
                continue
            line, before, after = _first_difference(kept or "", run.output)
            self.report.findings.append(
                Finding(
                    Problem(
                        file,
                        line,
                        1,
                        f"{before!r} is kept, snippets/{snippet}.py prints {after!r}",
                        f"python -m book sync {snippet.partition('/')[0]}",
                    ),
                    Edit(file, run.output),
                )
            )
        if self.whole:
            for path in sorted((self.root / "snippets").glob("[!.]*/[!.]*.out")):
                if not path.with_suffix(".py").is_file():
                    file = path.relative_to(self.root).as_posix()
                    self._found(Problem(file, 1, 1, "no snippet prints this", "remove the file"))

    def _ledger(self) -> None:
        """Every claimed value stands in the ledger, and nothing else does."""
        try:
            kept = ledger.load(self.root)
        except ValueError as error:
            self._found(Problem(ledger.FILE, 1, 1, f"not a ledger: {error}", "restore it"))
            return
        entries = [pair for page in self.pages.values() for pair in _entries(page)]
        claimed = {str(entry.name) for _, entry in entries if entry.name}
        shown = {str(e.name) for claim, e in entries if e.name and claim.kind == "numbers"}
        renewed = {name: entry for name, entry in kept.items() if name in claimed}
        moved: dict[str, dict[str, int]] = defaultdict(dict)  # lines of names, by snippet
        for page in self.chosen:
            for _, entry in _entries(page):
                if entry.name is None or (run := self.runs.get(entry.name.snippet)) is None:
                    continue
                try:
                    value = self._value(entry.name)
                except UnknownName:
                    continue
                if value is None:
                    continue
                name = str(entry.name)
                line = run.lines.get(entry.name.variable, 1)
                new = ledger.entry(value, line, shown=name in shown)
                old = renewed.get(name)
                if old is not None and ledger.same(old, new):
                    continue
                if old is not None and ledger.alike(old, new):
                    if self._may_stay(name, old, new):
                        continue
                    if "norms" in old or self._is_loose(name):
                        moved[entry.name.snippet][name] = line
                renewed[name] = new
        text = ledger.dump(renewed)
        if renewed == kept and (self.root / ledger.FILE).is_file():
            return
        for snippet, lines in moved.items():
            self._moved(snippet, lines, Edit(ledger.FILE, text))
        told = {name for lines in moved.values() for name in lines}
        changed = sorted(
            name
            for name in kept.keys() | renewed.keys()
            if kept.get(name) != renewed.get(name) and name not in told
        )
        if told and not changed:
            return
        first = changed[0] if changed else "nothing"
        self.report.findings.append(
            Finding(
                Problem(
                    ledger.FILE,
                    ledger.line_of(self.root, first),
                    1,
                    f"{many(len(changed), 'entry differs', 'entries differ')}, first {first}: "
                    f"{_difference(kept.get(first), renewed.get(first))}",
                    "python -m book sync",
                ),
                Edit(ledger.FILE, text),
            )
        )

    def _moved(self, snippet: str, lines: dict[str, int], edit: Edit) -> None:
        """Values that no digit of a page would tell are others than somebody has read."""
        names = sorted(lines, key=lambda name: (lines[name], name))
        shown = ", ".join(names[:MANY]) + (f" and {len(names) - MANY} more" * (len(names) > MANY))
        problem = Problem(
            f"snippets/{snippet}.py",
            lines[names[0]],
            1,
            f"other numbers than the ledger keeps, and no page shows their digits: {shown}",
            "read whether the page still says what they are, then python -m book sync "
            + snippet.partition("/")[0],
        )
        self.report.findings.append(Finding(problem, edit))

    def _is_loose(self, name: str) -> bool:
        """Whether no page says a digit of it: it is claimed by inequalities alone."""
        uses = self.uses.get(name, [])
        return bool(uses) and all(relation != "=" for _, _, relation in uses)

    def _may_stay(self, name: str, old: dict, new: dict) -> bool:
        """Whether a kept value may differ from the computed one, as from machine to machine.

        Only where rounding is all there is to it, or where it is claimed by inequalities alone and
        six digits are the same; of what is trained no digit is portable. Both must then be what
        the pages say: a digit that sync writes anew takes its value along.
        """
        if "value" not in old:
            return False
        values, others = ledger.value_of(old).data, ledger.value_of(new).data
        tiny = all(abs(x) < 1e-13 for x in (*values, *others))
        if not tiny:
            snippet = name.partition(".")[0]
            if not self._is_loose(name) or not (ledger.near(old, new) or self._trains(snippet)):
                return False
        return all(
            agrees(values[at], literal, relation) and agrees(others[at], literal, relation)
            for at, literal, relation in self.uses.get(name, [])
        )

    def _trains(self, snippet: str) -> bool:
        """Whether a snippet, or what it imports, trains: there small differences grow."""
        if snippet not in self.trained:
            files = sources(self.root, f"snippets/{snippet}.py").digests
            texts = ((self.root / file).read_text("utf-8") for file in files)
            self.trained[snippet] = any(TRAINING in text for text in texts)
        return self.trained[snippet]

    def _incomplete(self) -> set[str]:
        """The chapters with a claim that could not be resolved."""
        return {
            page.name
            for page in self.chosen
            if any(self._parts(claim) is None for block in page.blocks for claim in block.claims)
        }

    def _vouched(self) -> None:
        """What no program computes is as it was when somebody last answered for it."""
        try:
            kept = vouched.load(self.root)
        except ValueError as error:
            self._found(Problem(vouched.FILE, 1, 1, f"cannot be read: {error}", "restore it"))
            return
        failed = {Path(f.problem.file).stem for f in self.report.findings if f.edit is None}
        failed |= self._incomplete()
        names = {page.name for page in self.pages.values()}
        chapters = names | {vouched.of_words(a, name) for name in names for a in LANGUAGES}
        renewed = {name: texts for name, texts in kept.items() if name in chapters}
        told: list[Problem] = []
        for page in self.chosen:
            if {page.name, Path(page.file).stem} & failed:
                continue  # first things first
            words = vouched.words(page, self.twins[page.file])
            lists = {vouched.of_words(page.language, page.name): words}
            if page.language == LANGUAGES[0]:  # parity holds the other language to it
                lists[page.name] = vouched.items(page, self.answered[page.file])
            remedy = f"read it once more, then python -m book sync {page.name}"
            for name, now in lists.items():
                new, lost = vouched.changes(kept.get(name, []), now)
                told += [
                    page.problem(item.start, f"nobody has vouched for {item.text} yet", remedy)
                    for item in new
                ]
                told += [
                    Problem(vouched.FILE, 1, 1, f"{name} no longer has {text}", remedy)
                    for text in lost[len(new) :]  # as a rule the new ones stand in their place
                ]
                if now or name in kept:
                    renewed[name] = [item.text for item in now]
        told += [
            Problem(vouched.FILE, 1, 1, f"there is no chapter {name}", "python -m book sync")
            for name in kept.keys() - renewed.keys()
        ]
        edit = Edit(vouched.FILE, vouched.dump(renewed))
        self.report.findings += [Finding(problem, edit) for problem in told]

    def _figures(self, options: dict[str, Any]) -> None:
        """Every figure is drawn from its values; every page shows figures that exist."""
        every = figures.figures_of(self.root)
        known = frozenset(every)
        wanted = {figure for page in self.chosen for figure in self._pictured(page, known)}
        names = [
            name
            for name in every
            if self.whole or name in wanted or name.partition("/")[0] in self.names
        ]
        self.report.figures = names
        drawings = figures.drawings(self.root, names, **options)
        for drawing in drawings.values():
            self._found(*drawing.problems)
            self._pictures(figures.differences(self.root, drawing))
        if self.whole:
            self._pictures(figures.orphans(self.root))

    def _pictures(self, differences: list[figures.Difference]) -> None:
        for difference in differences:
            edit = Edit(difference.file, difference.text)
            self.report.findings.append(Finding(difference.problem, edit))

    def _pictured(self, page: Chapter, every: frozenset[str]) -> Iterator[str]:
        """The figures that a page shows, as `chapter/name`; what is none is reported."""
        for block in page.blocks:
            for figure in block.figures:
                match = _PICTURE.fullmatch(figure.target)
                name = match and match["name"]
                if name not in every:
                    self._refuse(
                        page,
                        figure.start,
                        f"{figure.target} is not a figure of the book",
                        "draw it in figures_src/<chapter>/<name>.py and name it "
                        "../figures/<chapter>/<name>.svg",
                    )
                    continue
                if match["language"] not in (None, page.language):
                    self._refuse(
                        page,
                        figure.start,
                        f"{figure.target} is in the other language",
                        f"show ../figures/{name}.{page.language}.svg",
                    )
                yield name

    def _count(self, snippets: list[str]) -> None:
        counts = self.report.counts
        counts.chapters = len(self.chosen)
        counts.snippets = len(snippets)
        counts.recomputed = sum(not run.reused for run in self.runs.values())
        for page in self.chosen:
            counts.folds += len(page.folds)
            for block in page.blocks:
                counts.figures += len(block.figures)
                counts.identities += sum(claim.kind == "identity" for claim in block.claims)
                counts.definitions += sum(claim.kind == "definition" for claim in block.claims)
                for claim, numbers in block.by_claim():
                    said = claim and self._parts(claim)
                    dashes = sum(part.name is None for part in said or ())
                    counts.dashes += dashes
                    counts.numbers += len(numbers) - dashes


def _interchangeable(number: Number, part: Part, other: Number, other_part: Part) -> bool:
    """Whether two names of one claim could change places, and each number would still agree.

    The numbers are as `sync` leaves them, so that what is vouched for beside one holds then too.
    A bound and a value, or an upper and a lower bound, cannot: the words beside them say which.
    """
    if part.entry is other_part.entry or part.value == other_part.value:
        return False
    if part.relation != other_part.relation and {part.relation, other_part.relation} & {"<", ">"}:
        return False
    return all(
        name.value is None
        or (literal.value is not None and _agrees(name.value, literal, name.relation))
        for name, literal in ((part, other.literal), (other_part, number.literal))
    )


def _as_synced(number: Number, part: Part) -> Number:
    """A number that differs from its value, as `sync` leaves it."""
    if part.value is None or part.relation != "=" or number.literal.value is None:
        return number
    read_as = formula_literals if number.place == "formula" else literals
    try:
        read = read_as(written(part.value, number.literal))
    except (Tie, Unwritable):
        return number
    return replace(number, literal=read[0]) if read else number


def _agrees(value: int | float | bool, literal: Literal, relation: str) -> bool:
    try:
        return agrees(value, literal, relation)
    except (Tie, Unwritable):
        return False


def _named(part: Part) -> str:
    relation = "" if part.relation == "=" else part.relation
    return f"{relation}{part.name or '-'}"


def _entries(page: Chapter) -> Iterator[tuple[Claim, Entry]]:
    for block in page.blocks:
        for claim in block.claims:
            for entry in claim.entries:
                yield claim, entry


def page_file(name: str, language: str) -> str:
    """Where a chapter or a lab lies, from the root of the book."""
    return f"docs/{language}/{name}.{'py' if name.startswith('labs/') else 'md'}"


@lru_cache(maxsize=256)  # a book is checked again and again while it is written
def page_of(text: str, file: str) -> Chapter:
    """The page that a text is, a chapter or a lab, as `file` says."""
    return labs.read(text, file) if labs.is_lab(file) else read(text, file)


def _shown(page: Chapter) -> Iterator[str]:
    """The snippets that a page shows, as `chapter/snippet`."""
    for include in page.includes:
        path = PurePosixPath(include.path)
        if path.parts[:1] == ("snippets",) and path.suffix == ".py":
            yield path.relative_to("snippets").with_suffix("").as_posix()


def _first_difference(before: str, after: str) -> tuple[int, str, str]:
    """The first line that differs: its number from 1, and how it reads on both sides."""
    pairs = zip_longest(before.splitlines(), after.splitlines(), fillvalue="")
    for line, (left, right) in enumerate(pairs, 1):
        if left != right:
            return line, left, right
    return 1, before[-20:], after[-20:]


def _difference(old: dict | None, new: dict | None) -> str:
    """What an entry of the ledger says, and what it should say, in that in which they differ."""
    if old and new and old == {**new, "line": old["line"]}:
        return f"line {old['line']} is kept, its program has it in line {new['line']}"
    return f"{_brief(old)} is kept, {_brief(new)} is computed"


def _brief(entry: dict | None) -> str:
    if entry is None:
        return "nothing"
    text = str(entry["value"]) if "value" in entry else f"the shape {entry['shape']}"
    return text if len(text) <= 60 else text[:57] + "…"
