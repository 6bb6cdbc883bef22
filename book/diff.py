"""Diff: which claimed numbers changed between two versions of the book.

A version is a commit, or the folder as it is. Its ledger and its pages are read, and nothing is
run. A number that changed is told as the pages print it, before and after, with every place where
it stands; so are names that are new or gone, and pictures that are drawn otherwise. Of a name that
only identities use the ledger keeps the shape, so no more than a change of shape is told.
"""

import io
import sys
import tarfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from book import chapter, history, labs, ledger
from book.chapter import Chapter
from book.check import LANGUAGES, chapters_of, page_file
from book.claims import Claim
from book.figures import first_difference
from book.ledger import Ledger
from book.literals import Literal, Tie, Unwritable, written
from book.names import Part, labels, parts
from book.problems import many

HERE = "the folder as it is"
BOUNDS = {"=": "", ">": "more than ", "<": "less than ", "~": "about "}
MANY = 8  # numbers of a tensor that are read out
FIRST = "name a commit of this book, as git log --oneline lists them"


class NoVersion(LookupError):
    """What is asked for is no version of the book. `remedy` says what would be."""

    def __init__(self, message: str, remedy: str = FIRST):
        super().__init__(message)
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.args[0]}\n    {self.remedy}"


@dataclass(frozen=True, eq=False)
class Use:
    """A place where a page names a value: at a number, or (without one) at an identity."""

    page: Chapter
    section: str
    start: int
    literal: Literal | None = None
    part: Part | None = None

    @property
    def place(self) -> str:
        """File, line and column, as errors name them."""
        line, column = self.page.place(self.start)
        return f"{self.page.file}:{line}:{column}"

    @property
    def text(self) -> str:
        """The number as it is written, or the bound that it is."""
        return BOUNDS[self.part.relation] + self.literal.text

    def with_value(self, value: int | float | bool) -> str:
        """How the page would have written another value here."""
        try:
            return written(value, self.literal)
        except (Tie, Unwritable):
            return str(value)


@dataclass
class Version:
    """What one version of the book claims: its ledger, and by name where pages use it.

    `pictures` are the texts of the figures by file.
    """

    label: str
    ledger: Ledger
    uses: dict[str, list[Use]] = field(default_factory=lambda: defaultdict(list))
    pictures: dict[str, str] = field(default_factory=dict)

    def located(self, uses: Iterable[Use]) -> tuple[str, ...]:
        """Places of this version, as Git writes them where it is a commit."""
        commit = "" if self.label == HERE else f"{self.label}:"
        return tuple(dict.fromkeys(commit + use.place for use in uses))


@dataclass(frozen=True)
class Change:
    """What is told of a name: how it reads before and after, and where it stands."""

    name: str
    chapter: str
    section: str
    before: str
    after: str
    places: tuple[str, ...]


@dataclass
class Difference:
    """All that differs between two versions, `old` and `new` their labels."""

    old: str
    new: str
    names: int  # that the new version claims
    changed: list[Change] = field(default_factory=list)
    unseen: list[Change] = field(default_factory=list)  # no page shows a digit of it
    added: list[Change] = field(default_factory=list)
    gone: list[Change] = field(default_factory=list)
    pictures: dict[str, str] = field(default_factory=dict)  # by file: changed, new or gone

    def __str__(self) -> str:
        unseen = "changed in no digit that is shown"
        pictures = ("picture changed, new or gone", "pictures changed, new or gone")
        counts = (
            (len(self.changed), "number reads otherwise", "numbers read otherwise"),
            (len(self.unseen), unseen, unseen),
            (len(self.added), "name is new", "names are new"),
            (len(self.gone), "is gone", "are gone"),
            (len(self.pictures), *pictures),
        )
        told = ", ".join(many(*count) for count in counts if count[0])
        names = f"{self.names:,} {'name' if self.names == 1 else 'names'}"
        return f"{self.old} → {self.new} ({names}): {told or 'nothing changed'}"


# --- reading


def version(root: Path, revision: str | None = None) -> Version:
    """The version of the book at `root` that Git calls `revision`; without one, the folder's.

    Raises NoVersion if there is no such commit, or no book in it.
    """
    if revision is None:
        return _read(root, HERE)
    if _git(root, "rev-parse") is None:
        raise NoVersion(f"{root} is no clone", "run this in a clone of the book's repository")
    found = _git(root, "rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}")
    if found is None:
        raise NoVersion(f"{revision} is no commit here")
    if not hasattr(tarfile, "data_filter"):
        raise NoVersion("this Python cannot lay out a commit safely", "use 3.11.4 or newer")
    archive = _git(root, "archive", "--format=tar", found.decode().strip(), "docs")
    if archive is None:
        raise NoVersion(f"{revision} has no {ledger.FILE}")
    with TemporaryDirectory(prefix="book-diff-") as folder:
        try:
            with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
                tar.extractall(folder, filter="data")
        except tarfile.TarError as error:  # such as a link out of the book
            raise NoVersion(f"{revision} cannot be laid out: {error}") from None
        return _read(Path(folder), revision)


