"""Changes to programs: each numeric constant and each operator of each snippet, run as it then is.

A changed snippet is written into a copy of the programs and run there by a worker that has torch
already, in a child of its own. It is refuted if it fails, leaves NaN, prints otherwise, or leaves a
value that a page or figure contradicts; what imports it is run only where it stands itself.
"""

import ast
import re
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import libcst as cst
from libcst import matchers
from libcst.metadata import MetadataWrapper, PositionProvider

from book import figure_source, figures
from book.mutation.changes import Change, Edit, Fate
from book.mutation.rehearsal import Rehearsal, refuted
from book.runs import PRELOAD, Run
from book.sources import Reader
from book.values import Value, restored
from book.worker import SOURCES, Answer, Workers

CONSTANT, OPERATOR = "constant of a program", "operator of a program"
TURNED: dict[type[cst.CSTNode], tuple[str, str]] = {
    cst.Add: ("+", "-"), cst.Subtract: ("-", "+"), cst.Multiply: ("*", "/"),
    cst.Divide: ("/", "*"), cst.FloorDivide: ("//", "*"), cst.Modulo: ("%", "*"),
    cst.Power: ("**", "*"), cst.MatrixMultiply: ("@", "*"),
    cst.BitAnd: ("&", "|"), cst.BitOr: ("|", "&"), cst.BitXor: ("^", "&"),
    cst.LeftShift: ("<<", ">>"), cst.RightShift: (">>", "<<"),
    cst.Minus: ("-", "+"), cst.Plus: ("+", "-"), cst.Not: ("not", ""), cst.BitInvert: ("~", ""),
    cst.And: ("and", "or"), cst.Or: ("or", "and"),
    cst.LessThan: ("<", ">="), cst.LessThanEqual: ("<=", ">"),
    cst.GreaterThan: (">", "<="), cst.GreaterThanEqual: (">=", "<"),
    cst.Equal: ("==", "!="), cst.NotEqual: ("!=", "=="),
    cst.In: ("in", "not in"), cst.NotIn: ("not in", "in"),
    cst.Is: ("is", "is not"), cst.IsNot: ("is not", "is"),
    cst.AddAssign: ("+=", "-="), cst.SubtractAssign: ("-=", "+="),
    cst.MultiplyAssign: ("*=", "/="), cst.DivideAssign: ("/=", "*="),
    cst.PowerAssign: ("**=", "*="), cst.BitAndAssign: ("&=", "|="), cst.BitOrAssign: ("|=", "&="),
}  # fmt: skip
MOVED: dict[type[cst.CSTNode], tuple[str, str]] = {
    cst.LessThan: ("<", "<="), cst.LessThanEqual: ("<=", "<"),
    cst.GreaterThan: (">", ">="), cst.GreaterThanEqual: (">=", ">"),
}  # fmt: skip
MASKED = {"0": "1", "1": "0"}
_SHAPE = matchers.Subscript(
    matchers.Attribute(attr=matchers.Name("shape")),
    [matchers.SubscriptElement(matchers.Index(matchers.UnaryOperation()))],
)
_THREADS = matchers.Call(matchers.Attribute(attr=matchers.Name("set_num_threads")))
_MASK = matchers.Call(matchers.Attribute(attr=matchers.Name("bool")))
SECONDS = 5.0  # that a program may take longer than it does unchanged, and ten times as long
PATIENCE = 150.0  # seconds for what imports a program that stands itself


