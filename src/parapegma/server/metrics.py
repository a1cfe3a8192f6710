"""Figures for Prometheus: how much happens, nothing about whom or what.

With several processes each keeps its figures in files of a shared folder (``PROMETHEUS_MULTIPROC_DIR``), so
that whichever is asked can answer for all.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from litestar.enums import ScopeType
from litestar.types import Message, Scope
from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from parapegma.server.background import Background
from parapegma.server.tables.events import TableEvent, kind_of
from parapegma.server.tables.live_table import LiveTable
from parapegma.server.tables.registry import TableRegistry

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
_REFRESH = 5.0
_METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")


@dataclass(frozen=True)
class Figures:
    """What the parts of a server count: how things stand now, and how often they happened so far."""

    connections: int
    tables: int
    waiting: int
    evaluating: int
    bot_memory: int
    commits: int
    changes: int
    evaluations: int
    hurried: int
    time_outs: int
    warnings: int


class Metrics:
    """The figures of one process; ``figures`` reads those that others count."""

    def __init__(self, registry: TableRegistry, figures: Callable[[], Figures]) -> None:
        self._figures = figures
        self._collectors = collectors = CollectorRegistry()
        self._events = Counter(
            "parapegma_events", "Events committed by this process.", ["kind"], registry=collectors
        )
        self._requests = Counter(
            "parapegma_requests", "HTTP requests answered.", ["method", "status"], registry=collectors
        )
        self._connections = self._gauge("connections", "Open WebSockets.")
        self._tables = self._gauge("tables_in_memory", "Tables a process holds open.")
        self._waiting = self._gauge("changes_waiting", "Changes that wait to be written.")
        self._evaluating = self._gauge("bots_evaluating", "Evaluations of bots under way or waiting.")
        self._bot_memory = self._gauge("bot_memory_bytes", "What bots remember between decisions.")
        self._totals = {
            "commits": self._counter("commits", "Transactions written."),
            "changes": self._counter("changes", "Changes written; many share a transaction."),
            "evaluations": self._counter("evaluations", "Evaluations of bots."),
            "hurried": self._counter("hurried", "Decisions of bots that were not ready in time."),
            "time_outs": self._counter("time_outs", "Clocks that ran out."),
            "warnings": self._counter("warnings", "Players by correspondence who were warned."),
        }
        self._before: dict[str, int] = {}
        self._background = Background("figures were not brought up to date")
        registry.subscribe(self._committed)

    def _gauge(self, name: str, words: str) -> Gauge:
        return Gauge(f"parapegma_{name}", words, multiprocess_mode="livesum", registry=self._collectors)

    def _counter(self, name: str, words: str) -> Counter:
        return Counter(f"parapegma_{name}", words, registry=self._collectors)

    def start(self) -> None:
        forget_the_dead()
        self._background.every(_REFRESH, self._refresh_in_time)

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

    def _committed(self, _: LiveTable, events: list[TableEvent]) -> None:
        for event in events:
            self._events.labels(kind_of(event.body)).inc()

    async def _refresh_in_time(self) -> None:
        self._refresh()

    def _refresh(self) -> None:
        figures = self._figures()
        self._connections.set(figures.connections)
        self._tables.set(figures.tables)
        self._waiting.set(figures.waiting)
        self._evaluating.set(figures.evaluating)
        self._bot_memory.set(figures.bot_memory)
        now = {name: int(getattr(figures, name)) for name in self._totals}
        for name, total in now.items():
            self._totals[name].inc(total - self._before.get(name, 0))
        self._before = now


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
