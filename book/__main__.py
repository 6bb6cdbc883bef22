"""The command `python -m book`; `book.commands` says what it does.

A check of what has not changed since it was found right is answered here, before all that a check
imports: whoever builds again after a change of the theme waits a tenth as long.
"""

import gc
import shlex
import sys
from pathlib import Path

from book import unchanged

MADE = 50_000  # objects until garbage is looked for: most of what a check makes it keeps


def main(argv: list[str] | None = None) -> int:
    """Run one command; the exit code is 0 if all is well, 1 for problems, 2 for a wrong call."""
    given = sys.argv[1:] if argv is None else argv
    if given == ["check"] and (Path.cwd() / "mkdocs.yml").is_file():
        told = unchanged.told(Path.cwd())
        if told is not None:
            print(told)
            return 0
    gc.set_threshold(MADE)
    try:
        from book import commands  # imports what it takes to compute and to draw
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "book":
            raise
        print(
            f"{error.name} is not installed here; in the book's own environment: {_nox(given)}",
            file=sys.stderr,
        )
        return 2
    return commands.main(given)


def _nox(given: list[str]) -> str:
    """The same command as README has it, which makes that environment if there is none."""
    command, *rest = given or ["check"]
    return f"nox -s {command}" + (f" -- {shlex.join(rest)}" if rest else "")


if __name__ == "__main__":
    sys.exit(main())
