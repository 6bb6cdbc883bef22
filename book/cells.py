"""Cells: a snippet as a notebook holds it, without the imports that earlier cells make needless.

In a notebook all cells share their names. So where a snippet imports a name of another snippet,
the cell that bound this name last must be that of the other snippet.
"""

import ast
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from book.labs import TRY, Cell, Lab
from book.problems import Problem
from book.sources import bound

Source = Callable[[str], str | None]  # the text of a snippet, None if there is none


class NotACell(ValueError):
    """A snippet that a notebook cannot hold. `line` is where, in the snippet."""

    def __init__(self, message: str, line: int):
        super().__init__(message)
        self.line = line


def cell(source: str) -> str:
    """A snippet as a cell: no imports of snippets, and what it prints without its guard.

    `from snippets.a.b import x as y` becomes `y = x`. Raises NotACell for what a notebook cannot
    hold, or SyntaxError.
    """
    lines = source.rstrip().split("\n")
    new: dict[int, list[str]] = {}  # what stands in place of a line, counted from 1
    for node in ast.parse(source).body:
        span = range(node.lineno, (node.end_lineno or node.lineno) + 1)
        if _imports_snippet(node):
            new |= {at: [] for at in span}
            new[node.lineno] = [
                f"{alias.asname} = {alias.name}" for _, alias in _names(node) if alias.asname
            ]
        elif _is_guard(node):
            new[node.lineno] = []
            for at in span[1:]:
                new[at] = [lines[at - 1].removeprefix("    ")]
    kept: list[str] = []
    for at, line in enumerate(lines, 1):
        put = new.get(at, [line])
        gap = not put or not put[0].strip()
        if gap and (at in new or at - 1 in new) and (not kept or not kept[-1].strip()):
            continue  # no blank lines about what is gone
        kept += put
    return "\n".join(kept).strip("\n")


def _imports_snippet(node: ast.stmt) -> bool:
    if isinstance(node, ast.Import):
        return any(alias.name.partition(".")[0] == "snippets" for alias in node.names)
    return isinstance(node, ast.ImportFrom) and (node.module or "").startswith("snippets")


def _names(node: ast.stmt) -> Iterator[tuple[str, ast.alias]]:
    """What a statement imports: the snippet, and the name that it takes from there."""
    parts = node.module.split(".") if isinstance(node, ast.ImportFrom) and node.module else []
    if len(parts) != 3 or any(alias.name == "*" for alias in node.names):
        raise NotACell("a cell takes names from snippets, not modules", node.lineno)
    for alias in node.names:
        yield "/".join(parts[1:]), alias


def _is_guard(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "__name__ == '__main__'"


@dataclass(frozen=True)
class _Module:
    """What other cells must know of a snippet."""

    origins: dict[str, tuple[str, str]]  # imported name -> snippet, and its name there
    binds: dict[str, str]  # as `binds`
    inner: frozenset[str]  # names that its functions look up when they are called
    functions: frozenset[str]


_NAMED = (ast.FunctionDef, ast.ClassDef)
_FUNCTIONS = (*_NAMED, ast.Lambda)


def _module(source: str, snippet: str) -> _Module:
    tree = ast.parse(source)
    origins = {
        alias.asname or alias.name: (other, alias.name)
        for node in tree.body
        if _imports_snippet(node)
        for other, alias in _names(node)
    }
    functions = [node for node in ast.walk(tree) if isinstance(node, _FUNCTIONS)]
    loaded = {
        node.id
        for function in functions
        for node in ast.walk(function)
        if isinstance(node, ast.Name)
    }
    here = binds(tree, snippet)
    named = frozenset(node.name for node in functions if isinstance(node, _NAMED))
    return _Module(origins, here, frozenset(loaded & here.keys()), named)


def binds(tree: ast.Module, here: str) -> dict[str, str]:
    """The names that a cell binds for the cells behind it, each with where it comes from.

    That is `here`, or for what a library gives the same words in every cell.
    """
    found = dict.fromkeys(bound(tree), here)
    found |= {node.name: here for node in ast.walk(tree) if isinstance(node, _NAMED)}
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom) and not _imports_snippet(node):
            module = node.module if isinstance(node, ast.ImportFrom) else ""
            for alias in node.names:
                name = alias.asname or alias.name.partition(".")[0]
                found[name] = f"{module} {alias.name}".strip()
    return found