def changes(file: str, source: str) -> list[Change]:
    """Every numeric constant with a digit raised, every operator turned, one at a time.

    The boundary of a comparison is moved too, from < to <=, but not where it compares with a
    decimal fraction, which no result equals; nor is the sign in `dim=-1` or `shape[-1]`, the axis
    that `dim=1` is in a matrix. In a mask, typed out and made `.bool()`, 0 and 1 are exchanged. How
    many threads compute is a matter of time, and left alone.
    """
    wrapper = MetadataWrapper(cst.parse_module(source), unsafe_skip_copy=True)
    positions = wrapper.resolve(PositionProvider)
    lines = [0, *(at + 1 for at, mark in enumerate(source) if mark == "\n")]
    found: list[Change] = []

    axes: set[cst.CSTNode] = set()
    masks: set[cst.CSTNode] = set()

    class Visitor(cst.CSTVisitor):
        def on_visit(self, node: cst.CSTNode) -> bool:
            if isinstance(node, cst.Integer | cst.Float):
                masked = MASKED.get(node.value) if node in masks else None
                self.put(CONSTANT, node, node.value, masked or _raised(node.value))
            elif type(node) in TURNED:
                self.put(OPERATOR, node, *TURNED[type(node)])
            elif isinstance(node, cst.Comparison):
                for target in node.comparisons:
                    exact = not isinstance(target.comparator, cst.Float)
                    if exact and type(target.operator) in MOVED:
                        self.put(OPERATOR, target.operator, *MOVED[type(target.operator)])
            if isinstance(node, cst.UnaryOperation) and node in axes:
                self.on_visit(node.expression)
                return False
            if isinstance(node, cst.Arg) and node.keyword and node.keyword.value == "dim":
                axes.add(node.value)
            if matchers.matches(node, _THREADS):
                return False
            if matchers.matches(node, _SHAPE):
                axes.add(node.slice[0].slice.value)
            if matchers.matches(node, _MASK):
                masks.update(matchers.findall(node.func.value, matchers.Integer()))
            return True

        def put(self, kind: str, node: cst.CSTNode, before: str, after: str) -> None:
            place = positions[node].start
            start = source.index(before, lines[place.line - 1] + place.column)
            edit = Edit(file, start, start + len(before), after)
            begin = lines[place.line - 1]
            line = source[begin : source.find("\n", begin)]
            changed = line[: start - begin] + after + line[start - begin + len(before) :]
            name = file.removeprefix("snippets/").removesuffix(".py")
            what = f"{line.strip()} → {changed.strip()}"
            found.append(Change(kind, file, place.line, name, what, (edit,)))

    wrapper.module.visit(Visitor())
    return [change for change in found if _is_a_program(change.texts({file: source})[file])]


def _raised(number: str) -> str:
    """A constant with its last digit raised by one, or the first one of its exponent; 9 becomes 8.

    `0.317` becomes `0.318`, `2.0` becomes `3.0`, `1e-12` becomes `1e-22`.
    """
    exponent = re.search(r"(?<![xX])[eE][-+]?", number)
    if exponent:
        at = exponent.end()
    else:
        whole = re.fullmatch(r"([0-9_]*[1-9])\.0*|0x.*|0b.*", number)
        at = (whole.end(1) if whole and whole[1] else len(number)) - 1
    digit = number[at]
    other = "8" if digit == "9" else str(int(digit) + 1)
    return number[:at] + other + number[at + 1 :]


def _is_a_program(source: str) -> bool:
    try:
        ast.parse(source)
        return True
    except SyntaxError:
        return False


