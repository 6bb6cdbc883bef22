"""What commands cost: how long they take, how much processors work, how much memory they need."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

EVERY = 0.1  # seconds between two looks at the memory
LEFT_OUT = ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH")  # readers do not set them
SETTINGS = {"NO_MKDOCS_2_WARNING": "1", "RUN_LABS": "false", "MPLBACKEND": "agg"}


class CommandError(RuntimeError):
    """A command that failed: what it cost means nothing."""


@dataclass(frozen=True)
class Cost:
    """What commands cost that ran one after the other.

    `seconds` passed, `work` is the processor time in seconds of all processes that have ended,
    `memory` the largest sum, in bytes, of what all processes held at once, with memory that several
    share counted once (where the system says it). `torch` tells whether one of them had loaded it.
    """

    seconds: float
    work: float
    memory: int
    torch: bool


def cost(commands: Sequence[Sequence[str]], folder: Path) -> Cost:
    """Run commands in a folder, one after the other. Raises CommandError if one fails."""
    environment = {k: v for k, v in os.environ.items() if k not in LEFT_OUT} | SETTINGS
    began, worked = time.perf_counter(), _work()
    memory, torch = 0, False
    for command in commands:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
        watch = _Watch(process.pid)
        said, _ = process.communicate()
        watch.end()
        if process.returncode:
            raise CommandError(f"{' '.join(command)} in {folder}:\n{said[-3000:]}")
        memory, torch = max(memory, watch.memory), torch or watch.torch
    return Cost(time.perf_counter() - began, _work() - worked, memory, torch)


def _work() -> float:
    """The processor time of all children that have ended, with theirs."""
    times = os.times()
    return times.children_user + times.children_system


class _Watch(threading.Thread):
    """Looks at a process and its descendants until it is told to end."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.pid = pid
        self.memory = 0
        self.torch = False
        self.over = threading.Event()
        self.start()

    def run(self) -> None:
        while not self.over.wait(EVERY):
            held = 0
            for process in _tree(self.pid):
                try:
                    held += _held(process)
                    self.torch = self.torch or _has_torch(process.pid)
                except (psutil.Error, OSError):
                    continue  # it has ended meanwhile
            self.memory = max(self.memory, held)

    def end(self) -> None:
        """Look no more."""
        self.over.set()
        self.join()


def _tree(pid: int) -> list[psutil.Process]:
    try:
        first = psutil.Process(pid)
        return [first, *first.children(recursive=True)]
    except psutil.Error:
        return []


def _held(process: psutil.Process) -> int:
    """Bytes of memory of a process, with its part of what it shares."""
    if sys.platform == "linux":
        return process.memory_full_info().pss
    return process.memory_info().rss


def _has_torch(pid: int) -> bool:
    if sys.platform != "linux":
        return any("torch_cpu" in each.path for each in psutil.Process(pid).memory_maps())
    return "libtorch" in Path(f"/proc/{pid}/maps").read_text(encoding="utf-8", errors="replace")
