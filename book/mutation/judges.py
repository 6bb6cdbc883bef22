"""Judges: processes that try changes side by side, each in a copy of this one."""

import multiprocessing
import multiprocessing.util
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import AbstractContextManager
from itertools import chain, islice
from typing import Any

from book.mutation.changes import Change
from book.worker import FORKS

Judge = Callable[[Change], Any]
Hired = Callable[[], AbstractContextManager[Judge]]

_judge: Judge  # of a process that has been hired


def verdicts(
    hired: Hired, changes: Iterable[Change], jobs: int, seconds: float | None = None
) -> Iterator[tuple[Change, Any]]:
    """Each change with its verdict, as soon as it is there, until the seconds are over.

    `hired` opens a judge and closes it behind it; each of `jobs` processes has one of its own. A
    change that has been begun is judged to its end. Where processes cannot fork there is one judge.
    """
    ends = None if seconds is None else time.monotonic() + seconds
    waiting = (change for change in changes if ends is None or time.monotonic() < ends)
    if jobs == 1 or not FORKS:
        yield from _alone(hired, waiting)
        return
    forking = multiprocessing.get_context("fork")  # what is known here need not be found out again
    with ProcessPoolExecutor(jobs, forking, _begin, (hired,)) as processes:
        running: dict[Future[Any], Change] = {}
        while True:
            for change in islice(waiting, jobs - len(running)):
                running[processes.submit(_verdict, change)] = change
            if not running:
                return
            for ready in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(ready), ready.result()


def _alone(hired: Hired, changes: Iterator[Change]) -> Iterator[tuple[Change, Any]]:
    for first in changes:  # a judge is dear: without a change there is none
        with hired() as judge:
            for change in chain([first], changes):
                yield change, judge(change)


def _begin(hired: Hired) -> None:
    global _judge
    contract = hired()
    _judge = contract.__enter__()
    # A process that was forked leaves without looking back, but for what is written here.
    multiprocessing.util.Finalize(None, contract.__exit__, (None, None, None), exitpriority=1)


def _verdict(change: Change) -> Any:
    return _judge(change)
