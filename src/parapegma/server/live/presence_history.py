"""Who was connected when, at tables that spectators see late: they are told of it as late as of the game."""

from __future__ import annotations

from collections import OrderedDict, deque

_TABLES = 500
_CHANGES = 500


class PresenceHistory:
    """The last changes of each table, in milliseconds since 1970."""

    def __init__(self) -> None:
        self._changes: OrderedDict[str, deque[tuple[int, frozenset[str]]]] = OrderedDict()

    def note(self, table_id: str, people: frozenset[str], at: int) -> None:
        """These people are connected from now on."""
        changes = self._changes.setdefault(table_id, deque(maxlen=_CHANGES))
        self._changes.move_to_end(table_id)
        if not changes or changes[-1][1] != people:
            changes.append((at, people))
        if len(self._changes) > _TABLES:
            self._changes.popitem(last=False)

    def people(self, table_id: str, at: int) -> frozenset[str]:
        """Who was connected at a time; nobody where it is not known."""
        found = [people for since, people in self._changes.get(table_id, ()) if since <= at]
        return found[-1] if found else frozenset()

    def next_change(self, table_id: str, after: int) -> int | None:
        """When that changed next, if it did."""
        return next((since for since, _ in self._changes.get(table_id, ()) if since > after), None)
