"""Many small tasks over all cores of this machine, or over a Ray cluster, with the same results.

A task is anything that can be pickled and carries its own seed, so that neither the number of cores nor the
order in which tasks end can change what comes out.

>>> [result for _, result in in_order(run_parallel(abs, [-3, 1, -2], cores=1))]
[3, 1, 2]
"""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from parapegma.errors import OptionError, ParapegmaError
from parapegma.lab.workers import AHEAD, all_cores, get_ready

Task = TypeVar("Task")
Result = TypeVar("Result")


def run_parallel(
    work: Callable[[Task], Result],
    tasks: Iterable[Task],
    *,
    cores: int | None = None,
    cluster: str | None = None,
    game: str | None = None,
    ready: Callable[[], object] | None = None,
    ahead: int = AHEAD,
) -> Generator[tuple[int, Result], None, None]:
    """Do ``work`` for every task; yield each task's number and result as they come in.

    ``cores`` is how many processes work at once: all cores if it is not given; with 1, everything runs in
    this process. ``cluster`` uses Ray instead (see :mod:`parapegma.lab.cluster`): an address, or
    ``""`` for the cluster this machine belongs to. ``game`` is compiled, and ``ready`` called, once on each
    machine before the first task. ``ahead`` is how many tasks per core are taken from ``tasks`` at a time:
    with 1 each is asked for when a core is free, so that it can depend on earlier results. Whoever stops
    asking for results (``close``, Ctrl-C) stops the work.
    """
    if cores is not None and (isinstance(cores, bool) or not isinstance(cores, int) or cores < 1):
        raise OptionError(f"the number of cores must be at least 1, not {cores!r}")
    if cluster is not None:
        from parapegma.lab.cluster import run_on_cluster

        return run_on_cluster(work, tasks, cores=cores, address=cluster, game=game, ready=ready)
    return _run_here(work, tasks, all_cores() if cores is None else cores, game, ready, ahead)


def in_order(results: Iterable[tuple[int, Result]]) -> Iterator[tuple[int, Result]]:
    """Numbered results sorted by number; each is passed on as soon as all before it are there."""
    waiting: dict[int, Result] = {}
    following = 0
    for number, result in results:
        waiting[number] = result
        while following in waiting:
            yield following, waiting.pop(following)
            following += 1


def _run_here(
    work: Callable[[Task], Result],
    tasks: Iterable[Task],
    cores: int,
    game: str | None,
    ready: Callable[[], object] | None,
    ahead: int,
) -> Generator[tuple[int, Result], None, None]:
    get_ready(game, ready)
    numbered = enumerate(tasks)
    if cores == 1:
        for number, task in numbered:
            yield number, work(task)
        return
    # Processes are started afresh: a copy of this one could inherit a lock that some thread holds.
    context = multiprocessing.get_context("spawn")
    lifeline, held = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(cores, context, _begin, (lifeline,))
    running: dict[Future[Result], int] = {}
    try:
        while True:
            for number, task in itertools.islice(numbered, cores * ahead - len(running)):
                with _without_interrupts():
                    running[pool.submit(work, task)] = number
            if not running:
                break
            for finished in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(finished), finished.result()
    except BrokenProcessPool:
        raise ParapegmaError(
            "a worker process died, perhaps for want of memory; fewer cores (--cores) need less of it"
        ) from None
    finally:
        if running:
            held.close()  # Every worker sees this and leaves, whatever it is doing.
        pool.shutdown(wait=True, cancel_futures=True)
        held.close()
        lifeline.close()


def _begin(lifeline: Connection) -> None:
    """A worker's start: leave Ctrl-C to the main process, and live no longer than it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        with contextlib.suppress(EOFError, OSError):
            lifeline.recv()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextlib.contextmanager
def _without_interrupts() -> Iterator[None]:
    """Processes started in here never get Ctrl-C, not even before ``_begin``; ours waits until the end."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before: Any = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
