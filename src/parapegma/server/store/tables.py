"""Rows of tables, seats, events and checkpoints: read, and added to a change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, delete, insert, select, update

from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.store.one_statement import INSERT_EVENT, UPDATE_TABLE
from parapegma.server.store.schema import Row
from parapegma.server.store.writer import Change

_T, _E, _S, _K = schema.tables.c, schema.events.c, schema.seats.c, schema.checkpoints.c

INSERT_TABLE = insert(schema.tables)
INSERT_SEAT = insert(schema.seats)
INSERT_NAMED = insert(schema.named_events)
FORGET_HOME = update(schema.tables).where(_T.id == bindparam("table")).values(home=None)
UPDATE_SEAT = (
    update(schema.seats)
    .where(_S.table_id == bindparam("table"), _S.seat == bindparam("number"))
    .values(kind=bindparam("kind"), person_id=bindparam("person_id"), bot=bindparam("bot"))
)

INSERT_CHECKPOINT = insert(schema.checkpoints)
DELETE_CHECKPOINT = delete(schema.checkpoints).where(_K.table_id == bindparam("table"))

_ROW = select(schema.tables).where(_T.id == bindparam("table"))
_WITH_CHECKPOINT = (
    select(schema.tables, _K.made_by, _K.data)
    .outerjoin(schema.checkpoints, _K.table_id == _T.id)
    .where(_T.id == bindparam("table"))
)
_EVENTS = (
    select(_E.number, _E.at, _E.person_id, _E.request_key, _E.data)
    .where(_E.table_id == bindparam("table"), _E.number > bindparam("after"), _E.number <= bindparam("until"))
    .order_by(_E.number)
)
_SOME_EVENTS = select(_E.number, _E.at, _E.person_id, _E.request_key, _E.data).where(
    _E.table_id == bindparam("table"), _E.number.in_(bindparam("numbers", expanding=True))
)
_EVENT_COLUMNS = """
    SELECT group_concat(data), group_concat(at), group_concat(coalesce(person_id, '')),
        group_concat(coalesce(request_key, ''), char(10))
    FROM (
        SELECT data, at, person_id, request_key FROM events
        WHERE table_id = ? AND number > ? AND number <= ? ORDER BY number
    )
"""
_ANSWER = select(_E.number).where(
    _E.table_id == bindparam("table"),
    _E.person_id == bindparam("person"),
    _E.request_key == bindparam("request_key"),
)
_OPENED = select(_T.id).where(
    _T.created_by == bindparam("person"), _T.request_key == bindparam("request_key")
)


async def load_row(database: Database, table: str) -> Row | None:
    """The row of a table."""
    return await database.row(_ROW, {"table": table})


async def load_with_checkpoint(database: Database, table: str) -> tuple[Row, str | None, bytes | None] | None:
    """The row of a table, and of its checkpoint by what it was made and what it holds, if there is one."""
    found = await database.row(_WITH_CHECKPOINT, {"table": table})
    if found is None:
        return None
    row = dict(found)
    made_by, data = row.pop("made_by"), row.pop("data")
    return row, made_by, data


async def event_rows(database: Database, table: str, after: int, until: int) -> Sequence[Row]:
    """The events of a table after a number, up to another."""
    return await database.rows(_EVENTS, {"table": table, "after": after, "until": until})


async def event_columns(
    database: Database, table: str, after: int, until: int
) -> tuple[str, str, str, str] | None:
    """The same as texts where the database can do that: data, times, people (by commas), keys (by lines).

    Nothing means that it cannot. Thousands of rows one by one would each wait for the event loop.
    """
    found = await database.texts(_EVENT_COLUMNS, (table, after, until))
    return None if found is None else tuple(column or "" for column in found)  # type: ignore[return-value]


async def some_event_rows(database: Database, table: str, numbers: Sequence[int]) -> Sequence[Row]:
    """Some events of a table."""
    return await database.rows(_SOME_EVENTS, {"table": table, "numbers": numbers})


async def answer_to(database: Database, table: str, person: str, key: str) -> int | None:
    """The event that a request led to, however long ago."""
    row = await database.row(_ANSWER, {"table": table, "person": person, "request_key": key})
    return None if row is None else int(row["number"])


async def opened_by(database: Database, person: str, key: str) -> str | None:
    """The table that a request to open one led to."""
    row = await database.row(_OPENED, {"person": person, "request_key": key})
    return None if row is None else str(row["id"])


def add_table(change: Change, row: Mapping[str, Any]) -> None:
    """A new table."""
    change.add(INSERT_TABLE, **row)


def update_table(change: Change, table: str, summary: Mapping[str, Any]) -> None:
    """What the events of a table say, for lists and clocks."""
    change.add(UPDATE_TABLE, table=table, **summary)


def forget_home(change: Change, table: str) -> None:
    """Nobody need know any more from where a table was opened."""
    change.add(FORGET_HOME, table=table)


def add_seat(change: Change, table: str, number: int, kind: str, person: str | None, bot: str | None) -> None:
    """A seat of a new table."""
    change.add(INSERT_SEAT, table_id=table, seat=number, kind=kind, person_id=person, bot=bot)


def update_seat(
    change: Change, table: str, number: int, kind: str, person: str | None, bot: str | None
) -> None:
    """Who sits on a seat now."""
    change.add(UPDATE_SEAT, table=table, number=number, kind=kind, person_id=person, bot=bot)


def add_event(
    change: Change, table: str, number: int, at: int, data: str, person: str | None, key: str | None
) -> None:
    """One more event of a table."""
    change.add(
        INSERT_EVENT, table_id=table, number=number, at=at, person_id=person, request_key=key, data=data
    )


def add_named(change: Change, table: str, number: int, person: str) -> None:
    """Note that an event names a person."""
    change.add(INSERT_NAMED, table_id=table, number=number, person_id=person)


def add_checkpoint(change: Change, table: str, number: int, made_by: str, data: bytes) -> None:
    """Keep how a table stands, instead of what was kept before."""
    change.add(DELETE_CHECKPOINT, table=table)
    change.add(INSERT_CHECKPOINT, table_id=table, number=number, made_by=made_by, data=data)