def _git(root: Path, *arguments: str) -> bytes | None:
    """What Git answers in the folder of the book, None if it refuses. Raises NoVersion."""
    try:
        return history.answer(root, *arguments)
    except FileNotFoundError:
        raise NoVersion("there is no git on this machine", "install it") from None


def _read(root: Path, label: str) -> Version:
    if not (root / ledger.FILE).is_file():
        raise NoVersion(f"{label} has no {ledger.FILE}")
    try:
        found = Version(label, ledger.load(root))
    except ValueError as error:
        raise NoVersion(f"{label}:{ledger.FILE}: not a ledger: {error}") from None
    for name in chapters_of(root):
        for file in (page_file(name, language) for language in LANGUAGES):
            if (root / file).is_file():
                text = (root / file).read_bytes().decode("utf-8", "replace")
                page = labs.read(text, file) if labs.is_lab(file) else chapter.read(text, file)
                _add(found, page)
    for path in sorted((root / "docs/figures").rglob("[!.]*.svg")):
        found.pictures[path.relative_to(root).as_posix()] = path.read_text("utf-8", "replace")
    return found


def _add(version: Version, page: Chapter) -> None:
    """Where a page uses names, added to its version."""
    for block in page.blocks:
        for claim in block.claims:
            if claim.kind == "identity":
                for entry in claim.entries:
                    use = Use(page, block.section, entry.start)
                    version.uses[str(entry.name)].append(use)
        for claim, numbers in block.by_claim():
            said = _parts(version.ledger, claim)
            if len(said) == len(numbers):  # otherwise `check` has something to tell
                for number, part in zip(numbers, said, strict=True):
                    if part.entry is not None:
                        use = Use(page, block.section, number.start, number.literal, part)
                        version.uses[str(part.entry.name)].append(use)


def _parts(kept: Ledger, claim: Claim | None) -> list[Part]:
    """What a claim stands for, number by number; nothing where the ledger lacks a name of it."""
    names = [entry.name for entry in claim.entries if entry.name] if claim else []
    entries = {name: kept.get(str(name), {}) for name in names}
    if claim is None or any("value" not in entry for entry in entries.values()):
        return []
    return parts(claim, {name: ledger.value_of(entry) for name, entry in entries.items()})


# --- comparing


def difference(old: Version, new: Version) -> Difference:
    """All that differs between two versions, name by name and picture by picture."""
    found = Difference(old.label, new.label, names=len(new.ledger))
    for name in sorted(old.ledger.keys() | new.ledger.keys()):
        before, after = old.ledger.get(name), new.ledger.get(name)
        if before is None:
            found.added.append(_told(name, new, "", _read_out(name, new)))
        elif after is None:
            found.gone.append(_told(name, old, _read_out(name, old), ""))
        elif _shape(before) != _shape(after):
            found.changed.append(_told(name, new, _read_out(name, old), _read_out(name, new)))
        elif "value" in before and "value" in after:
            rewritten = _rewritten(name, old, new)
            found.changed += rewritten
            if not rewritten and not ledger.same({**before, "line": 1}, {**after, "line": 1}):
                found.unseen.append(_told(name, new, *_first_of(before, after)))
    for file in sorted(old.pictures.keys() | new.pictures.keys()):
        if file not in old.pictures:
            found.pictures[file] = "new"
        elif file not in new.pictures:
            found.pictures[file] = "gone"
        elif first_difference(old.pictures[file], new.pictures[file]):
            found.pictures[file] = "changed"
    return found


def _shape(entry: dict) -> tuple[int, ...]:
    return tuple(entry["shape"]) if "shape" in entry else ledger.value_of(entry).shape


def _rewritten(name: str, old: Version, new: Version) -> list[Change]:
    """The numbers of a name that the pages print otherwise than with the value it had before."""
    value = ledger.value_of(old.ledger[name])
    bounds: dict[tuple, list[str]] = defaultdict(list)  # as the old pages have them
    for use in old.uses[name]:
        if use.part:
            bounds[_claimed(use)].append(use.text)
    found: dict[tuple, list[Use]] = defaultdict(list)
    for use in new.uses[name]:
        if use.part is None:
            continue
        label = use.part.name
        if use.part.relation == "=":
            was = dict(zip(labels(use.part.entry.name, value), value.data, strict=True))
            before = use.with_value(was[label])
        else:
            kept = bounds[_claimed(use)] or [use.text]
            before = use.text if use.text in kept else kept[0]
        if before != use.text:
            found[str(label), use.page.name, use.section, before, use.text].append(use)
    return [Change(*key, new.located(uses)) for key, uses in found.items()]


