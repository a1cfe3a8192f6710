"""What whoever runs a server can do to its database, also while the server runs."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import bindparam, make_url, or_, select

from parapegma.errors import OptionError, ParapegmaError
from parapegma.server.problems import Problem
from parapegma.server.settings import Settings
from parapegma.server.store import schema
from parapegma.server.store import tables as stored
from parapegma.server.store.database import Database
from parapegma.server.store.ownership import set_free
from parapegma.server.store.sqlite import backup
from parapegma.server.tables import events as ev
from parapegma.server.tables.deal import Deal
from parapegma.server.tables.live_table import Effects, LiveTable
from parapegma.server.tables.open_tables import Caller
from parapegma.server.tables.registry import TableRegistry
from parapegma.server.tables.rules_check import Difference, first_difference
from parapegma.server.tables.storage.rows import load_events

_T = schema.tables.c
_LIST = (
    select(_T.id, _T.game, _T.players, _T.status, _T.last_event, _T.created_at, _T.changed_at, _T.deadline_at)
    .where(
        or_(bindparam("status") == "", _T.status == bindparam("status")),
        or_(bindparam("game") == "", _T.game == bindparam("game")),
    )
    .order_by(_T.changed_at.desc())
    .limit(bindparam("most"))
)
_ALL = select(_T.id).where(_T.status != "waiting").order_by(_T.created_at, _T.id)


@dataclass(frozen=True)
class Checked:
    """A stored game, played again under the rules of today."""

    table: str
    game: str
    status: str
    version: int
    difference: Difference | None


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Database]:
    """The database of a server; one that does not exist is not made."""
    if settings.on_sqlite:
        sqlite_file(settings)
    async with Database(settings) as database:
        yield database


def sqlite_file(settings: Settings) -> Path:
    """The file of a SQLite database."""
    if not settings.on_sqlite:
        raise OptionError("only a SQLite database is one file; for PostgreSQL there is pg_dump")
    file = Path(make_url(settings.database_url).database or "")
    if not file.is_file():
        raise OptionError(f"there is no database {file}")
    return file


async def list_tables(database: Database, status: str, game: str, most: int) -> list[schema.Row]:
    """Tables, those that changed last first."""
    return list(await database.rows(_LIST, {"status": status, "game": game, "most": most}))


async def close_table(database: Database, table_id: str) -> None:
    """End a game where it stands; everyone at the table sees that it was closed."""

    def close(table: LiveTable) -> Effects:
        if table.over:
            raise OptionError(f"the table {table_id} is over already")
        return Effects([ev.Ended(why="closed")])

    try:
        # A server that has the table open finds the end of the game when it looks again.
        await set_free(database, table_id)
        await TableRegistry(database, kept=1).execute(table_id, Caller(None), close)
    except Problem as problem:
        raise OptionError(f"{table_id}: {problem.body.detail}") from None


async def check_games(database: Database) -> AsyncIterator[Checked]:
    """Play all stored games again, every decision checked; the oldest first."""
    for found in await database.rows(_ALL):
        row = await stored.load_row(database, found["id"])
        if row is None:
            continue
        events = await load_events(database, row["id"])
        try:
            difference = first_difference(Deal.of_row(row), events)
        except ParapegmaError as error:
            difference = Difference(1, str(error))
        yield Checked(row["id"], row["game"], row["status"], row["rules_version"], difference)


def back_up(settings: Settings, target: Path) -> int:
    """Copy a SQLite database while it is in use, and check the copy; its size in bytes."""
    source = sqlite_file(settings)
    if target.exists():
        raise OptionError(f"{target} is there already; name a new file")
    if not target.absolute().parent.is_dir():
        raise OptionError(f"there is no folder {target.absolute().parent}")
    backup(source, target)
    with contextlib.closing(sqlite3.connect(target)) as copy:
        (found,) = copy.execute("PRAGMA integrity_check").fetchone()
    if found != "ok":
        raise OptionError(f"the copy is damaged: {found}")
    return target.stat().st_size
