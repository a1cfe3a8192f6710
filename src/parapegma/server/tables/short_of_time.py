"""Bots that had less time than their level wants: told at the table, once for each.

Whether a bot was short of time in one decision depends a little on what it holds: with one choice it never
is. So it is not told with that decision but with the bot's first one in the next stretch of the game.
"""

from __future__ import annotations

from collections import OrderedDict

from parapegma.server.tables.live_table import LiveTable

_STRETCH = 10
"""Decisions of the table; nobody learns which of them it was."""
_MOST = 10_000
"""Tables that are remembered; at the oldest ones nothing may be told."""


class ShortOfTime:
    """What is to be told of bots at the tables of a process."""

    def __init__(self) -> None:
        self._noted: OrderedDict[tuple[str, int], int] = OrderedDict()
        """In which stretch of a table's game the bot of a seat was short of time first."""

    def to_tell(self, table: LiveTable, seat: int, hurried: bool) -> bool:
        """Note how a bot's decision came about; whether to tell, together with it, of an earlier one."""
        key, stretch = (table.id, seat), len(table.match) // _STRETCH
        if table.state.seats[seat].short_of_time:
            self._noted.pop(key, None)
            return False
        noted = self._noted.get(key)
        if noted is not None:
            return noted < stretch
        if hurried:
            self._noted[key] = stretch
            if len(self._noted) > _MOST:
                self._noted.popitem(last=False)
        return False
