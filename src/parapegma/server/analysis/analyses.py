"""Analyses of games that are over: made once, decision by decision, kept, and gone on with after a stop."""

from __future__ import annotations

import msgspec
from sqlalchemy import bindparam, insert, select, update

from parapegma.core.position import Position
from parapegma.server.analysis.analysis import (
    Analysis,
    StoredAnalysis,
    StoredDecision,
    analysis_of,
    analysis_text,
    empty_analysis,
    no_analysis,
    read_analysis,
)
from parapegma.server.analysis.evaluate_rest import evaluate_rest
from parapegma.server.analysis.evaluation import evaluate
from parapegma.server.analysis.queue import AnalysisQueue, Job
from parapegma.server.background import Background
from parapegma.server.bots.pool import BotPool
from parapegma.server.ids import now
from parapegma.server.problems import Problem
from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.store.writer import Change, Collision
from parapegma.server.tables.lifecycle.finished import check_over
from parapegma.server.tables.live_table import LiveTable
from parapegma.server.tables.registry import TableRegistry

_PART = 10
"""Decisions that are gone through in one turn, and then saved."""
_LEASE = 30_000
"""Milliseconds after which an analysis that nobody goes on with is taken over."""
_NOT_OLDER = 7 * 24 * 3600 * 1000
"""Milliseconds: what stopped longer ago goes on when someone asks for it."""

_A, _T = schema.analyses.c, schema.tables.c
_READ = select(_A.at, _A.data).where(_A.table_id == bindparam("table"))
_STOPPED = (
    select(_A.table_id, _T.created_by)
    .join(schema.tables, _T.id == _A.table_id)
    .where(_A.at > bindparam("since"), _A.at <= bindparam("until"))
    .order_by(_A.at)
)
_INSERT = insert(schema.analyses)
_UPDATE = (
    update(schema.analyses)
    .where(_A.table_id == bindparam("table"))
    .values(at=bindparam("time"), data=bindparam("text"))
)
_HOLD = update(schema.analyses).where(_A.table_id == bindparam("table")).values(at=bindparam("time"))


class Analyses:
    """Makes analyses where bots think, one decision at a time, after everyone who waits to play.

    As many games as bots can think at once are gone through together; the others wait in lines, which are
    served in turn. ``most`` games may wait for one person, ``most_at_home`` for one household.
    """

    def __init__(
        self, database: Database, registry: TableRegistry, pool: BotPool, most: int, most_at_home: int
    ) -> None:
        self._database, self._registry, self._pool = database, registry, pool
        self._most, self._most_at_home = most, most_at_home
        self._queue = AnalysisQueue()
        self._background = Background("an analysis stopped")

    def start(self) -> None:
        """Go on, now and later, with what a process that has stopped left unfinished."""
        since = now() - _NOT_OLDER

        async def look() -> None:
            nonlocal since
            until = now() - _LEASE
            for row in await self._database.rows(_STOPPED, {"since": since, "until": until}):
                self._queue.put(Job(row["table_id"], row["created_by"]))
            since = until - _LEASE

        self._background.every(_LEASE / 1000, look)
        self._background.every(_LEASE / 3000, self._hold)
        for _ in range(self._pool.at_once):
            self._background.every(0, self._serve)

    async def stop(self) -> None:
        await self._background.stop()

    async def read(self, table: LiveTable) -> Analysis:
        """How far an analysis has come; one that was interrupted goes on."""
        check_over(table)
        at, stored = await self._load(table.id)
        if stored is None:
            return no_analysis(table)
        if len(stored.decisions) < stored.of and now() - at > _LEASE:
            self._queue.put(Job(table.id, table.row["created_by"]))
        return analysis_of(table, stored)

    async def begin(self, table: LiveTable, person: str, home: str) -> Analysis:
        """Begin an analysis for a person of a household, unless there is one."""
        check_over(table)
        _, stored = await self._load(table.id)
        if stored is not None:
            return await self.read(table)
        self._check(person, home)
        fresh = empty_analysis(len(table.state.actions))
        change = Change()
        change.add(_INSERT, table_id=table.id, at=now(), data=analysis_text(fresh))
        try:
            await self._database.writer.commit(change)
        except Collision:
            return await self.read(table)
        self._queue.put(Job(table.id, home, person))
        return analysis_of(table, fresh)

    def _check(self, person: str, home: str) -> None:
        if self._queue.of_person(person) >= self._most:
            raise Problem(
                409,
                "too-many",
                f"{self._most} games are being gone through for you; wait until one is done.",
                case="analyses",
                most=self._most,
            )
        if self._queue.of_line(home) >= self._most_at_home:
            raise Problem(
                409,
                "too-many",
                f"{self._most_at_home} games are being gone through for your network; wait for one of them.",
                case="home-analyses",
                most=self._most_at_home,
            )

    async def _load(self, table_id: str) -> tuple[int, StoredAnalysis | None]:
        row = await self._database.row(_READ, {"table": table_id})
        if row is None:
            return 0, None
        stored = read_analysis(row["data"])
        if stored is None:
            # An older version of this server made it.
            of = msgspec.json.decode(row["data"])["of"]
            return 0, empty_analysis(of)
        return row["at"], stored

    async def _serve(self) -> None:
        """Go through a part of the game whose turn it is."""
        job, more = await self._queue.take(), False
        try:
            more = await self._go_on(job)
        finally:
            self._queue.give_back(job, more)

    async def _go_on(self, job: Job) -> bool:
        """Go through a part of a game; whether there is more of it."""
        _, stored = await self._load(job.table)
        if stored is None or len(stored.decisions) >= stored.of:
            return False
        await self._pool.spare()
        table = await self._registry.open(job.table)
        await self._pool.libraries.ready(table.deal.game.name)

        async def evaluate_one(position: Position, number: int, action: int) -> StoredDecision:
            await self._pool.spare()
            return StoredDecision.of(await self._pool.run(evaluate, position, number, action, whose=job.line))

        await evaluate_rest(table, stored, evaluate_one, lambda: self._save(job.table, stored), _PART)
        return len(stored.decisions) < stored.of

    async def _hold(self) -> None:
        """However long people keep the bots busy, nobody else need take over what waits here."""
        if tables := self._queue.tables():
            change = Change()
            for table_id in tables:
                change.add(_HOLD, table=table_id, time=now())
            await self._database.writer.commit(change)

    async def _save(self, table_id: str, stored: StoredAnalysis) -> None:
        change = Change()
        change.add(_UPDATE, table=table_id, time=now(), text=analysis_text(stored))
        await self._database.writer.commit(change)
