"""Tables as spectators see them where they lag behind: as they stood some time ago, in every respect."""

from __future__ import annotations

from parapegma.server.problems import Problem
from parapegma.server.tables import events as ev
from parapegma.server.tables.events import TableEvent
from parapegma.server.tables.live_table import LiveTable
from parapegma.server.tables.table_store import TableStore

_MOST_KEPT = 500


def lags(table: LiveTable, person: str | None) -> bool:
    """Whether someone sees a table only as it was: whoever has no seat, once the game has begun."""
    return table.settings.delay > 0 and table.state.moved > 0 and not table.state.seats_of(person)


def check_not_late(table: LiveTable, person: str | None) -> None:
    """The one gate for everything that people do at a table: whoever lags behind does nothing there.

    Any other refusal, or none, would tell how the table stands by now.
    """
    if person is not None and lags(table, person):
        raise Problem(
            403, "not-seated", "You watch this table with a delay and have no seat at it.", case="delayed"
        )


class DelayedTables:
    """A second copy of each table that spectators see later than it happens."""

    def __init__(self, store: TableStore) -> None:
        self._store = store
        self._late: dict[str, LiveTable] = {}

    async def copy(self, table: LiveTable, at: int) -> LiveTable:
        """A table as spectators see it at a time; the table itself once they have seen everything."""
        late = self._late.get(table.id)
        known = 0 if late is None else late.number
        if known < table.number:
            events = list(table.recent)
            if not events or events[0].number > known + 1:
                events = await self._store.events(table.id, known)
            late = self._late.get(table.id)
            known = 0 if late is None else late.number
            fresh = [event for event in events if event.number > known]
            due = seen(fresh, at - table.settings.delay * 1000, begun=late is not None)
            if late is None:
                late = LiveTable(table.row, due)
                late.behind = table.settings.delay * 1000
                self._keep(late)
            elif due:
                late.add(due)
        assert late is not None
        if late.over and late.number == table.number:
            self._late.pop(table.id, None)
            return table
        return late

    def forget(self, table_id: str) -> None:
        """Drop a copy whose events have changed."""
        self._late.pop(table_id, None)

    def _keep(self, late: LiveTable) -> None:
        self._late[late.id] = late
        while len(self._late) > _MOST_KEPT:
            del self._late[next(iter(self._late))]


def seen(events: list[TableEvent], until: int, begun: bool) -> list[TableEvent]:
    """The events that spectators have seen at a time: all before the deal, later ones when they are due."""
    found: list[TableEvent] = []
    for event in events:
        begun = begun or isinstance(event.body, ev.Started)
        if begun and event.at > until:
            break
        found.append(event)
    return found


def next_due(table: LiveTable, late: LiveTable) -> int | None:
    """When spectators see something new; nothing if they have seen everything."""
    if late.number >= table.number:
        return None
    waiting = [event.at for event in table.recent if event.number == late.number + 1]
    return (waiting[0] if waiting else 0) + table.settings.delay * 1000
