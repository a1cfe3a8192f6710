"""Lines of chat and mutes in the database."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, delete, exists, func, insert, select

from parapegma.server.ids import now
from parapegma.server.problems import Problem
from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.store.schema import Row
from parapegma.server.store.writer import Change, Collision

_C, _M, _P = schema.chat.c, schema.mutes.c, schema.people.c
_TRIES = 5
_LINE = select(_C.number, _C.at, _C.person_id, _P.name, _C.text).join(schema.people, _P.id == _C.person_id)
_IS_MUTED = exists().where(_M.person_id == bindparam("reader"), _M.muted_id == _C.person_id)
_AFTER = (
    _LINE.where(_C.table_id == bindparam("table"), _C.number > bindparam("after"), _C.text != "")
    .order_by(_C.number)
    .limit(200)
)
_LATEST = (
    _LINE.where(
        _C.table_id == bindparam("table"),
        _C.number > bindparam("after"),
        _C.at <= bindparam("until"),
        _C.text != "",
        ~_IS_MUTED,
    )
    .order_by(_C.number.desc())
    .limit(bindparam("most"))
)
_LAST = select(func.coalesce(func.max(_C.number), 0).label("number")).where(_C.table_id == bindparam("table"))
_LAST_LINES = (
    select(_C.table_id, func.max(_C.number).label("number"))
    .where(_C.table_id.in_(bindparam("tables", expanding=True)))
    .group_by(_C.table_id)
)
_WRITER = select(_C.person_id).where(
    _C.table_id == bindparam("table"), _C.number == bindparam("line"), _C.at <= bindparam("until")
)
_ANSWER = select(_C.number).where(
    _C.table_id == bindparam("table"),
    _C.person_id == bindparam("person"),
    _C.request_key == bindparam("asked"),
)
_WHO_MUTED = select(_M.person_id, _M.muted_id).where(_M.muted_id.in_(bindparam("writers", expanding=True)))
_MUTED_BY = (
    select(_M.muted_id.label("id"), _P.name, _M.at)
    .join(schema.people, _P.id == _M.muted_id)
    .where(_M.person_id == bindparam("person"))
    .order_by(_M.at)
)
_INSERT = insert(schema.chat)
_MUTE = insert(schema.mutes)
_UNMUTE = delete(schema.mutes).where(_M.person_id == bindparam("person"), _M.muted_id == bindparam("muted"))


async def write(database: Database, table: str, person: str, text: str, key: str) -> int:
    """Write a line and return its number; the same request writes it once."""
    for _ in range(_TRIES):
        written = await database.row(_ANSWER, {"table": table, "person": person, "asked": key})
        if written is not None:
            return int(written["number"])
        last = await database.row(_LAST, {"table": table})
        assert last is not None
        number = int(last["number"]) + 1
        change = Change()
        change.add(
            _INSERT, table_id=table, number=number, at=now(), person_id=person, request_key=key, text=text
        )
        try:
            await database.writer.commit(change)
        except Collision:
            # Someone else wrote at the same moment in another process.
            continue
        return number
    raise Problem(503, "contended", "Too much is written at this table at once; send it again.")


async def lines_after(database: Database, table: str, after: int) -> Sequence[Row]:
    """The lines after a number, whoever reads them."""
    return await database.rows(_AFTER, {"table": table, "after": after})


async def last_lines(database: Database, tables: list[str]) -> dict[str, int]:
    """The number of the last line at each table where something was written."""
    return {row["table_id"]: row["number"] for row in await database.rows(_LAST_LINES, {"tables": tables})}


async def latest(
    database: Database, table: str, reader: str | None, after: int, until: int, most: int
) -> list[Row]:
    """The latest lines for a reader, oldest first, without those of people the reader has muted."""
    values = {"table": table, "after": after, "until": until, "reader": reader or "", "most": most}
    return list(await database.rows(_LATEST, values))[::-1]


async def who_muted(database: Database, writers: set[str]) -> set[tuple[str, str]]:
    """Pairs of someone who muted and the writer who was muted."""
    rows = await database.rows(_WHO_MUTED, {"writers": sorted(writers)})
    return {(row["person_id"], row["muted_id"]) for row in rows}


async def writer_of(database: Database, table: str, line: int, until: int) -> str | None:
    """Who wrote a line, if it was written by then."""
    row = await database.row(_WRITER, {"table": table, "line": line, "until": until})
    return None if row is None else str(row["person_id"])


async def mutes_of(database: Database, person: str) -> Sequence[Row]:
    """Whom a person has muted."""
    return await database.rows(_MUTED_BY, {"person": person})


async def mute(database: Database, person: str, muted: str) -> None:
    change = Change()
    change.add(_MUTE, person_id=person, muted_id=muted, at=now())
    try:
        await database.writer.commit(change)
    except Collision:
        # It was muted already.
        return


async def unmute(database: Database, person: str, muted: str) -> None:
    change = Change()
    change.add(_UNMUTE, person=person, muted=muted)
    await database.writer.commit(change)
