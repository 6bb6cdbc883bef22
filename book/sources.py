"""Sources: the files of the book, and what each imports from it, found without running them."""

import ast
import difflib
import hashlib
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from book.problems import Problem
from book.worker import SOURCES

PACKAGES = (*SOURCES, "book")  # what a snippet may import from the book
# what else: nothing that knows the day, the machine or the network
LIBRARIES = {
    "__future__", "abc", "bisect", "cmath", "collections", "contextlib", "copy", "dataclasses",
    "decimal", "enum", "fractions", "functools", "heapq", "itertools", "math", "numbers",
    "numpy", "operator", "random", "re", "statistics", "string", "textwrap", "torch", "typing",
    "warnings",
}  # fmt: skip


@dataclass(frozen=True)
class Sources:
    """A file with all that it imports from the book, and what is wrong there."""

    digests: dict[str, str]  # file -> sha256 of its bytes
    problems: tuple[Problem, ...]

    def current(self, root: Path) -> bool:
        """Whether the files are still what was read, and none was saved meanwhile."""
        try:
            return all(_digest((root / f).read_bytes()) == was for f, was in self.digests.items())
        except OSError:
            return False


def snippets_of(root: Path) -> list[str]:
    """Every snippet below `root`, as `chapter/name`, sorted."""
    files = (root / "snippets").glob("[!.]*/[!._]*.py")
    return sorted(f"{f.parent.name}/{f.stem}" for f in files)


def sources(root: Path, file: str) -> Sources:
    """A file of the book with all that it imports from the book, found without running it."""
    return Reader(root.resolve()).sources(file)


def bound(tree: ast.Module) -> dict[str, int]:
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
        digest = _digest(content)
        if not (root / file).resolve().is_relative_to(root.resolve()):
            problem = Problem(file, 1, 1, "a link out of the book", "put the file itself here")
            return cls(digest, problems=(problem,))
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


@lru_cache(maxsize=1024)  # a check reads the same sources more than once
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

    for node in statements(tree):
        for module, names in _imported(node, file):
            if module.partition(".")[0] not in PACKAGES:
                if file.startswith("snippets/") and module.partition(".")[0] not in LIBRARIES:
                    message = f"imports {module}, which a snippet does not need"
                    remedy = "compute with numpy, torch, math and other snippets"
                    problems.append(
                        Problem(file, node.lineno, node.col_offset + 1, message, remedy)
                    )
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
    if file.startswith("snippets/"):
        problems.extend(_by_name(file, tree))
    packages.pop(file, None)
    return imports, tuple(packages), tuple(problems)


def statements(tree: ast.Module) -> list[ast.AST]:
    """A module and all its statements, also those within others, in the order of `ast.walk`.

    Their expressions, which are most of a tree, are left out.
    """
    found: list[ast.AST] = [tree]
    for node in found:
        for part in ("body", "handlers", "orelse", "finalbody", "cases"):
            found += getattr(node, part, ())
    return found


@lru_cache(maxsize=1024)  # `_parsed` gives the same tree for the same source
def _by_name(file: str, tree: ast.Module) -> tuple[Problem, ...]:
    """What depends on whether a snippet is run or imported, except what it only prints."""
    guards = [
        node
        for node in tree.body
        if isinstance(node, ast.If)
        and ast.unparse(node.test) == "__name__ == '__main__'"
        and not node.orelse
    ]
    tests = {name for guard in guards for name in ast.walk(guard.test)}
    message = "what imports it may find another value: it asks for __name__"
    remedy = 'keep to `if __name__ == "__main__":` around what is printed'
    return tuple(
        Problem(file, node.lineno, node.col_offset + 1, message, remedy)
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and node.id == "__name__" and node not in tests
    )


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


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


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
