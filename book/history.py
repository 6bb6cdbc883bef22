"""History: what Git answers about the folder of the book."""

import os
import subprocess
from pathlib import Path

# Set while Git runs a hook, or by a user: they name another repository, or read paths otherwise.
OTHERS = (
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_DIR",
    "GIT_GLOB_PATHSPECS",
    "GIT_GRAFT_FILE",
    "GIT_ICASE_PATHSPECS",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_LITERAL_PATHSPECS",
    "GIT_NAMESPACE",
    "GIT_NOGLOB_PATHSPECS",
    "GIT_NO_REPLACE_OBJECTS",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_REPLACE_REF_BASE",
    "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
)
PLAIN = ("core.quotePath=off", "color.ui=never", "log.showRoot=true", "log.showSignature=false")


def answer(root: Path, *arguments: str) -> bytes | None:
    """What Git answers in a folder, whatever the user's settings; None if it refuses.

    Raises FileNotFoundError where there is no Git.
    """
    settings = [part for setting in PLAIN for part in ("-c", setting)]
    command = ["git", *settings, *arguments]
    done = subprocess.run(command, cwd=root, env=environment(), capture_output=True, check=False)
    return done.stdout if done.returncode == 0 else None


def environment() -> dict[str, str]:
    """The environment, in which Git finds the repository by the folder that it is run in."""
    return {name: text for name, text in os.environ.items() if name not in OTHERS}