def differences(lab: Lab, source: Source) -> Iterator[tuple[Problem, str | None, int, int]]:
    """Each cell that is not its snippet: the problem, and the text to put at `start:end`.

    Without a text nothing but an author can mend it.
    """
    for one in lab.cells:
        if one.kind != "snippet":
            continue
        if (text := source(one.name)) is None:
            message = f"there is no snippet snippets/{one.name}.py"
            problem = Problem(lab.file, one.line, 1, message, "write it, or name one that exists")
            yield problem, None, one.start, one.end
            continue
        with suppress(NotACell, SyntaxError):  # told by `problems`, or where the snippet stands
            expected = cell(text)
            if one.text != expected:
                line = _first_difference(one.text, expected)
                what = "this cell is not" if one.text else "here is to stand"
                problem = Problem(
                    lab.file,
                    one.line + 1 + line,
                    1,
                    f"{what} snippets/{one.name}.py",
                    f"python -m book sync {lab.name}",
                )
                yield problem, expected + ("" if one.text else "\n"), one.start, one.end


def _first_difference(before: str, after: str) -> int:
    """The first line that differs, counted from zero; of `before` at the latest its last."""
    ours, theirs = before.split("\n"), after.split("\n")
    pairs = zip(ours, theirs, strict=False)
    return next((at for at, (one, two) in enumerate(pairs) if one != two), len(ours) - 1)


def problems(lab: Lab, source: Source) -> Iterator[Problem]:
    """The names that a cell of a lab would not find as its snippet has them."""
    last: dict[str, tuple[str, Cell]] = {}  # of each name: where it comes from, and by which cell
    modules: dict[str, _Module] = {}
    for one in lab.code:
        try:
            if one.kind == "snippet":
                if (text := source(one.name)) is None:
                    continue  # told elsewhere
                modules[one.name] = _module(text, one.name)
                yield from _missing(lab, one, modules, last)
                tree = ast.parse(cell(text))
            else:
                tree = ast.parse(one.text)
        except NotACell as error:
            where = f"snippets/{one.name}.py:{error.line}"
            yield Problem(lab.file, one.line, 1, f"{where}: {error}", "show another snippet")
            continue
        except SyntaxError as error:
            if one.kind == "try":  # that of a snippet is told where it stands
                line, column = one.line + (error.lineno or 1), error.offset or 1
                yield Problem(lab.file, line, column, f"SyntaxError: {error.msg}", "mend the line")
            continue
        last |= {name: (origin, one) for name, origin in binds(tree, one.name).items()}


def _missing(
    lab: Lab, one: Cell, modules: dict[str, _Module], last: dict[str, tuple[str, Cell]]
) -> Iterator[Problem]:
    """What a snippet imports, and what the functions among that look up, if it is not there."""
    needs: set[tuple[str, str]] = set()
    waiting = list(modules[one.name].origins.values())
    while waiting:
        need = snippet, name = waiting.pop()
        if need in needs:
            continue
        needs.add(need)
        module = modules.get(snippet)
        if module is None:
            continue
        origin = module.origins.get(name)
        if origin and origin[1] == name:  # handed on; the cell that binds it is another
            needs.remove(need)
            waiting.append(origin)
        elif name in module.functions:
            waiting += [(snippet, inner) for inner in module.inner]
    for snippet, name in sorted(needs):
        if snippet not in modules:
            message = f"{one.name} needs {name} of {snippet}, which no cell before it holds"
            yield Problem(lab.file, one.line, 1, message, f"add a cell above: # %% {snippet}")
            continue
        origin, binder = last.get(name, ("", one))
        if origin != modules[snippet].binds.get(name, snippet):
            message = (
                f"{one.name} needs {name} of {snippet}, "
                f"but line {binder.line} ({binder.name or TRY}) bound it last"
            )
            remedy = f"repeat # %% {snippet} above, or use another name there"
            yield Problem(lab.file, one.line, 1, message, remedy)
