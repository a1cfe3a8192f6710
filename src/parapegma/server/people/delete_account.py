"""Leaving for good: others keep their games, with another name in the seat; nothing else is kept."""

from __future__ import annotations

from sqlalchemy import BindParameter, bindparam, delete, text, update

from parapegma.server.ids import now
from parapegma.server.names import GONE
from parapegma.server.people.personal_data import events_naming, renamed, tables_of, tables_of_others
from parapegma.server.people.revoke import Revocation
from parapegma.server.problems import Problem
from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.store.writer import Change
from parapegma.server.tables import events as ev
from parapegma.server.tables.commands.seats import leave
from parapegma.server.tables.live_table import Effects, LiveTable, TableCommand
from parapegma.server.tables.open_tables import Caller
from parapegma.server.tables.registry import TableRegistry

_ME: BindParameter[str] = bindparam("person")
_P, _C, _E, _T = schema.people.c, schema.chat.c, schema.events.c, schema.tables.c
_FORGET_PERSON = (
    update(schema.people)
    .where(_P.id == _ME)
    .values(
        name=GONE,
        login=None,
        passphrase=None,
        language="",
        email=None,
        webhook=None,
        notify="{}",
        created_at=0,
        deleted_at=bindparam("at"),
    )
)
# The line stays as an empty one, so that the numbers of the others do not change.
_FORGET_CHAT = update(schema.chat).where(_C.person_id == _ME).values(text="", at=0, request_key=None)
_FORGET_KEYS = (
    update(schema.events)
    .where(_E.table_id == bindparam("table"), _E.person_id == _ME)
    .values(request_key=None)
)
_FORGET_OPENING = update(schema.tables).where(_T.created_by == _ME).values(request_key=None, home=None)
_RENAME = (
    update(schema.events)
    .where(_E.table_id == bindparam("table"), _E.number == bindparam("event"))
    .values(data=bindparam("told"))
)
_FORGET_ROWS = [
    delete(schema.named_events).where(schema.named_events.c.person_id == _ME),
    delete(schema.sessions).where(schema.sessions.c.person_id == _ME),
    delete(schema.tokens).where(schema.tokens.c.person_id == _ME),
    delete(schema.push_subscriptions).where(schema.push_subscriptions.c.person_id == _ME),
    delete(schema.notices).where(schema.notices.c.person_id == _ME),
    delete(schema.told_turns).where(schema.told_turns.c.person_id == _ME),
    delete(schema.daily_games).where(schema.daily_games.c.person_id == _ME),
    delete(schema.mutes).where((schema.mutes.c.person_id == _ME) | (schema.mutes.c.muted_id == _ME)),
]
# Children before the table itself.
_FORGET_TABLE = [
    delete(schema.told_turns).where(schema.told_turns.c.table_id == bindparam("table")),
    delete(schema.daily_games).where(schema.daily_games.c.table_id == bindparam("table")),
    delete(schema.analyses).where(schema.analyses.c.table_id == bindparam("table")),
    delete(schema.checkpoints).where(schema.checkpoints.c.table_id == bindparam("table")),
    delete(schema.chat).where(_C.table_id == bindparam("table")),
    delete(schema.named_events).where(schema.named_events.c.table_id == bindparam("table")),
    delete(schema.events).where(_E.table_id == bindparam("table")),
    delete(schema.seats).where(schema.seats.c.table_id == bindparam("table")),
    delete(schema.tables).where(_T.id == bindparam("table")),
]
_CHECKPOINT = text("PRAGMA wal_checkpoint(TRUNCATE)")


async def delete_account(
    database: Database, registry: TableRegistry, revocation: Revocation, person: str
) -> None:
    """Stand up everywhere under another name, then forget a person in one transaction."""
    tables = await tables_of(database, person)
    shared = await tables_of_others(database, person, tables)
    change = Change()
    await _rename(database, change, person)
    await database.writer.commit(change)
    for table_id in tables:
        revocation.table(table_id)
        await _stand_up(registry, table_id, person, alone=table_id not in shared)
    change = Change()
    # Once more: the person may have sat down somewhere in the meantime.
    await _rename(database, change, person)
    for statement in (_FORGET_CHAT, _FORGET_OPENING, *_FORGET_ROWS):
        change.add(statement, person=person)
    for table_id in tables:
        change.add(_FORGET_KEYS, table=table_id, person=person)
    for statement in _FORGET_TABLE:
        for table_id in tables:
            if table_id not in shared:
                change.add(statement, table=table_id)
    change.add(_FORGET_PERSON, person=person, at=now())
    await database.writer.commit(change)
    for table_id in tables:
        revocation.table(table_id)
    revocation.person(person)
    if database.on_sqlite:
        # The log of the database still holds the old pages; not while someone reads, but then soon.
        await database.row(_CHECKPOINT)


async def _rename(database: Database, change: Change, person: str) -> None:
    for row in await events_naming(database, person):
        told = renamed(row, person, GONE)
        if told is not None:
            change.add(_RENAME, table=row["table_id"], event=row["number"], told=told)


async def _stand_up(registry: TableRegistry, table_id: str, person: str, alone: bool) -> None:
    try:
        if alone:
            await registry.execute(table_id, Caller(None, takes=True), _close())
        else:
            await registry.execute(table_id, Caller(person, takes=True), leave(person))
    except Problem:
        # The game is over, or the person watched and wrote, but did not sit.
        return


def _close() -> TableCommand:
    def command(table: LiveTable) -> Effects:
        return Effects([]) if table.over else Effects([ev.Ended(why="closed")])

    return command
