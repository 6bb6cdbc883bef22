"""Build the pages of both languages into `site/`, those of a language only if they may differ.

python -m book.page            leave what stands there as it would be built
python -m book.page --fresh    build all
"""

import argparse
import sys
from pathlib import Path

from book.files import alone
from book.page import unchanged
from book.problems import Problem

LOCK = ".cache/build.lock"
AGAIN = "run it again when that has ended"


def main(argv: list[str] | None = None) -> int:
    """Build, and say what is left as it is; the exit code is 1 for an error and for a warning."""
    parser = argparse.ArgumentParser("python -m book.page", description=__doc__.partition("\n")[0])
    parser.add_argument("--fresh", action="store_true", help="build all, whatever stands there")
    fresh, root = parser.parse_args(argv).fresh, Path.cwd()
    if not (root / "mkdocs.yml").is_file():
        print("there is no book here: run this in the folder of mkdocs.yml", file=sys.stderr)
        return 2
    with alone(root / LOCK) as ours:
        if ours:
            return _built(root, fresh)
    print(Problem(LOCK, 1, 1, "another build is at work in this book", AGAIN))
    return 1


def _built(root: Path, fresh: bool) -> int:
    for language in ("zh", "en"):
        if not fresh and unchanged.stands(root, language):
            print(f"nothing has changed: the pages in docs/{language} are built already")
            continue
        from click import ClickException

        from book.page.site import built  # imports MkDocs

        try:
            built(root, language)
        except ClickException as error:
            error.show()
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