def _claimed(use: Use) -> tuple:
    return use.part.name, use.part.relation, use.page.language


def _told(name: str, version: Version, before: str, after: str) -> Change:
    """A change of a whole name, with the places where a version has it."""
    uses = version.uses[name]
    where = (uses[0].page.name, uses[0].section) if uses else ("", "")
    return Change(name, *where, before, after, version.located(uses))


def _read_out(name: str, version: Version) -> str:
    """A name as the pages of a version print it, each form once, or the shape that is kept."""
    forms: dict[tuple, list[str]] = defaultdict(list)  # one for each claim, in reading order
    for use in version.uses[name]:
        if use.part:
            forms[use.page.file, use.part.entry.start].append(use.text)
    if not forms:
        shape = " × ".join(map(str, _shape(version.ledger[name])))
        return f"shape {shape}" if shape else "one number, in identities"
    shown = (
        ", ".join(texts[:MANY]) + (f", … ({len(texts)} numbers)" if len(texts) > MANY else "")
        for texts in forms.values()
    )
    return " or ".join(dict.fromkeys(shown))


def _first_of(before: dict, after: dict) -> tuple[str, str]:
    """The first numbers of two entries of one shape that differ, to as many digits as it takes."""
    pairs = zip(ledger.value_of(before).data, ledger.value_of(after).data, strict=True)
    apart = next(((one, two) for one, two in pairs if one != two), None)
    if apart is None:  # the numbers are the same, and not what they are
        return before["kind"], after["kind"]
    old, new = apart
    if not ledger.measurable(old, new):
        return str(old), str(new)
    for digits in range(6, 17):
        if (one := f"{old:.{digits}g}") != (two := f"{new:.{digits}g}"):
            break
    return one, two


# --- telling


def text(found: Difference) -> str:
    """A difference for a terminal: what reads otherwise, and below it where it stands."""
    lines = []
    for title, changes in _titled(found):
        lines.append(f"{title}:")
        for change in changes:
            lines.append(f"  {change.name}  {_reads(change)}")
            lines += [f"      {place}" for place in change.places]
    if found.pictures:
        lines.append("pictures:")
        lines += [f"  {file}  {what}" for file, what in found.pictures.items()]
    return "\n".join([*lines, str(found)])


def markdown(found: Difference) -> str:
    """A difference as an entry of CHANGELOG.md.

    Numbers that read otherwise are told by the sections of the chapters, since lines move and
    sections stay; names that are new or gone are counted.
    """
    lines = [f"### {found.old} → {found.new}", ""]
    for change in (*found.changed, *found.unseen):
        where = f"{change.chapter} § {change.section}" if change.section else change.chapter
        lines.append(f"- {where or 'identities'}: {_reads(change)} (`{change.name}`)")
    for title, changes in (("New", found.added), ("Gone", found.gone)):
        if changes:
            chapters = Counter(change.chapter or "identities" for change in changes)
            counts = ", ".join(f"{name} {count}" for name, count in sorted(chapters.items()))
            lines.append(f"- {title}: {many(len(changes), 'name')} ({counts})")
    lines += [f"- Picture {what}: `{file}`" for file, what in found.pictures.items()]
    return "\n".join([*(lines if lines[2:] else [*lines, "Nothing changed."]), ""])


def _titled(found: Difference) -> Iterator[tuple[str, list[Change]]]:
    titles = {
        "numbers that read otherwise": found.changed,
        "changed in no digit that is shown": found.unseen,
        "new": found.added,
        "gone": found.gone,
    }
    yield from ((title, changes) for title, changes in titles.items() if changes)


def _reads(change: Change) -> str:
    return " → ".join(filter(None, (change.before, change.after)))


def main(
    root: Path, revision: str, other: str | None, *, form: str = "text", sheets: bool = False
) -> int:
    """Print what changed from a revision to another, or to the folder; 2 if one is no version.

    With `sheets`, each picture that changed is drawn before, after and overlaid, for review; 1 if
    one cannot be drawn.
    """
    try:
        old, new = version(root, revision), version(root, other)
    except NoVersion as error:
        print(error, file=sys.stderr)
        return 2
    found = difference(old, new)
    print(markdown(found) if form == "markdown" else text(found))
    if sheets:
        from book.sheets import write  # numpy and Pillow are for pictures alone

        try:
            written = write(root, old, new, found)
        except (OSError, ValueError) as error:
            print(f"no more sheets are drawn: {error}", file=sys.stderr)
            return 1
        print(*(f"written: {file}" for file in written), sep="\n", file=sys.stderr)
    return 0
