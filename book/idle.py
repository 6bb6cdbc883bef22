"""Idle: values of snippets that nothing reads.

A value that no page claims, no figure draws and no program reads could be anything: a reader of
the snippet wonders what it is for, and nobody would notice if it were wrong.
"""

import ast
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from book.labs import Lab
from book.names import Name
from book.problems import Problem
from book.runs import Run
from book.sources import Reader, statements

REMEDY = (
    "claim it, print it or remove it; name it _ or with a leading underscore if it must be there"
)

Values = set[tuple[str, str]]  # (snippet, variable)
ANY = "*"  # in the place of a variable: which one is known only when the program runs


def idle(
    root: Path, runs: Collection[Run], claimed: Iterable[Name], labs: Iterable[Lab]
) -> Iterator[Problem]:
    """The values that nothing reads, each at the line that binds it.

    `claimed` are the names that pages have, `labs` the notebooks, where a reader may try values.
    Figures and tests of the book count: what they import is read.
    """
    reader = Reader(root)
    read: Values = {(name.snippet, name.variable) for name in claimed}
    for lab in labs:
        for cell in lab.code:
            if cell.kind == "try" and (tree := _parsed(cell.text)):
                read |= {(snippet, name) for snippet in lab.snippets for name in _loaded(tree)}
    files = [f"snippets/{run.snippet}.py" for run in runs]
    figures = (root / "figures_src").glob("[!.]*/[!.]*.py")
    for file in (*files, *(path.relative_to(root).as_posix() for path in figures)):
        read |= taken(reader.source(file).tree)
    unread: dict[tuple[str, str], Problem] = {}
    for run in runs:
        file = f"snippets/{run.snippet}.py"
        tree = reader.source(file).tree
        known = _loaded(tree) | _imported(tree)
        for name in run.values.keys() - known:
            if not _read(run.snippet, name, read):
                problem = Problem(file, run.lines.get(name, 1), 1, f"nothing reads {name}", REMEDY)
                unread[run.snippet, name] = problem
    if unread:
        tested = _tested(root, {snippet for snippet, _ in unread})
        unread = {
            (snippet, name): problem
            for (snippet, name), problem in unread.items()
            if not _read(snippet, name, tested)
        }
    yield from unread.values()


def _read(snippet: str, name: str, read: Values) -> bool:
    return (snippet, name) in read or (snippet, ANY) in read


def taken(tree: ast.Module) -> Values:
    """The names that a program takes from snippets: imported one by one, or from one as a whole."""
    found: Values = set()
    whole: dict[str, str] = {}  # snippets by what they are called here
    for node in statements(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            package, *parts = node.module.split(".")
            if package == "snippets":
                for alias in node.names:
                    if len(parts) == 1:
                        whole[alias.asname or alias.name] = f"{parts[0]}/{alias.name}"
                    else:
                        found.add(("/".join(parts), alias.name))
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.startswith("snippets.") and alias.asname:
                    whole[alias.asname] = alias.name.removeprefix("snippets.").replace(".", "/")
    for node in ast.walk(tree) if whole else ():
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id in whole
        ):
            found.add((whole[node.value.id], node.attr))
        elif isinstance(node, ast.Call) and node.args and ast.unparse(node.func) == "getattr":
            module = ast.unparse(node.args[0])
            if module in whole:
                found.add((whole[module], ANY))
    return found


def _tested(root: Path, snippets: set[str]) -> Values:
    """The names that tests take from some snippets."""
    modules = {f"snippets.{snippet.replace('/', '.')}" for snippet in snippets}
    folders = {f"snippets.{snippet.partition('/')[0]} import" for snippet in snippets}
    found: Values = set()
    for path in sorted((root / "tests").rglob("[!.]*.py")):
        text = path.read_text(encoding="utf-8")
        if any(word in text for word in (*modules, *folders)) and (tree := _parsed(text)):
            found |= taken(tree)
    return found


def _parsed(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except SyntaxError:  # told elsewhere
        return None


def _loaded(tree: ast.Module) -> set[str]:
    """The names that a program reads somewhere."""
    return {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }


def _imported(tree: ast.Module) -> set[str]:
    """The names that a program has from elsewhere, where they are looked at."""
    return {
        alias.asname or alias.name.partition(".")[0]
        for node in statements(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
