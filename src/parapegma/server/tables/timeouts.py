"""Time-outs, warnings and seats that are lost: a service that watches when they are due.

It looks now and then which clocks run out before its next look, and hears at once of clocks at tables that
its own process changes. When time is up it asks the table, like anyone else: the event is written only if
the clock has run out by all events so far, and its number can be written only once. Where there are several
processes each watches the tables that live in it, and those that live in none: one process takes each.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging

from sqlalchemy import bindparam, or_, select

from parapegma.server.background import Background
from parapegma.server.problems import Problem
from parapegma.server.steady_clock import SteadyClock
from parapegma.server.store import schema
from parapegma.server.tables import events as ev
from parapegma.server.tables.commands.seats import resigned
from parapegma.server.tables.commands.shuffling import without_late
from parapegma.server.tables.events import TableEvent
from parapegma.server.tables.live_table import Effects, LiveTable, TableCommand
from parapegma.server.tables.open_tables import Caller
from parapegma.server.tables.registry import TableRegistry

_T = schema.tables.c
_LOOK_EVERY = 5_000
_AGAIN_AFTER = 2_000
_DUE = (
    select(_T.id, _T.deadline_at, _T.warn_at, _T.due_at)
    .where(
        _T.status.in_(["waiting", "running"]),
        or_(
            _T.deadline_at <= bindparam("until"),
            (_T.warn_at > bindparam("after")) & (_T.warn_at <= bindparam("until")),
            _T.due_at <= bindparam("until"),
        ),
    )
    .order_by(_T.deadline_at)
    .limit(1000)
)
_RUNNING = select(_T.id).where(
    _T.status == "running", or_(_T.deadline_at.is_not(None), _T.due_at.is_not(None))
)
_ALIKE = 5_000
"""Milliseconds by which several processes may see the same jump differently."""
log = logging.getLogger(__name__)


def time_out(at: int) -> TableCommand:
    """A seat's time is up: a bot plays on in it, or it resigns, as the table has agreed."""

    def command(table: LiveTable) -> Effects:
        clock = table.state.clock
        deadline = clock.deadline_at
        if table.difference is not None or deadline is None or at < deadline:
            return Effects([])
        seat = clock.seat
        assert seat is not None
        if table.settings.on_time_out == "resign":
            return resigned(table, [seat], why="time")
        return Effects([ev.TimedOut(seat=seat, bot=table.settings.stand_in)])

    return command


def warn(at: int) -> TableCommand:
    """Most of a seat's time for a decision is over; it is said once."""

    def command(table: LiveTable) -> Effects:
        clock = table.state.clock
        seat, warn_at = clock.seat, clock.warn_at
        if table.difference is not None or warn_at is None or at < warn_at:
            return Effects([])
        assert seat is not None
        return Effects([] if seat in clock.warned else [ev.Warned(seat=seat)])

    return command


def not_back(at: int) -> TableCommand:
    """Whoever was away for too long has lost; all who were, where nobody is left who plays."""

    def command(table: LiveTable) -> Effects:
        state = table.state
        back_by = {n: until for n in range(len(state.seats)) if (until := state.back_by(n)) is not None}
        late = [n for n, until in back_by.items() if at >= until]
        if table.difference is not None or not late:
            return Effects([])
        return resigned(table, list(back_by) if state.stopped else late, why="away")

    return command


def hold(until: int) -> TableCommand:
    """Nobody is charged for time that the machine slept, or that its clock was put ahead."""

    def command(table: LiveTable) -> Effects:
        state, clock = table.state, table.state.clock
        # None runs, or another process has seen the same jump.
        clock_held = clock.deadline_at is None or clock.since >= until - _ALIKE
        if clock_held and (state.due_at is None or state.held_until >= until - _ALIKE):
            return Effects([])
        return Effects([ev.ClockHeld(until=until)])

    return command


