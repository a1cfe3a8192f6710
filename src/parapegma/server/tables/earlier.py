"""How tables stood at earlier events, kept for a while: whoever looks through a long game goes on from there.

Adding up all events of a long game for one of them would cost its readers nothing and everyone else a lot.
"""

from __future__ import annotations

from collections import OrderedDict

from parapegma.server.tables.live_table import LiveTable
from parapegma.server.tables.state import TableState
from parapegma.server.tables.table_store import TableStore

_TABLES = 64
_OF_ONE = 4


class EarlierStates:
    """States of tables at events, those used last."""

    def __init__(self, store: TableStore) -> None:
        self._store = store
        self._kept: OrderedDict[str, OrderedDict[int, TableState]] = OrderedDict()

    def distance(self, table: LiveTable, number: int) -> int:
        """How many events are gone through to know how a table stood after one."""
        return number - self._nearest(table.id, number)

    async def state(self, table: LiveTable, number: int) -> TableState:
        """How a table stood after an event. Never change it: add events with ``after``."""
        nearest = self._nearest(table.id, number)
        states = self._kept.get(table.id)
        known = None if states is None else states.get(nearest)
        state = known or TableState.new(table.row["players"], table.settings.pace)
        if nearest < number:
            state = state.after(await self._store.events(table.id, nearest, number))
            self.keep(table, state)
        return state

    def keep(self, table: LiveTable, state: TableState) -> None:
        """Keep how a table stood."""
        states = self._kept.setdefault(table.id, OrderedDict())
        self._kept.move_to_end(table.id)
        states[state.number] = state
        states.move_to_end(state.number)
        if len(states) > _OF_ONE:
            states.popitem(last=False)
        if len(self._kept) > _TABLES:
            self._kept.popitem(last=False)

    def forget(self, table_id: str) -> None:
        """Drop what is kept of a table whose events have changed, or which is closed."""
        self._kept.pop(table_id, None)

    def _nearest(self, table_id: str, number: int) -> int:
        known = [n for n in self._kept.get(table_id, ()) if n <= number]
        return max(known, default=0)
