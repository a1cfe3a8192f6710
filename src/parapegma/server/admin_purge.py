"""Making room: tables that were over long ago, or never began, and guests who were not seen for long."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, exists, or_, select

from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.store.writer import Change

_T, _P, _S = schema.tables.c, schema.people.c, schema.sessions.c
_OLD_TABLES = select(_T.id).where(_T.status != "running", _T.changed_at < bindparam("before")).limit(500)
_PARTS_OF_TABLES = [
    schema.told_turns,
    schema.daily_games,
    schema.analyses,
    schema.checkpoints,
    schema.chat,
    schema.named_events,
    schema.events,
    schema.seats,
]
_FORGET_TABLE = [delete(part).where(part.c.table_id == bindparam("table")) for part in _PARTS_OF_TABLES]
_FORGET_TABLE.append(delete(schema.tables).where(_T.id == bindparam("table")))
_AT_TABLES = [
    _T.created_by,
    schema.seats.c.person_id,
    schema.chat.c.person_id,
    schema.named_events.c.person_id,
    schema.daily_games.c.person_id,
]
_OLD_GUESTS = (
    select(_P.id)
    .where(
        _P.login.is_(None),
        _P.created_at < bindparam("before"),
        ~exists().where(_S.person_id == _P.id, _S.seen_at >= bindparam("before")),
        # Whoever was at a table stays as long as the table.
        *(~exists().where(column == _P.id) for column in _AT_TABLES),
    )
    .limit(500)
)
_PARTS_OF_PEOPLE = [
    schema.sessions,
    schema.tokens,
    schema.push_subscriptions,
    schema.notices,
    schema.told_turns,
]
_FORGET_PERSON = [delete(part).where(part.c.person_id == bindparam("person")) for part in _PARTS_OF_PEOPLE]
_FORGET_PERSON += [
    delete(schema.mutes).where(
        or_(schema.mutes.c.person_id == bindparam("person"), schema.mutes.c.muted_id == bindparam("person"))
    ),
    delete(schema.people).where(_P.id == bindparam("person")),
]


async def purge_tables(database: Database, before: int) -> int:
    """Forget tables at which nothing has happened since a time, except those where a game runs; how many."""
    count = 0
    while rows := await database.rows(_OLD_TABLES, {"before": before}):
        change = Change()
        for statement in _FORGET_TABLE:
            for row in rows:
                change.add(statement, table=row["id"])
        await database.writer.commit(change)
        count += len(rows)
    return count


async def purge_guests(database: Database, before: int) -> int:
    """Forget guests who were not seen since a time and are at no table any more; how many."""
    count = 0
    while rows := await database.rows(_OLD_GUESTS, {"before": before}):
        change = Change()
        for statement in _FORGET_PERSON:
            for row in rows:
                change.add(statement, person=row["id"])
        await database.writer.commit(change)
        count += len(rows)
    return count