class Timeouts:
    """Watches the clocks of all running games.

    ``grace``: milliseconds that people have after a start for decisions whose time ran out while the server
    did not run.
    """

    def __init__(self, registry: TableRegistry, grace: int, clock: SteadyClock) -> None:
        self._registry, self._grace, self._clock = registry, grace, clock
        self._due: dict[str, int] = {}
        """When which table has to be looked at, of those before the next look at the database."""
        self._started = self._next_look = self._seen_to = 0
        self._news = asyncio.Event()
        here = registry.ownership.here
        self._due_here, self._running_here = _DUE.where(here), _RUNNING.where(here)
        self._background = Background("clocks are no longer watched")
        self.time_outs = self.warnings = 0
        registry.subscribe(self._committed)

    def start(self) -> None:
        self._started = self._next_look = self._clock()
        self._background.spawn(self._run())

    async def stop(self) -> None:
        await self._background.stop()

    def _committed(self, table: LiveTable, _: list[TableEvent]) -> None:
        self._note(table)

    def _note(self, table: LiveTable) -> None:
        clock = table.state.clock
        warned = clock.seat in clock.warned
        ends = [clock.deadline_at, table.state.due_at]
        self._note_times(table.id, ends, None if warned else clock.warn_at)

    def _note_times(self, table: str, ends: list[int | None], warn_at: int | None) -> None:
        """``ends``: when something is over at a table."""
        times = [
            max(at, self._started + self._grace) if at < self._started else at
            for at in ends
            if at is not None
        ]
        times += [] if warn_at is None else [warn_at]
        if times and min(times) < self._next_look:
            self._due[table] = min(times)
            self._news.set()
        else:
            self._due.pop(table, None)

    # --- watching -----------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            try:
                wait = await self.look()
            except Problem:
                # Such as a database that cannot do its work; it has said so itself.
                log.warning("the clocks could not be read")
                wait = _AGAIN_AFTER
            except Exception:
                log.exception("the clocks could not be read")
                wait = _AGAIN_AFTER
            self._news.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0, wait) / 1000):
                    await self._news.wait()

    async def look(self) -> int:
        """Act where time is up; return the milliseconds until the next look."""
        gap = self._clock.gap()
        if gap:
            await self._hold(gap)
        at = self._clock()
        if at >= self._next_look:
            await self._read(at)
        for table in [table for table, due in self._due.items() if due <= at]:
            del self._due[table]
            await self._act(table)
        return min([self._next_look, *self._due.values()]) - self._clock()

    async def _hold(self, gap: int) -> None:
        """The machine's clock has jumped ahead: first all clocks that run are held, then time goes on."""
        log.warning("the clock of this machine jumped ahead", extra={"milliseconds": gap})
        until = self._clock() + gap
        for row in await self._registry.database.rows(self._running_here):
            # A table that is gone, or at which too much happens, is held by the process that plays there.
            with contextlib.suppress(Problem):
                await self._registry.execute(row["id"], Caller(None), hold(until))
        self._clock.close(gap)
        # A decision may have come in between from a process that has not seen the jump yet.
        self._started = self._next_look = self._clock()
        self._due.clear()

    async def _read(self, at: int) -> None:
        until = at + _LOOK_EVERY
        rows = await self._registry.database.rows(self._due_here, {"after": self._seen_to, "until": until})
        self._next_look = until
        for row in rows:
            fresh = row["warn_at"] is not None and self._seen_to < row["warn_at"]
            ends = [row["deadline_at"], row["due_at"]]
            self._note_times(row["id"], ends, row["warn_at"] if fresh else None)
        # Another process may have written just now what it decided a moment ago.
        self._seen_to = at - _LOOK_EVERY

    async def _act(self, table_id: str) -> None:
        at = self._clock()
        try:
            # Other processes may have played on here.
            table = await self._registry.open(table_id)
            await self._registry.catch_up(table, table.number + 1)
            outcome = await self._registry.execute(table_id, Caller(None), warn(at))
            self.warnings += len(outcome.events)
            deadline = outcome.table.state.clock.deadline_at
            if deadline is None or not self._forgiven(deadline, at):
                outcome = await self._registry.execute(table_id, Caller(None), time_out(at))
                self.time_outs += bool(outcome.events)
            due = outcome.table.state.due_at
            if due is not None and not self._forgiven(due, at):
                for command in (not_back(at), without_late(at)):
                    outcome = await self._registry.execute(table_id, Caller(None), command)
            self._note(outcome.table)
        except Problem:
            # The table is gone, or too much happens there; the next look finds it again.
            return

    def _forgiven(self, deadline: int, at: int) -> bool:
        """Whether a clock ran out while the server did not run, and its person still has a moment."""
        return deadline < self._started and at < self._started + self._grace
