"""What is known of a table as rows of the database, and back."""

from __future__ import annotations

from collections.abc import Sequence

from parapegma.server.store import tables as stored
from parapegma.server.store.database import Database
from parapegma.server.store.schema import Row
from parapegma.server.store.writer import Change
from parapegma.server.tables import events as ev
from parapegma.server.tables.events import TableEvent, decode, decode_columns, encode
from parapegma.server.tables.state import Seat, TableState

LAST = 2_000_000_000
"""No table has more events."""
_ENDED = ("over", "closed")


async def load_events(
    database: Database, table: str, after: int = 0, until: int | None = None
) -> list[TableEvent]:
    """The events of a table after a number, up to another if there is one."""
    last = LAST if until is None else until
    columns = await stored.event_columns(database, table, after, last)
    if columns is not None:
        return decode_columns(after, *columns) if columns[0] else []
    return [event_of(row) for row in await stored.event_rows(database, table, after, last)]


async def some_events(database: Database, table: str, numbers: Sequence[int]) -> list[TableEvent]:
    """Some events of a table."""
    return [event_of(row) for row in await stored.some_event_rows(database, table, numbers)]


def event_of(row: Row) -> TableEvent:
    """An event from its row."""
    return TableEvent(row["number"], row["at"], decode(row["data"]), row["person_id"], row["request_key"])


def add_events(change: Change, table: str, events: Sequence[TableEvent]) -> None:
    """Write events down."""
    for event in events:
        stored.add_event(
            change, table, event.number, event.at, encode(event.body), event.person, event.request_key
        )
        person = _named(event.body)
        if person is not None:
            stored.add_named(change, table, event.number, person)


def _named(body: ev.EventBody) -> str | None:
    """Whom an event names, whoever caused it."""
    match body:
        case ev.Sat(person=person) | ev.Kept(person=person):
            return person
        case ev.Asked(data={"person": str(person)}):
            return person
        case _:
            return None


def add_table(change: Change, row: Row, state: TableState, events: Sequence[TableEvent]) -> None:
    """Write a new table down."""
    stored.add_table(change, {**row, **state.summary()})
    for number, seat in enumerate(state.seats):
        stored.add_seat(change, row["id"], number, seat.kind, _whose(seat), seat.bot)
    add_events(change, row["id"], events)


def add_to_table(
    change: Change, table: str, before: TableState, after: TableState, events: Sequence[TableEvent]
) -> None:
    """Write down what happened at a table, and what it amounts to."""
    add_events(change, table, events)
    stored.update_table(change, table, after.summary())
    if after.status in _ENDED and before.status not in _ENDED:
        stored.forget_home(change, table)
    for number, seat in enumerate(after.seats):
        if seat != before.seats[number]:
            stored.update_seat(change, table, number, seat.kind, _whose(seat), seat.bot)


def _whose(seat: Seat) -> str | None:
    return seat.person or seat.kept_for
