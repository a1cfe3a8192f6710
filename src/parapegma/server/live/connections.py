"""The open connections of a process, by the place they watch: a table, or a person's own page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from parapegma.server.live.connection import GOING_AWAY, Connection

_AT_ONCE = 500
_PERSON = "page-of-"

Listener = Callable[[str, bool], None]
"""Called with a place and whether a connection to it was opened, or closed."""


def page_of(person: str) -> str:
    """The place at which a person's own page is connected."""
    return _PERSON + person


def person_of(place: str) -> str | None:
    """Whose own page a place is; nobody's if it is a table.

    >>> person_of(page_of("ada")), person_of("sometable")
    ('ada', None)
    """
    return place.removeprefix(_PERSON) if place.startswith(_PERSON) else None


class Connections:
    """Who is connected to what, in this process."""

    def __init__(self) -> None:
        self._by_place: dict[str, set[Connection]] = {}
        self._listeners: list[Listener] = []

    def subscribe(self, listener: Listener) -> None:
        """Call a listener whenever a connection is opened or closed."""
        self._listeners.append(listener)

    def add(self, place: str, connection: Connection) -> None:
        self._by_place.setdefault(place, set()).add(connection)
        self._tell(place, True)

    def remove(self, place: str, connection: Connection) -> None:
        found = self._by_place.get(place)
        if found is not None:
            found.discard(connection)
            if not found:
                del self._by_place[place]
            self._tell(place, False)

    def _tell(self, place: str, opened: bool) -> None:
        for listener in self._listeners:
            listener(place, opened)

    # --- asking -------------------------------------------------------------------------------

    def __len__(self) -> int:
        return sum(len(found) for found in self._by_place.values())

    def __contains__(self, place: str) -> bool:
        return place in self._by_place

    def at(self, place: str) -> frozenset[Connection]:
        """The open connections to a place."""
        return frozenset(self._by_place.get(place, ()))

    def places(self) -> list[str]:
        """Every place to which someone is connected."""
        return list(self._by_place)

    def people_at(self, place: str) -> frozenset[str]:
        """Who is connected to a place."""
        return frozenset(c.reader.person for c in self.at(place) if c.reader.person is not None)

    def people(self) -> set[str]:
        """Everyone who is connected."""
        everywhere = (connection for found in self._by_place.values() for connection in found)
        return {c.reader.person for c in everywhere if c.reader.person is not None}

    def looked_at(self, person: str) -> set[str]:
        """Where a person is connected and looks at it."""
        return {
            place
            for place, found in self._by_place.items()
            if any(c.reader.person == person and c.looking and c.closed is None for c in found)
        }

    # --- ending -------------------------------------------------------------------------------

    def drop_person(self, person: str, code: str, detail: str, before: int | None = None) -> None:
        """End all connections of a person, or those that were opened before a time."""
        for found in self._by_place.values():
            for connection in found:
                if connection.reader.person == person and (before is None or connection.opened < before):
                    connection.drop(code, detail)

    def drop_all(self) -> None:
        """The server stops."""
        for connection in [connection for found in self._by_place.values() for connection in found]:
            connection.drop("restart", "The server stops; connect again.", GOING_AWAY)


def in_parts(names: Collection[str]) -> Iterator[list[str]]:
    """Names in lists that are short enough for one query."""
    every = list(names)
    for start in range(0, len(every), _AT_ONCE):
        yield every[start : start + _AT_ONCE]
