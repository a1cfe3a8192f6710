"""Analyses of games that are over: made once, decision by decision, kept, and gone on with after a stop."""

from __future__ import annotations

import asyncio
import contextlib
from typing import cast

import msgspec
from sqlalchemy import bindparam, insert, select, update

from parapegma.core.action import Action
from parapegma.server.analysis.evaluation import ITERATIONS, EvaluatedDecision, evaluate, final_values
from parapegma.server.background import Background
from parapegma.server.bots.pool import BotPool
from parapegma.server.ids import now
from parapegma.server.problems import Problem
from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.store.writer import Change, Collision
from parapegma.server.tables.finished import check_over
from parapegma.server.tables.live_table import LiveTable
from parapegma.server.tables.registry import TableRegistry

BUDGET = f"search:{ITERATIONS}"
MISTAKES = 3
_SAVE_EVERY = 10
_LEASE = 30_000
"""Milliseconds after which an analysis that nobody goes on with is taken over."""
_NOT_OLDER = 7 * 24 * 3600 * 1000
"""Milliseconds: what stopped longer ago goes on when someone asks for it."""
_PAUSE = 0.05
"""Seconds between two looks whether a bot thread is free."""

_A = schema.analyses.c
_READ = select(_A.at, _A.data).where(_A.table_id == bindparam("table"))
_STOPPED = select(_A.table_id).where(_A.at > bindparam("since"), _A.at <= bindparam("until")).order_by(_A.at)
_INSERT = insert(schema.analyses)
_UPDATE = (
    update(schema.analyses)
    .where(_A.table_id == bindparam("table"))
    .values(at=bindparam("time"), data=bindparam("text"))
)


class _StoredDecision(msgspec.Struct, omit_defaults=True):
    """An evaluated decision as the database keeps it: actions are kept as they are sent."""

    number: int
    seat: int
    played: msgspec.Raw
    best: msgspec.Raw
    values: list[float] = []
    loss: float = 0.0

    @classmethod
    def of(cls, found: EvaluatedDecision) -> _StoredDecision:
        return _decoder.decode(_encoder.encode(found))

    def message(self) -> EvaluatedDecision:
        played, best = cast(Action, self.played), cast(Action, self.best)
        return EvaluatedDecision(self.number, self.seat, played, best, self.values, self.loss)


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(_StoredDecision)


class _Stored(msgspec.Struct):
    """What the database keeps."""

    budget: str
    of: int
    decisions: list[_StoredDecision]
    format: int = 1
    """Raised when what is kept changes; what has another one is made again."""


_FORMAT = 2


class SeatValues(msgspec.Struct):
    """What each seat could expect after a decision."""

    number: int
    values: list[float]


class Analysis(msgspec.Struct):
    """What a bot thinks of a whole game, as far as it has come."""

    status: str
    """none, running or done"""
    done: int
    of: int
    budget: str
    decisions: list[EvaluatedDecision] = []
    values: list[SeatValues] = []
    """After each decision, as far as it is known."""
    mistakes: list[EvaluatedDecision] = []
    """The three that cost most, the largest first."""


