"""All tables a process has open, and the one way to change one: decide under its lock, commit, then tell."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from parapegma.server.ids import now
from parapegma.server.problems import Problem, no_table
from parapegma.server.store import tables as stored
from parapegma.server.store.database import Database
from parapegma.server.store.writer import Change, Collision
from parapegma.server.tables.events import Event, Happening
from parapegma.server.tables.lateness import Lateness, lags
from parapegma.server.tables.loading import keep, load, missing
from parapegma.server.tables.play import Play
from parapegma.server.tables.record import LiveTable
from parapegma.server.tables.state import TableState

_TRIES = 5


@dataclass
class Decision:
    """What a command wants to happen, decided but not yet written."""

    happenings: list[Happening]
    play: Play | None = None
    """The position after it, if the decisions changed it."""


@dataclass
class Caller:
    """Who sends a command, and how a repetition of it is known again."""

    person: str | None
    key: str | None = None


@dataclass
class Outcome:
    """What became of a command."""

    table: LiveTable
    number: int
    """The last event it caused."""
    repeated: bool = False
    events: list[Event] = field(default_factory=list)


Decide = Callable[[LiveTable], Decision]
Listener = Callable[[LiveTable, list[Event]], None]


class Rooms:
    """The open tables, the longest unused ones closed first."""

    def __init__(self, database: Database, kept: int, clock: Callable[[], int] = now) -> None:
        self.database = database
        self.clock = clock
        """The time, in milliseconds since 1970."""
        self.present: Callable[[str], frozenset[str]] = lambda _: frozenset()
        """Who is connected to a table, in any process."""
        self.ready: Callable[[str], Awaitable[None]] = _at_once
        """Waits until a game can be played without holding up everyone."""
        self._kept = kept
        self._open: OrderedDict[str, LiveTable] = OrderedDict()
        self._lateness = Lateness(database)
        self.listeners: list[Listener] = []
        """Called after every commit of this process, in the event loop; they must not wait."""

    def __len__(self) -> int:
        return len(self._open)

    async def open(self, table_id: str) -> LiveTable:
        """A table, from memory or from its events."""
        table = self._open.get(table_id)
        if table is None:
            loaded = await load(self.database, table_id, self.ready)
            if loaded is None:
                raise no_table()
            # Someone else may have opened it while we read; then theirs is the one.
            table = self._open.get(table_id)
            if table is None:
                table = self._open[table_id] = loaded
                self._close_unused()
                if (change := missing(table)) is not None:
                    self.database.writer.post(change)
        self._open.move_to_end(table_id)
        await self.catch_up(table, table.heard)
        return table

    async def announce(self, table_id: str) -> LiveTable:
        """A table that was opened just now; the listeners hear of its first events, once."""
        known = table_id in self._open
        table = await self.open(table_id)
        if not known:
            self._tell(table, list(table.recent))
        return table

    def _tell(self, table: LiveTable, events: list[Event]) -> None:
        for listener in self.listeners:
            listener(table, events)

    def ids(self) -> list[str]:
        """The tables that are open in this process."""
        return list(self._open)

    def peek(self, table_id: str) -> LiveTable | None:
        """A table, if it is open in this process."""
        return self._open.get(table_id)

    async def seen_by(self, table_id: str, person: str | None) -> LiveTable:
        """A table as someone may see it now: spectators may lag behind. Never change a table through it."""
        table = await self.open(table_id)
        return await self.late_copy(table) if lags(table, person) else table

    async def late_copy(self, table: LiveTable) -> LiveTable:
        """A table as spectators who lag behind see it now."""
        return await self._lateness.copy(table, self.clock())

    async def catch_up(self, table: LiveTable, number: int) -> list[Event]:
        """Read what other processes have written, at least up to an event; return what was new."""
        if table.number >= number:
            return []
        async with table.lock:
            return await self._read_on(table)

    async def _read_on(self, table: LiveTable) -> list[Event]:
        events = await stored.load_events(self.database, table.id, table.number)
        table.add(events)
        return events

    def _close_unused(self) -> None:
        for table_id in list(self._open):
            if len(self._open) <= self._kept:
                return
            if not self._open[table_id].lock.locked():
                del self._open[table_id]

    def forget(self, table_id: str) -> None:
        """Close a table in memory."""
        self._open.pop(table_id, None)
        self._lateness.forget(table_id)

    # --- changing -----------------------------------------------------------------------------

    async def command(self, table_id: str, caller: Caller, decide: Decide) -> Outcome:
        """Let ``decide`` say what happens, write it durably, and tell the listeners.

        ``decide`` may be called again when another process was faster; it raises a Problem to refuse.
        A request that was carried out before is answered with its event, not carried out again.
        """
        table = await self.open(table_id)
        async with table.lock:
            for _ in range(_TRIES):
                if caller.person is not None and caller.key is not None:
                    before = table.answered(caller.person, caller.key)
                    if before is not None:
                        return Outcome(table, before, repeated=True)
                try:
                    decision = decide(table)
                    if not decision.happenings:
                        return Outcome(table, table.number)
                    events = _numbered(table, caller, decision.happenings, self.clock())
                    after = await self._write(table, events, decision.play)
                except (Problem, Collision) as error:
                    # What is refused now may have been granted long ago, or by another process.
                    before = await self._answer_of_old(table, caller)
                    if before is not None:
                        if table.number < before:
                            # Who was answered by another process finds here what came of it.
                            await self._read_on(table)
                        return Outcome(table, before, repeated=True)
                    if not await self._read_on(table) and isinstance(error, Problem):
                        raise
                    continue
                table.follow(events, after, decision.play)
                self._tell(table, events)
                return Outcome(table, events[-1].number, events=events)
        raise Problem(503, "contended", "Too much happens at this table at once; send it again.")

    async def _answer_of_old(self, table: LiveTable, caller: Caller) -> int | None:
        if caller.person is None or caller.key is None:
            return None
        return await stored.answer_to(self.database, table.id, caller.person, caller.key)

    async def _write(self, table: LiveTable, events: list[Event], play: Play | None) -> TableState:
        """Write events durably; what the table then amounts to."""
        after = table.state.after(events)
        change = Change()
        stored.add_events(change, table.id, events)
        stored.add_state(change, after, table.id)
        for number, seat in enumerate(after.seats):
            if seat != table.state.seats[number]:
                stored.add_seat(change, seat, table.id, number)
        standing = None if play is None else keep(change, table, after, events, play)
        await self.database.writer.commit(change)
        if standing is not None:
            table.kept, table.standing = after.number, standing
        return after


async def _at_once(_: str) -> None:
    """All games are loaded."""


def _numbered(table: LiveTable, caller: Caller, happenings: list[Happening], at: int) -> list[Event]:
    """Happenings with their numbers; the last carries the request's key: it is what the request led to."""
    # Time never runs backwards at a table, whatever the clock of the machine does.
    at = max(at, table.state.changed_at)
    return [
        Event(table.number + n, at, what, caller.person, caller.key if n == len(happenings) else None)
        for n, what in enumerate(happenings, start=1)
    ]