class Programs:
    """Runs changed programs in a copy of the book's, one after the other."""

    def __init__(self, rehearsal: Rehearsal) -> None:
        self.rehearsal = rehearsal
        self.folder = tempfile.TemporaryDirectory(prefix="book-mutation-")
        self.root = Path(self.folder.name).resolve()
        for folder in filter(Path.is_dir, map(rehearsal.root.joinpath, SOURCES)):
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(folder, self.root / folder.name, ignore=ignored)
        self.workers = Workers(self.root)
        self.importers = self._importers()
        self.figures = self._figures()
        self.claims = self._claims()

    def __enter__(self) -> "Programs":
        return self

    def __exit__(self, *exception: object) -> None:
        self.workers.close()
        self.folder.cleanup()

    def _importers(self) -> dict[str, list[tuple[str, set[str]]]]:
        """Which snippets import one, directly or not; and by which names, directly."""
        reader = Reader(self.root)
        found: dict[str, list[tuple[str, set[str]]]] = defaultdict(list)
        for snippet in self.rehearsal.runs:
            file = f"snippets/{snippet}.py"
            for other in reader.sources(file).digests:
                if other != file and other.startswith("snippets/") and "__init__" not in other:
                    names = _taken(reader.source(file).tree, other)
                    found[other.removeprefix("snippets/").removesuffix(".py")].append(
                        (snippet, names)
                    )
        return found

    def _figures(self) -> dict[str, list[tuple[str, str]]]:
        """Which figures draw a value of a snippet."""
        found: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for name in self.rehearsal.pictures:
            file = f"figures_src/{name}.py"
            source = figure_source.read((self.root / file).read_text("utf-8"), file)
            for snippet, variable in source.values:
                found[snippet].append((name, variable))
        return found

    def _claims(self) -> dict[str, set[tuple[str, str]]]:
        """Which chapters claim a value of a snippet, by snippet: (chapter, variable)."""
        found: dict[str, set[tuple[str, str]]] = defaultdict(set)
        for name, page in self.rehearsal.pages():
            for block in page.blocks:
                for claim in block.claims:
                    for entry in claim.entries:
                        if entry.name:
                            found[entry.name.snippet].add((name, entry.name.variable))
        return found

    def judged(self, change: Change) -> Fate:
        """What a check makes of a changed program."""
        path = self.root / change.file
        before = path.read_text(encoding="utf-8")
        path.write_text(change.texts({change.file: before})[change.file], encoding="utf-8")
        try:
            fate, run = self._run(change.section)
            if fate != "survived":
                return fate
            return self._imported(change.section, run)
        finally:
            path.write_text(before, encoding="utf-8")

    def _run(self, snippet: str) -> tuple[Fate, Run | None]:
        known = self.rehearsal.runs[snippet]
        limit = 10 * known.seconds + SECONDS
        one = self._call(snippet, 0, limit)
        if one.ended != "returned" or one.output != known.output or _has_nan(one.value):
            return "refuted", None
        values = {name: restored(entry) for name, entry in one.value.items()}
        run = Run(snippet, values, known.lines, one.output)
        changed = _changed(known.values, values)
        if not changed:
            return "survived", run
        fate = self._compared(snippet, run, changed)
        if fate == "survived":
            two = self._call(snippet, 1, limit)
            if (two.ended, two.output, two.value) != (one.ended, one.output, one.value):
                return "refuted", None
        return fate, run

    def _call(self, snippet: str, seed: int, limit: float) -> Answer:
        arguments = {"root": str(self.root), "snippet": snippet}
        worker = self.workers.worker(PRELOAD, seed)
        return worker.call("book.runs:left_behind", arguments, limit=limit)

    def _compared(self, snippet: str, run: Run, changed: set[str]) -> Fate:
        """What pages and figures make of a snippet's changed values."""
        asked = False
        chapters = {name for name, variable in self.claims[snippet] if variable in changed}
        if chapters:
            if self.rehearsal.claims_of(snippet, chapters, run):
                return "refuted"
            report = self.rehearsal.chapter(sorted(chapters), runs={snippet: run})
            if refuted(report.findings):
                return "refuted"
            asked = bool(report.findings)
        if asked:
            return "asked"
        drawn = {name for name, variable in self.figures[snippet] if variable in changed}
        drawings = figures.drawings(self.root, sorted(drawn), fresh=True, workers=self.workers)
        for drawing in drawings.values():
            if drawing.problems or figures.differences(self.rehearsal.root, drawing):
                return "refuted"
        return "survived"

    def _imported(self, snippet: str, run: Run) -> Fate:
        """What the snippets that import it make of a change that it stands itself."""
        known = self.rehearsal.runs
        changed = _changed(known[snippet].values, run.values)
        plain = set(run.values) - changed
        waiting = [s for s, names in self.importers[snippet] if not names or names - plain]
        spent = 0.0
        for other in sorted(waiting, key=lambda other: known[other].seconds):
            spent += known[other].seconds
            if spent > PATIENCE:
                break
            fate, _ = self._run(other)
            if fate != "survived":
                return fate
        return "survived"


def _taken(tree: ast.Module, file: str) -> set[str]:
    """The names that a program takes from another one; none if it has it only by way of others."""
    module = file.removesuffix(".py").replace("/", ".")
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == module:
            names |= {alias.name for alias in node.names}
    return names


def _has_nan(values: Mapping[str, Any]) -> bool:
    return any(entry["nan"] is not None for entry in values.values())


def _changed(before: Mapping[str, Value], after: Mapping[str, Value]) -> set[str]:
    """The names whose values are not the same, to the last bit."""
    return {n for n in before.keys() | after.keys() if before.get(n) != after.get(n)}
