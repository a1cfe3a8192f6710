"""Work for a few threads, fairly: everyone has a line of their own, and the lines are served in turn.

Whoever brings a hundred evaluations waits behind their own; someone with one is next.
"""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any


class FairQueue:
    """Threads, and for each person the work that waits."""

    def __init__(self, threads: int, name: str = "bot") -> None:
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._lines: OrderedDict[str, deque[tuple[Future[Any], Callable[[], Any]]]] = OrderedDict()
        self._running = 0
        self._stopped = False
        self._lock = threading.Lock()

    def submit(self, whose: str, work: Callable[[], Any]) -> Future[Any]:
        """Put work into someone's line; what is cancelled before its turn or comes too late is not begun."""
        future: Future[Any] = Future()
        with self._lock:
            if self._stopped:
                future.cancel()
            else:
                self._lines.setdefault(whose, deque()).append((future, work))
                self._begin_some()
        return future

    def length(self, whose: str) -> int:
        """How much waits in someone's line."""
        with self._lock:
            return len(self._lines.get(whose, ()))

    @property
    def waiting(self) -> int:
        """How much work waits for a thread."""
        with self._lock:
            return sum(len(line) for line in self._lines.values())

    def stop(self) -> None:
        """Finish what is under way and drop the rest."""
        with self._lock:
            self._stopped = True
            waiting = [future for line in self._lines.values() for future, _ in line]
            self._lines.clear()
        for future in waiting:
            future.cancel()
        # The pool drops nothing: what it has not begun yet counts as begun, and somebody waits for it.
        self._pool.shutdown(wait=True)

    def _begin_some(self) -> None:
        while self._running < self._threads and self._lines:
            whose, line = self._lines.popitem(last=False)
            future, work = line.popleft()
            if line:
                # To the end: everyone else comes first.
                self._lines[whose] = line
            if future.set_running_or_notify_cancel():
                self._running += 1
                self._pool.submit(self._work, future, work)

    def _work(self, future: Future[Any], work: Callable[[], Any]) -> None:
        try:
            result = work()
        except BaseException as error:
            future.set_exception(error)
        else:
            future.set_result(result)
        finally:
            with self._lock:
                self._running -= 1
                self._begin_some()
