"""What the source of a figure says: the values it imports, and whether it computes."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from book.problems import Problem

MOVE_IT = "a figure computes nothing; move it to a snippet and import the result"
ONCE = "style and saving are done once, for all figures (figures_src/book.mplstyle)"

COUNTING = {"range", "arange"}
COMPUTING_BUILTINS = {"abs", "divmod", "max", "min", "pow", "round", "sum"}
COMPUTING_MODULES = {"numpy", "torch", "math", "cmath", "statistics", "scipy"}
VIEWS = {
    "detach", "diagonal", "flatten", "flip", "item", "items", "keys", "numpy", "permute", "ravel",
    "reshape", "size", "squeeze", "swapaxes", "t", "tolist", "transpose", "unbind", "unsqueeze",
    "values", "view",
}  # fmt: skip
LOOKS = {"savefig", "imsave", "rcParams", "rc", "rc_context", "style"}


@dataclass
class FigureSource:
    """A module of figures_src, read but not run.

    `values` holds (snippet, variable) in order of appearance, e.g. ("recurrence/backward", "far");
    `line` is where draw() stands, `languages` whether it takes one.
    """

    values: list[tuple[str, str]] = field(default_factory=list)
    line: int = 1
    languages: bool = False
    problems: list[Problem] = field(default_factory=list)


def read(text: str, file: str) -> FigureSource:
    """Read the module `file`; a syntax error, a missing draw() and arithmetic are problems."""
    source = FigureSource()

    def refuse(node: ast.AST | None, message: str, remedy: str) -> None:
        line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
        source.problems.append(Problem(file, line, column + 1, message, remedy))

    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        source.problems.append(Problem(file, error.lineno or 1, error.offset or 1, error.msg))
        return source

    if not ast.get_docstring(tree):
        refuse(
            None, "the module has no docstring", "say in one sentence what the reader should see"
        )
    draws = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == "draw"]
    if draws:
        source.line = draws[-1].lineno
        arguments = [argument.arg for argument in draws[-1].args.args]
        source.languages = arguments == ["language"]
        if arguments not in ([], ["language"]):
            refuse(draws[-1], f"draw takes {', '.join(arguments)}", "draw() or draw(language)")
    else:
        refuse(
            None, "the module has no draw()", "define draw() or draw(language), returning a Figure"
        )

    imports = _Imports(tree)
    source.values = imports.values
    for node in imports.stars:
        refuse(node, "imports everything of a snippet", "import each value by its name")
    for node, message, remedy in _computations(tree, imports):
        refuse(node, message, remedy)
    return source


class _Imports:
    """Names that stand for values of snippets, and names that stand for computing modules."""

    def __init__(self, tree: ast.Module) -> None:
        self.values: list[tuple[str, str]] = []
        self.names: set[str] = set()  # local names of values, and of snippets imported whole
        self.computing: set[str] = set()
        self.stars: list[ast.AST] = []
        whole: dict[str, str] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                self._from(node, whole)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    top = alias.name.split(".")[0]
                    if top in COMPUTING_MODULES:
                        self.computing.add(alias.asname or top)
                    elif top == "snippets" and alias.asname:
                        whole[alias.asname] = alias.name
                    elif top == "snippets":
                        self.stars.append(node)
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                module = whole.get(node.value.id)
                if module:
                    self._add(module, node.attr)
        self.names |= set(whole)

    def _from(self, node: ast.ImportFrom, whole: dict[str, str]) -> None:
        module = node.module or ""
        parts = module.split(".")
        for alias in node.names:
            local = alias.asname or alias.name
            if parts[0] in COMPUTING_MODULES:
                self.computing.add(local)
            elif parts[0] == "snippets" and alias.name == "*":
                self.stars.append(node)
            elif parts[0] == "snippets" and len(parts) == 2:
                whole[local] = f"{module}.{alias.name}"
            elif parts[0] == "snippets":
                self._add(module, alias.name)
                self.names.add(local)

    def _add(self, module: str, variable: str) -> None:
        value = ("/".join(module.split(".")[1:]), variable)
        if value not in self.values:
            self.values.append(value)


def _computations(tree: ast.Module, imports: _Imports) -> Iterator[tuple[ast.AST, str, str]]:
    """Every node that computes with an imported value, or sets the look."""

    def imported(node: ast.AST) -> str | None:
        names = (n.id for n in ast.walk(node) if isinstance(n, ast.Name) and n.id in imports.names)
        return next(names, None)

    def visit(node: ast.AST) -> Iterator[tuple[ast.AST, str, str]]:
        if isinstance(node, ast.BinOp | ast.UnaryOp | ast.AugAssign):
            name = None if isinstance(getattr(node, "op", None), ast.Not) else imported(node)
            if name:
                yield node, f"arithmetic on {name}: {ast.unparse(node)}", MOVE_IT
                return
        if isinstance(node, ast.Attribute) and node.attr in LOOKS:
            yield node, f"sets the look: {ast.unparse(node)}", ONCE
        if isinstance(node, ast.Call):
            function = node.func
            called = getattr(function, "attr", getattr(function, "id", ""))
            if called in COUNTING:
                return
            root = _root(function)
            computes = (
                (root in imports.computing)
                or (
                    isinstance(function, ast.Name)
                    and called in COMPUTING_BUILTINS
                    and imported(node)
                )
                or (root in imports.names and called not in VIEWS)
            )
            if computes:
                yield node, f"a computation: {ast.unparse(node)}", MOVE_IT
                return
        for child in ast.iter_child_nodes(node):
            yield from visit(child)

    yield from visit(tree)


def _root(node: ast.AST) -> str:
    """The name at the left end of a chain of attributes, indices and calls: `a` of `a.b[0].c()`."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""
