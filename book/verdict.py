"""Verdicts: what is wrong with a snippet that has run twice to its end."""

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Any

from book.problems import Problem
from book.sources import Sources
from book.values import place
from book.worker import Answer

NAN = re.compile(r"(?<![A-Za-z0-9_])[-+]?nan(?![A-Za-z0-9_])", re.IGNORECASE)
NEGATIVE_ZERO = re.compile(r"(?<![\w.)\]])[-\N{MINUS SIGN}]0(?:\.0*)?(?:[eE][-+]?\d+)?(?![\w.])")
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!$)")


def verdict(
    file: str,
    tree: ast.Module,
    lines: Mapping[str, int],
    source: Sources,
    answers: tuple[Answer, ...],
) -> list[Problem]:
    """What is wrong with the values and the output of two runs, each at its line, sorted."""
    one, two = answers
    return sorted(
        [
            *_unkept(file, lines, one.value),
            *_different(file, lines, one.value, two.value),
            *_unprinted(file, tree, one.output),
            *_unread(file, tree, one.output, two.output),
            *_unseen(file, source, one.opened),
        ]
    )


def _unkept(file: str, lines: Mapping[str, int], values: dict[str, Any]) -> Iterator[Problem]:
    for name, entry in values.items():
        if entry["nan"] is not None:
            at = place(tuple(entry["shape"]), entry["nan"])
            yield Problem(
                file,
                lines.get(name, 1),
                1,
                f"{name}{at} is NaN",
                "compute it without 0/0 and inf - inf, or name it with a leading underscore",
            )


def _different(
    file: str, lines: Mapping[str, int], one: dict[str, Any], two: dict[str, Any]
) -> Iterator[Problem]:
    for name in sorted({**one, **two}):
        difference = _difference(name, one.get(name), two.get(name))
        if difference:
            yield Problem(
                file,
                lines.get(name, 1),
                1,
                f"{difference} in two runs",
                "set a seed in sight (torch.manual_seed), sort what comes from a set, leave out "
                "times",
            )


def _difference(name: str, one: dict[str, Any] | None, two: dict[str, Any] | None) -> str:
    if one is None or two is None:
        return f"{name} is a number only once"
    for part in ("kind", "shape"):
        if one[part] != two[part]:
            return f"{part} of {name} is {one[part]} and {two[part]}"
    for offset, (a, b) in enumerate(zip(one["data"], two["data"], strict=True)):
        if a != b and not (a != a and b != b):
            return f"{name}{place(tuple(one['shape']), offset)} is {a!r} and {b!r}"
    return f"{name} has other entries" if one["digest"] != two["digest"] else ""


def _unprinted(file: str, tree: ast.Module, output: str) -> Iterator[Problem]:
    line = _prints(tree)
    for number, text in enumerate(output.split("\n"), 1):
        for pattern, remedy in (
            (NAN, "print only what is defined: mask it, or say with isnan where it is not"),
            (NEGATIVE_ZERO, "add 0.0 before you print: -0.0 + 0.0 is 0.0; round before that"),
            (CONTROL, "print text and line ends only"),
        ):
            if found := pattern.search(text):
                what = found[0] if found[0].isprintable() else repr(found[0])
                shown = "".join(c if c.isprintable() else " " for c in text.strip()[:60])
                message = f"prints {what} in line {number} of its output: {shown}"
                yield Problem(file, line, 1, message, remedy)


def _unread(file: str, tree: ast.Module, one: str, two: str) -> Iterator[Problem]:
    if one != two:
        pairs = zip([*one.splitlines(), ""], [*two.splitlines(), ""], strict=False)
        number, (a, b) = next(
            ((n, pair) for n, pair in enumerate(pairs, 1) if pair[0] != pair[1]), (1, (one, two))
        )
        yield Problem(
            file,
            _prints(tree),
            1,
            f"line {number} of its output is {a[:60]!r} and {b[:60]!r} in two runs",
            "print nothing that depends on a time, an address, an unset seed or a set's order",
        )


def _unseen(file: str, source: Sources, opened: tuple[str, ...]) -> Iterator[Problem]:
    for path in opened:
        if path not in source.digests:
            yield Problem(
                file,
                1,
                1,
                f"reads {path} without an import statement, so a change there would go unnoticed",
                "write the import as a statement, and the numbers into a snippet",
            )


def _prints(tree: ast.Module) -> int:
    """The line of the first `print`, where there is one."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    names = (n.lineno for n in calls if isinstance(n.func, ast.Name) and n.func.id == "print")
    return min(names, default=1)
