"""Figures for Prometheus: how much happens, nothing about whom or what.

With several processes each keeps its figures in files of a shared folder (``PROMETHEUS_MULTIPROC_DIR``), so
that whichever is asked can answer for all.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from litestar.enums import ScopeType
from litestar.types import Message, Scope
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from parapegma.server.background import Background
from parapegma.server.security.request_ids import seconds_since
from parapegma.server.tables.events import TableEvent, kind_of
from parapegma.server.tables.live_table import LiveTable

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
_REFRESH = 5.0
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The bounds of the histograms."""
_METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")


@dataclass(frozen=True)
class Figures:
    """What the parts of a server count: how things stand now, and how often they happened so far."""

    connections: int
    tables: int
    waiting: int
    evaluating: int
    queued: int
    bots_at_once: int
    bot_memory: int
    commits: int
    changes: int
    evaluations: int
    hurried: int
    handed: int
    relayed: int
    time_outs: int
    warnings: int


class Metrics:
    """The figures of one process; ``figures`` reads those that others count."""

    def __init__(self, figures: Callable[[], Figures]) -> None:
        self._figures = figures
        self._collectors = collectors = CollectorRegistry()
        self._events = Counter(
            "parapegma_events", "Events committed by this process.", ["kind"], registry=collectors
        )
        self._requests = Counter(
            "parapegma_requests", "HTTP requests answered.", ["method", "status"], registry=collectors
        )
        self._request_seconds = self._histogram(
            "request_seconds", "Until a request was answered.", ["method"]
        )
        self.command_seconds = self._histogram(
            "command_seconds", "Until a command over a WebSocket was answered."
        )
        self.commit_seconds = self._histogram("commit_seconds", "Until a transaction was on the disk.")
        self._loop_lag = self._histogram(
            "loop_lag_seconds", "By how much the event loop was late, every second."
        )
        self._connections = self._gauge("connections", "Open WebSockets.")
        self._memory = self._gauge("memory_bytes", "Memory that a process has in use.")
        self._queued = self._gauge("bots_queued", "Evaluations of bots that wait for their turn.")
        self._bots_at_once = self._gauge("bots_at_once", "How many evaluations of bots run at a time.")
        self._tables = self._gauge("tables_in_memory", "Tables a process holds open.")
        self._waiting = self._gauge("changes_waiting", "Changes that wait to be written.")
        self._evaluating = self._gauge("bots_evaluating", "Evaluations of bots under way or waiting.")
        self._bot_memory = self._gauge("bot_memory_bytes", "What bots remember between decisions.")
        self._totals = {
            "commits": self._counter("commits", "Transactions written."),
            "changes": self._counter("changes", "Changes written; many share a transaction."),
            "evaluations": self._counter("evaluations", "Evaluations of bots."),
            "hurried": self._counter("hurried", "Decisions of bots that were not ready in time."),
            "handed": self._counter("handed", "Connections handed to another process of this machine."),
            "relayed": self._counter("relayed", "Connections relayed to another machine."),
            "time_outs": self._counter("time_outs", "Clocks that ran out."),
            "warnings": self._counter("warnings", "Players by correspondence who were warned."),
        }
        self._before: dict[str, int] = {}
        self._background = Background("figures were not brought up to date")

    def _gauge(self, name: str, words: str) -> Gauge:
        return Gauge(f"parapegma_{name}", words, multiprocess_mode="livesum", registry=self._collectors)

    def _histogram(self, name: str, words: str, labels: Sequence[str] = ()) -> Histogram:
        return Histogram(f"parapegma_{name}", words, labels, buckets=_SECONDS, registry=self._collectors)

    def _counter(self, name: str, words: str) -> Counter:
        return Counter(f"parapegma_{name}", words, registry=self._collectors)

    def start(self) -> None:
        forget_the_dead()
        self._background.every(_REFRESH, self._refresh_in_time)
        self._background.every(0, self._measure_lag)

    async def stop(self) -> None:
        await self._background.stop()

    def text(self) -> bytes:
        """All figures, as Prometheus reads them."""
        self._refresh()
        if FOLDER not in os.environ:
            return generate_latest(self._collectors)
        everyone = CollectorRegistry()
        MultiProcessCollector(everyone)  # type: ignore[no-untyped-call]
        return generate_latest(everyone)

    async def count(self, message: Message, scope: Scope) -> None:
        """Count an answer that is about to be sent."""
        if message["type"] == "http.response.start" and scope["type"] == ScopeType.HTTP:
            method = str(scope["method"])
            known = method if method in _METHODS else "other"
            self._requests.labels(known, str(message["status"])).inc()
            self._request_seconds.labels(known).observe(seconds_since(scope))

    def committed(self, _: LiveTable, events: list[TableEvent]) -> None:
        """Something has happened at a table."""
        for event in events:
            self._events.labels(kind_of(event.body)).inc()

    async def _measure_lag(self) -> None:
        began = time.perf_counter()
        await asyncio.sleep(1)
        self._loop_lag.observe(max(0.0, time.perf_counter() - began - 1))

    async def _refresh_in_time(self) -> None:
        self._refresh()

    def _refresh(self) -> None:
        figures = self._figures()
        self._connections.set(figures.connections)
        self._tables.set(figures.tables)
        self._memory.set(memory_in_use())
        self._queued.set(figures.queued)
        self._bots_at_once.set(figures.bots_at_once)
        self._waiting.set(figures.waiting)
        self._evaluating.set(figures.evaluating)
        self._bot_memory.set(figures.bot_memory)
        now = {name: int(getattr(figures, name)) for name in self._totals}
        for name, total in now.items():
            self._totals[name].inc(total - self._before.get(name, 0))
        self._before = now


def memory_in_use() -> int:
    """Bytes of memory that this process has in use; where that is not told, the most it ever had."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        pass
    try:
        import resource
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def forget_the_dead() -> None:
    """Of processes that are gone, what they had open no longer counts."""
    folder = os.environ.get(FOLDER)
    if folder is None:
        return
    for file in Path(folder).glob("gauge_live*_*.db"):
        process = int(file.stem.rpartition("_")[2])
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            mark_process_dead(process)  # type: ignore[no-untyped-call]
        except PermissionError:
            continue
