"""Tables in the database: statements, and rows turned into events and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, delete, insert, select, update

from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.store.writer import Change
from parapegma.server.tables.events import Event, decode, decode_columns, encode
from parapegma.server.tables.state import Seat, TableState

_T, _E, _S, _K = schema.tables.c, schema.events.c, schema.seats.c, schema.checkpoints.c

INSERT_TABLE = insert(schema.tables)
INSERT_SEAT = insert(schema.seats)
INSERT_EVENT = insert(schema.events)
UPDATE_TABLE = (
    update(schema.tables)
    .where(_T.id == bindparam("table"))
    .values(
        status=bindparam("status"),
        last_event=bindparam("last_event"),
        actor=bindparam("actor"),
        waits_for=bindparam("waits_for"),
        turn=bindparam("turn"),
        deadline_at=bindparam("deadline_at"),
        warn_at=bindparam("warn_at"),
        changed_at=bindparam("changed_at"),
    )
)
UPDATE_SEAT = (
    update(schema.seats)
    .where(_S.table_id == bindparam("table"), _S.seat == bindparam("number"))
    .values(kind=bindparam("kind"), person_id=bindparam("person_id"), bot=bindparam("bot"))
)

INSERT_CHECKPOINT = insert(schema.checkpoints)
DELETE_CHECKPOINT = delete(schema.checkpoints).where(_K.table_id == bindparam("table"))

_ROW = select(schema.tables).where(_T.id == bindparam("table"))
_KEPT = (
    select(schema.tables, _K.made_by, _K.data)
    .outerjoin(schema.checkpoints, _K.table_id == _T.id)
    .where(_T.id == bindparam("table"))
)
_EVENTS = (
    select(_E.number, _E.at, _E.person_id, _E.request_key, _E.data)
    .where(_E.table_id == bindparam("table"), _E.number > bindparam("after"))
    .order_by(_E.number)
)
_SOME_EVENTS = select(_E.number, _E.at, _E.person_id, _E.request_key, _E.data).where(
    _E.table_id == bindparam("table"), _E.number.in_(bindparam("numbers", expanding=True))
)
_EVENTS_IN_COLUMNS = """
    SELECT group_concat(data), group_concat(at), group_concat(coalesce(person_id, '')),
        group_concat(coalesce(request_key, ''), char(10))
    FROM (
        SELECT data, at, person_id, request_key FROM events
        WHERE table_id = ? AND number > ? ORDER BY number
    )
"""
"""The same from SQLite as a few texts: thousands of rows one by one would each wait for the event loop."""
_ANSWER = select(_E.number).where(
    _E.table_id == bindparam("table"),
    _E.person_id == bindparam("person"),
    _E.request_key == bindparam("request_key"),
)
_OPENED = select(_T.id).where(
    _T.created_by == bindparam("person"), _T.request_key == bindparam("request_key")
)


async def load_row(database: Database, table: str) -> Mapping[str, Any] | None:
    return await database.row(_ROW, {"table": table})


async def load_kept(
    database: Database, table: str
) -> tuple[Mapping[str, Any], str | None, bytes | None] | None:
    """The row of a table, and of its checkpoint by what it was made and what it holds, if there is one."""
    found = await database.row(_KEPT, {"table": table})
    if found is None:
        return None
    row = dict(found)
    made_by, data = row.pop("made_by"), row.pop("data")
    return row, made_by, data


async def some_events(database: Database, table: str, numbers: Sequence[int]) -> list[Event]:
    """Some events of a table."""
    rows = await database.rows(_SOME_EVENTS, {"table": table, "numbers": numbers})
    return [event_of(row) for row in rows]


async def load_events(database: Database, table: str, after: int = 0) -> list[Event]:
    """The events of a table after a number."""
    if database.threads is not None:
        columns = await database.threads.texts(_EVENTS_IN_COLUMNS, (table, after))
        return [] if columns[0] is None else decode_columns(after, *columns)
    rows = await database.rows(_EVENTS, {"table": table, "after": after})
    return [event_of(row) for row in rows]


def event_of(row: Mapping[str, Any]) -> Event:
    """An event from its row."""
    return Event(row["number"], row["at"], decode(row["data"]), row["person_id"], row["request_key"])


async def answer_to(database: Database, table: str, person: str, key: str) -> int | None:
    """The event that a request led to, however long ago."""
    row = await database.row(_ANSWER, {"table": table, "person": person, "request_key": key})
    return None if row is None else int(row["number"])


async def opened_by(database: Database, person: str, key: str) -> str | None:
    """The table that a request to open one led to."""
    row = await database.row(_OPENED, {"person": person, "request_key": key})
    return None if row is None else str(row["id"])


def add_state(change: Change, state: TableState, table: str, row: Mapping[str, Any] | None = None) -> None:
    """Write what the events say into the row of a table; ``row`` is the rest of it, if it is a new one."""
    said = {
        "status": state.status,
        "last_event": state.number,
        "actor": state.actor,
        "waits_for": state.waits_for,
        "turn": state.turn,
        "deadline_at": state.clock.deadline_at,
        "warn_at": state.clock.warn_at,
        "changed_at": state.changed_at,
    }
    if row is None:
        change.add(UPDATE_TABLE, table=table, **said)
    else:
        change.add(INSERT_TABLE, **row, **said)


def add_seat(change: Change, seat: Seat, table: str, number: int, new: bool = False) -> None:
    """Write who sits on a seat."""
    change.add(
        INSERT_SEAT if new else UPDATE_SEAT,
        **{"table_id" if new else "table": table, "seat" if new else "number": number},
        kind=seat.kind,
        person_id=seat.person or seat.kept_for,
        bot=seat.bot,
    )


def add_events(change: Change, table: str, events: Sequence[Event]) -> None:
    """Write events down."""
    for event in events:
        change.add(
            INSERT_EVENT,
            table_id=table,
            number=event.number,
            at=event.at,
            person_id=event.person,
            request_key=event.request_key,
            data=encode(event.what),
        )


def add_checkpoint(change: Change, table: str, number: int, made_by: str, data: bytes) -> None:
    """Keep how a table stands, instead of what was kept before."""
    change.add(DELETE_CHECKPOINT, table=table)
    change.add(INSERT_CHECKPOINT, table_id=table, number=number, made_by=made_by, data=data)
