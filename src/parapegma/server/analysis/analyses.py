"""Analyses of games that are over: made once, decision by decision, kept, and gone on with after a stop."""

from __future__ import annotations

import asyncio
import contextlib

import msgspec
from sqlalchemy import bindparam, insert, select, update

from parapegma.server.analysis.judging import ITERATIONS, Judged, final_values, judge
from parapegma.server.background import Background
from parapegma.server.bots.pool import BotPool
from parapegma.server.ids import now
from parapegma.server.problems import Problem
from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.store.writer import Change, Collision
from parapegma.server.tables.after import check_over
from parapegma.server.tables.record import LiveTable
from parapegma.server.tables.rooms import Rooms

BUDGET = f"search:{ITERATIONS}"
MISTAKES = 3
_SAVE_EVERY = 10
_LEASE = 30_000
"""Milliseconds after which an analysis that nobody goes on with is taken over."""
_NOT_OLDER = 7 * 24 * 3600 * 1000
"""Milliseconds: what stopped longer ago goes on when someone asks for it."""
_PATIENCE = 0.05

_A = schema.analyses.c
_READ = select(_A.at, _A.data).where(_A.table_id == bindparam("table"))
_STOPPED = select(_A.table_id).where(_A.at > bindparam("since"), _A.at <= bindparam("until")).order_by(_A.at)
_INSERT = insert(schema.analyses)
_UPDATE = (
    update(schema.analyses)
    .where(_A.table_id == bindparam("table"))
    .values(at=bindparam("time"), data=bindparam("text"))
)


class _Stored(msgspec.Struct):
    """What the database keeps."""

    budget: str
    of: int
    decisions: list[Judged]


class Worth(msgspec.Struct):
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
    decisions: list[Judged] = []
    worth: list[Worth] = []
    """After each decision, as far as it is known."""
    mistakes: list[Judged] = []
    """The three that cost most, the largest first."""


class Analyses:
    """Makes analyses in the threads of the bots, one decision at a time, after everyone who waits to play."""

    def __init__(self, database: Database, pool: BotPool) -> None:
        self._database, self._pool = database, pool
        self._background = Background("an analysis stopped")

    def start(self, rooms: Rooms) -> None:
        """Go on, now and later, with what a process that has stopped left unfinished."""
        since = now() - _NOT_OLDER

        async def look() -> None:
            nonlocal since
            until = now() - _LEASE
            for row in await self._database.rows(_STOPPED, {"since": since, "until": until}):
                _, stored = await self._load(row["table_id"])
                if stored is not None and len(stored.decisions) < stored.of:
                    with contextlib.suppress(Problem):
                        self._go_on(await rooms.open(row["table_id"]), stored)
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
        fresh = _Stored(BUDGET, len(table.state.actions), [])
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
        return row["at"], msgspec.json.decode(row["data"], type=_Stored)

    def _go_on(self, table: LiveTable, stored: _Stored) -> None:
        if table.id not in self._background:
            self._background.spawn(self._judge_all(table, stored), table.id)

    async def _judge_all(self, table: LiveTable, stored: _Stored) -> None:
        actions = list(table.state.actions)
        done = len(stored.decisions)
        match = table.deal.match()
        for number in actions[:done]:
            match.act(number)
        saved = now()
        for place in range(done, len(actions)):
            while self._pool.busy >= self._pool.threads:
                await asyncio.sleep(_PATIENCE)
                if now() - saved > _LEASE / 3:
                    # However long people keep the bots busy, nobody else need take this over.
                    await self._save(table.id, stored)
                    saved = now()
            judged = await self._pool.run(judge, match, place + 1, actions[place])
            stored.decisions.append(judged)
            match.act(actions[place])
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
        list(stored.decisions),
        _worth(table, stored, finished),
        costly[:MISTAKES],
    )


def _worth(table: LiveTable, stored: _Stored, finished: bool) -> list[Worth]:
    """What a seat could expect after a decision is what it could before the next one that was a choice."""
    ended = table.state.ended
    values: list[float] = []
    if finished and ended is not None and ended.why == "finished":
        values = final_values(ended.ranks)
    found: list[Worth] = []
    for judged in reversed(stored.decisions):
        if values:
            found.append(Worth(judged.number, values))
        values = judged.values or values
    return found[::-1]
