"""Reports: problems for a person, for a program, and beside the lines of a pull request."""

import json
from collections.abc import Sequence
from dataclasses import asdict

from book.check import Counts
from book.problems import Problem


def text(problems: Sequence[Problem]) -> str:
    """Problems as lines `file:line:column: message`, each with its remedy below."""
    return "\n".join(map(str, problems))


def as_json(problems: Sequence[Problem], counts: Counts) -> str:
    """Problems and counts as one JSON object: `{"problems": […], "counts": {…}}`."""
    found = {"problems": [asdict(problem) for problem in problems], "counts": asdict(counts)}
    return json.dumps(found, ensure_ascii=False, indent=2)


def annotations(problems: Sequence[Problem]) -> str:
    """Problems as GitHub Actions annotates a pull request with them."""
    return "\n".join(
        f"::error file={_property(p.file)},line={p.line},col={p.column}::"
        + _data(f"{p.message}\n{p.remedy}" if p.remedy else p.message)
        for p in problems
    )


def _data(value: str) -> str:
    return value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")