class Analyses:
    """Makes analyses in the threads of the bots, one decision at a time, after everyone who waits to play."""

    def __init__(self, database: Database, registry: TableRegistry, pool: BotPool) -> None:
        self._database, self._registry, self._pool = database, registry, pool
        self._background = Background("an analysis stopped")

    def start(self) -> None:
        """Go on, now and later, with what a process that has stopped left unfinished."""
        since = now() - _NOT_OLDER

        async def look() -> None:
            nonlocal since
            until = now() - _LEASE
            for row in await self._database.rows(_STOPPED, {"since": since, "until": until}):
                _, stored = await self._load(row["table_id"])
                if stored is not None and len(stored.decisions) < stored.of:
                    with contextlib.suppress(Problem):
                        self._go_on(await self._registry.open(row["table_id"]), stored)
            since = until - _LEASE

        self._background.every(_LEASE / 1000, look)

    async def stop(self) -> None:
        await self._background.stop()

    async def read(self, table: LiveTable) -> Analysis:
        """How far an analysis has come; one that was interrupted goes on."""
        check_over(table)
        at, stored = await self._load(table.id)
        if stored is None:
            return Analysis("none", 0, len(table.state.actions), BUDGET)
        if len(stored.decisions) < stored.of and now() - at > _LEASE:
            self._go_on(table, stored)
        return _told(table, stored)

    async def begin(self, table: LiveTable) -> Analysis:
        """Begin an analysis, unless there is one."""
        check_over(table)
        fresh = _Stored(BUDGET, len(table.state.actions), [], _FORMAT)
        change = Change()
        change.add(_INSERT, table_id=table.id, at=now(), data=_text(fresh))
        try:
            await self._database.writer.commit(change)
        except Collision:
            return await self.read(table)
        self._go_on(table, fresh)
        return _told(table, fresh)

    async def _load(self, table_id: str) -> tuple[int, _Stored | None]:
        row = await self._database.row(_READ, {"table": table_id})
        if row is None:
            return 0, None
        try:
            stored = msgspec.json.decode(row["data"], type=_Stored)
        except msgspec.ValidationError:
            stored = None
        if stored is None or stored.format != _FORMAT:
            # An older version of this server made it.
            of = msgspec.json.decode(row["data"])["of"]
            return 0, _Stored(BUDGET, of, [], _FORMAT)
        return row["at"], stored

    def _go_on(self, table: LiveTable, stored: _Stored) -> None:
        if table.id not in self._background:
            self._background.spawn(self._evaluate_all(table, stored), table.id)

    async def _evaluate_all(self, table: LiveTable, stored: _Stored) -> None:
        actions = list(table.state.actions)
        done = len(stored.decisions)
        position = table.deal.position_after(actions[:done])
        saved = now()
        for place in range(done, len(actions)):
            while self._pool.busy >= self._pool.threads:
                await asyncio.sleep(_PAUSE)
                if now() - saved > _LEASE / 3:
                    # However long people keep the bots busy, nobody else need take this over.
                    await self._save(table.id, stored)
                    saved = now()
            found = await self._pool.run(evaluate, position, place + 1, actions[place])
            stored.decisions.append(_StoredDecision.of(found))
            position.apply(actions[place])
            if len(stored.decisions) % _SAVE_EVERY == 0:
                await self._save(table.id, stored)
                saved = now()
        await self._save(table.id, stored)

    async def _save(self, table_id: str, stored: _Stored) -> None:
        change = Change()
        change.add(_UPDATE, table=table_id, time=now(), text=_text(stored))
        await self._database.writer.commit(change)


def _text(stored: _Stored) -> str:
    return msgspec.json.encode(stored).decode()


def _told(table: LiveTable, stored: _Stored) -> Analysis:
    done = len(stored.decisions)
    finished = done == stored.of
    costly = sorted((d for d in stored.decisions if d.loss > 0), key=lambda d: (-d.loss, d.number))
    return Analysis(
        "done" if finished else "running",
        done,
        stored.of,
        stored.budget,
        [decision.message() for decision in stored.decisions],
        _values_after(table, stored, finished),
        [decision.message() for decision in costly[:MISTAKES]],
    )


def _values_after(table: LiveTable, stored: _Stored, finished: bool) -> list[SeatValues]:
    """What a seat could expect after a decision is what it could before the next one that was a choice."""
    ended = table.state.ended
    values: list[float] = []
    if finished and ended is not None and ended.why == "finished":
        values = final_values(ended.ranks)
    found: list[SeatValues] = []
    for decision in reversed(stored.decisions):
        if values:
            found.append(SeatValues(decision.number, values))
        values = decision.values or values
    return found[::-1]
