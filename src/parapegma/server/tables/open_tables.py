"""The tables that are open, and the one way to change one: decide under its lock, write, then tell."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from parapegma.core.match import Match
from parapegma.server.ids import now
from parapegma.server.problems import Problem
from parapegma.server.store.collision import Collision
from parapegma.server.store.not_owner import NotOwner
from parapegma.server.tables.earlier import EarlierStates
from parapegma.server.tables.events import EventBody, TableEvent
from parapegma.server.tables.live_table import LiveTable, TableCommand
from parapegma.server.tables.spectator_delay import DelayedTables, check_not_late, lags
from parapegma.server.tables.state import TableState
from parapegma.server.tables.table_store import TableStore

_T = TypeVar("_T")
_TRIES = 5


@dataclass
class Caller:
    """Who sends a command, and how a repetition of it is known again."""

    person: str | None
    key: str | None = None
    takes: bool = False
    """Whether the table may be taken for it from another process in which it lives."""


@dataclass
class Outcome:
    """What became of a command."""

    table: LiveTable
    number: int
    """The last event it caused."""
    repeated: bool = False
    events: list[TableEvent] = field(default_factory=list)


Listener = Callable[[LiveTable, list[TableEvent]], None]


class OpenTables:
    """The open tables, the longest unused ones closed first.

    ``store`` keeps all tables; ``clock`` is the time in milliseconds since 1970.
    """

    def __init__(self, store: TableStore, kept: int, clock: Callable[[], int] = now) -> None:
        self.store = store
        self.clock = clock
        self._kept = kept
        self._open: OrderedDict[str, LiveTable] = OrderedDict()
        self._delayed = DelayedTables(store)
        self.earlier = EarlierStates(store)
        """How tables stood before, for whoever looks back."""
        self._listeners: list[Listener] = []

    def subscribe(self, listener: Listener) -> None:
        """Call a listener after every commit of this process, in the event loop; it must not wait."""
        self._listeners.append(listener)

    def __len__(self) -> int:
        return len(self._open)

    # --- opening ------------------------------------------------------------------------------

    async def open(self, table_id: str) -> LiveTable:
        """A table, from memory or from its events."""
        table = self._open.get(table_id)
        if table is None:
            loaded = await self.store.load(table_id, self.ready)
            # Someone else may have opened it while we read; then theirs is the one.
            table = self._open.get(table_id)
            if table is None:
                table = self._open[table_id] = loaded
                self._close_unused()
                self.store.opened(table)
        self._open.move_to_end(table_id)
        return table

    async def ready(self, game: str) -> None:
        """Wait until a game can be played without holding up everyone."""

    async def work(self, function: Callable[..., _T], *arguments: Any) -> _T:
        """Let a function do what takes long; where that can be, nobody else waits for it."""
        return function(*arguments)

    async def open_for(self, table_id: str, person: str | None) -> LiveTable:
        """A table, if someone may look at it."""
        table = await self.open(table_id)
        table.check_may_look(person)
        return table

    async def seen_by(self, table_id: str, person: str | None) -> LiveTable:
        """A table as someone may see it now: spectators may lag behind. Never change a table through it."""
        table = await self.open(table_id)
        if lags(table, person):
            table = await self.delayed(table)
        table.check_may_look(person)
        return table

    async def delayed(self, table: LiveTable) -> LiveTable:
        """A table as spectators who lag behind see it now."""
        return await self._delayed.copy(table, self.clock())

    async def announce(self, table_id: str) -> LiveTable:
        """A table that was opened just now; the listeners hear of its first events, once."""
        known = table_id in self._open
        table = await self.open(table_id)
        if not known:
            self._tell(table, list(table.recent))
        return table

    def _tell(self, table: LiveTable, events: list[TableEvent]) -> None:
        for listener in self._listeners:
            listener(table, events)

    def ids(self) -> list[str]:
        """The tables that are open in this process."""
        return list(self._open)

    def peek(self, table_id: str) -> LiveTable | None:
        """A table, if it is open in this process."""
        return self._open.get(table_id)

    async def catch_up(self, table: LiveTable, number: int) -> list[TableEvent]:
        """Read what was written from outside, at least up to an event; return what was new."""
        if table.number >= number:
            return []
        async with table.lock:
            return await self._read_on(table)

    async def _read_on(self, table: LiveTable) -> list[TableEvent]:
        events = await self.store.events(table.id, table.number)
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
        self._delayed.forget(table_id)
        self.earlier.forget(table_id)

    # --- changing -----------------------------------------------------------------------------

    async def execute(self, table_id: str, caller: Caller, command: TableCommand) -> Outcome:
        """Let a command say what happens, write it durably, and tell the listeners.

        The command may be called again when another process was faster; it raises a Problem to refuse.
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
                    check_not_late(table, caller.person)
                    effects = command(table)
                    if not effects.events:
                        return Outcome(table, table.number)
                    events = _numbered(table, caller, effects.events, self.clock())
                    after = await self._write(table, events, effects.match)
                except (Problem, Collision) as error:
                    # What is refused now may have been granted long ago, or by another process.
                    before = await self._answer_of_old(table, caller)
                    if before is not None:
                        if table.number < before:
                            # Who was answered by another process finds here what came of it.
                            await self._read_on(table)
                        return Outcome(table, before, repeated=True)
                    if isinstance(error, NotOwner):
                        raise
                    if not await self._read_on(table) and isinstance(error, Problem):
                        raise
                    continue
                table.follow(events, after, effects.match)
                self._tell(table, events)
                return Outcome(table, events[-1].number, events=events)
        raise Problem(503, "contended", "Too much happens at this table at once; send it again.")

    async def _answer_of_old(self, table: LiveTable, caller: Caller) -> int | None:
        if caller.person is None or caller.key is None:
            return None
        return await self.store.answer_to(table.id, caller.person, caller.key)

    async def _write(self, table: LiveTable, events: list[TableEvent], match: Match | None) -> TableState:
        """Write events durably; what the table then amounts to."""
        after = table.state.after(events)
        await self.store.write(table, after, events, match)
        return after


def _numbered(table: LiveTable, caller: Caller, bodies: Sequence[EventBody], at: int) -> list[TableEvent]:
    """Events with their numbers; the last carries the request's key: it is what the request led to."""
    # Time never runs backwards at a table, whatever the clock of the machine does.
    at = max(at, table.state.changed_at)
    return [
        TableEvent(table.number + n, at, body, caller.person, caller.key if n == len(bodies) else None)
        for n, body in enumerate(bodies, start=1)
    ]
