"""A small book for the tests of the book's tool: one chapter, two languages, one snippet."""

import hashlib
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import hypothesis
import pytest

from book import history
from book.check import Report, check
from book.files import write
from book.sync import synced

ROOT = Path(__file__).resolve().parent.parent

SNIPPET = '''"""A word and its weights."""

far = 0.05710
near = 0.968
ratio = near / far
layers = 2047
A = [[0.317, 0.0022], [0.038, 0.643]]
squares = [9.0, 16.0]
products = [3.0 * 3.0, 4.0 * 4.0]

print(f"{far:.3f}")
'''

PAGE = {
    "zh": """---
title: 一章
---
# 一章 { #chapter }

最远的拿到 0.057，最近的 0.968，差 17 倍。 <!--= word.far word.near word.ratio -->
2047 层，1997 年。 <!--= word.layers - -->

| 词 | $A$ | |
|---|---|---|
| 很高兴 | 0.32 | 0.00 <!--= word.A[0] --> |
| 茂茂雨 | 0.04 | 0.64 <!--= word.A[1] --> |

$$
a^2 = a \\cdot a
$$
<!--== word.squares word.products -->

$$
r = 17
$$
<!--= word.ratio -->

## 程序 { #program }

```python title="snippets/chapter/word.py"
--8<-- "snippets/chapter/word.py"
```
```text title="snippets/chapter/word.out"
--8<-- "snippets/chapter/word.out"
```

/// details | 答案
是 5.7%。 <!--= word.far -->
///
""",
    "en": """---
title: A chapter
---
# A chapter { #chapter }

The nearest gets 0.968, the farthest 0.057: a factor of 17. <!--= word.near word.far word.ratio -->
In 1997 it took 2,047 layers. <!--= - word.layers -->

| word | $A$ | |
|---|---|---|
| 很高兴 | 0.32 | 0.00 <!--= word.A[0] --> |
| 茂茂雨 | 0.04 | 0.64 <!--= word.A[1] --> |

$$
a^2 = a \\cdot a
$$
<!--== word.squares word.products -->

$$
r = 17
$$
<!--= word.ratio -->

## The program { #program }

```python title="snippets/chapter/word.py"
--8<-- "snippets/chapter/word.py"
```
```text title="snippets/chapter/word.out"
--8<-- "snippets/chapter/word.out"
```

/// details | Answer
It is 5.7%. <!--= word.far -->
///
""",
}


# Each version of the book tries other cases, the same ones each time: red or green is no chance.
hypothesis.settings.register_profile("book", derandomize=True, deadline=None)
hypothesis.settings.load_profile("book")


def seed_of_the_text() -> int:
    """A seed that changes with the pages of the book, and with nothing else."""
    pages = sorted(ROOT.glob("docs/??/*.md"))
    return int.from_bytes(hashlib.sha256(b"".join(p.read_bytes() for p in pages)).digest()[:4])


# Git, also where the book itself calls it, knows in tests neither the user nor the machine.
NOBODY = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_TERMINAL_PROMPT": "0",
} | {
    f"GIT_{who}_{what}": text
    for who in ("AUTHOR", "COMMITTER")
    for what, text in (("NAME", "A"), ("EMAIL", "a@b.example"))
}
os.environ.update(NOBODY)
# Nor do tests depend on who runs them: how problems are told, where else Python looks for modules,
# and through which host pages of this machine would be asked for.
for name in ("GITHUB_ACTIONS", "PYTHONPATH", "PYTHONWARNINGS", "RUN_LABS"):
    os.environ.pop(name, None)
os.environ.update(dict.fromkeys(("no_proxy", "NO_PROXY"), "127.0.0.1,localhost"))

# In which order, so that two processes end together: long things first, those last that reuse
# what the whole book has left. The whole book is computed by one process, not by each.
WHOLE = ("test_floor.py", "test_promise.py", "test_index.py")
REUSING = ("test_alignment.py", "test_heads.py", "test_lookup.py", "test_trust.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def rank(item: pytest.Item) -> int:
        if item.path.name in WHOLE:
            return 0
        return 1 if item.path.parent.name == "pages" else 2 + (item.path.name in REUSING)

    items.sort(key=rank)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """A file of tests stays with one process, and so do those that compute the whole book."""
    from xdist.scheduler import LoadScopeScheduling

    class ByNeed(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            name = Path(nodeid.partition("::")[0]).name
            return "whole" if name in WHOLE else name

    config.option.loadscopereorder = False
    return ByNeed(config, log)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: who waits for a page to come leaves one idle."""
    return (os.cpu_count() or 1) + 1


@dataclass
class Book:
    """A book in a folder, to be broken and checked."""

    root: Path

    def page(self, language: str) -> Path:
        return self.root / "docs" / language / "chapter.md"

    @property
    def snippet(self) -> Path:
        return self.root / "snippets/chapter/word.py"

    def change(self, path: Path, old: str, new: str, count: int = 1) -> None:
        """Replace a text that must be there."""
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, count), encoding="utf-8")

    def both(self, change: Callable[[str, str], str]) -> None:
        """Rewrite both languages: `change(text, language)`."""
        for language in ("zh", "en"):
            path = self.page(language)
            text = path.read_text(encoding="utf-8")
            path.write_text(change(text, language), encoding="utf-8")

    def check(self, **options) -> Report:
        return check(self.root, **options)

    def problems(self) -> list[str]:
        return [str(problem) for problem in self.check().problems]

    def sync(self) -> None:
        write(synced(self.root, self.check()))


def git(root: Path, *arguments: str) -> None:
    """Run git as an author whom nobody's settings know, without hooks, in the repository there."""
    command = ["git", "-c", f"core.hooksPath={os.devnull}", *arguments]
    environment = history.environment() | NOBODY
    subprocess.run(command, cwd=root, env=environment, check=True, capture_output=True)


@pytest.fixture(autouse=True)
def same_draws() -> None:
    """Let a test draw the same numbers whatever ran before it in its process."""
    random.seed(0)
    if torch := sys.modules.get("torch"):  # where a test needs it
        torch.manual_seed(0)


# Arguments of Python that stand for `-m book`, where its workers are such as `light` has.
LIGHT = (
    "-c",
    "import sys, book.figures, book.runs; "
    "book.runs.PRELOAD = book.figures.PRELOADED = ('book.runs',); "
    "from book.__main__ import main; sys.exit(main())",
)


@contextmanager
def light() -> Iterator[None]:
    """Workers that do not import torch: the small book's snippet needs none, and is run often."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("book.runs.PRELOAD", ("book.runs",))
        yield


@pytest.fixture(scope="module")
def light_workers():
    """Such workers for the tests of this file, and for no others of this process."""
    with light():
        yield


@pytest.fixture(scope="session")
def finished_book(tmp_path_factory) -> Path:
    """A small book, synced once, with everything computed."""
    root = tmp_path_factory.mktemp("book")
    (root / "mkdocs.yml").write_text("site_name: book\n")
    for language, text in PAGE.items():
        write({root / "docs" / language / "chapter.md": text})
    write({root / "snippets/chapter/word.py": SNIPPET})
    with light():
        Book(root).sync()
        assert Book(root).problems() == []
    return root


@pytest.fixture
def book(finished_book, light_workers, tmp_path) -> Book:
    """A copy of the small book that a test may break."""
    root = tmp_path / "书 book"
    shutil.copytree(finished_book, root)
    return Book(root)
