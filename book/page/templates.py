"""Templates: what Jinja makes of them in Python is kept from one build to the next."""

import shutil
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from jinja2 import Environment, FileSystemBytecodeCache
from jinja2.bccache import Bucket


def kept(environment: Environment, root: Path) -> Environment:
    """The environment, which compiles a template only if it has changed since it did so last.

    Jinja looks at the text of the template and at the version of Python; what else the code depends
    on, the packages that set the environment up, names the folder.
    """
    packages = (f"{name}-{version(name)}" for name in ("Jinja2", "mkdocs", "mkdocs-material"))
    folder = root / ".cache" / "templates" / "-".join(packages)
    with suppress(OSError):  # a full disk or a read-only tree: they are compiled again next time
        folder.mkdir(parents=True, exist_ok=True)
        for other in set(folder.parent.iterdir()) - {folder}:
            shutil.rmtree(other, ignore_errors=True)
        environment.bytecode_cache = _Compiled(str(folder))
    return environment


class _Compiled(FileSystemBytecodeCache):
    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write the code beside the others, if that is possible."""
        with suppress(OSError):
            super().dump_bytecode(bucket)
