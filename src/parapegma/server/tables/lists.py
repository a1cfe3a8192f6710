"""Lists of tables: open ones to join, one's own, ones to watch."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Select, bindparam, exists, or_, select

from parapegma.server.protocol.messages import SeatSummary, TableSummary
from parapegma.server.protocol.table_settings import decode_settings
from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.tables.messages.info import table_summary

_T, _S, _P = schema.tables.c, schema.seats.c, schema.people.c
_MOST = 100


_HAS_OPEN_SEAT = exists().where(_S.table_id == _T.id, _S.kind == "open")
_IS_MINE = or_(
    exists().where(_S.table_id == _T.id, _S.person_id == bindparam("person")),
    (_T.created_by == bindparam("person")) & (_T.status == "waiting"),
)
_LISTS: dict[str, Select[tuple[str]]] = {
    "open": select(schema.tables)
    .where(_T.status == "waiting", _T.public, _HAS_OPEN_SEAT)
    .order_by(_T.changed_at.desc()),
    "mine": select(schema.tables)
    .where(_IS_MINE, _T.status.in_(["waiting", "running"]))
    .order_by((_T.waits_for == bindparam("person")).desc(), _T.changed_at.desc()),
    "past": select(schema.tables).where(_IS_MINE, _T.status == "over").order_by(_T.changed_at.desc()),
    "watch": select(schema.tables).where(_T.status == "running", _T.public).order_by(_T.changed_at.desc()),
}
_SEATS = (
    select(_S.table_id, _S.seat, _S.kind, _S.bot, _S.person_id, _P.name)
    .join(schema.people, _P.id == _S.person_id, isouter=True)
    .where(_S.table_id.in_(bindparam("tables", expanding=True)))
    .order_by(_S.table_id, _S.seat)
)


async def list_tables(database: Database, kind: str, person: str | None) -> list[TableSummary]:
    """The tables of a list, newest first; in one's own those that wait for oneself before all."""
    values = {"person": person or ""} if kind in ("mine", "past") else {}
    rows = await database.rows(_LISTS[kind].limit(_MOST), values)
    seats: dict[str, list[SeatSummary]] = {row["id"]: [] for row in rows}
    for seat in await _seats(database, list(seats)):
        seats[seat["table_id"]].append(
            SeatSummary(
                seat["kind"],
                seat["name"] or "",
                seat["bot"],
                mine=person is not None and seat["person_id"] == person,
            )
        )
    return [
        table_summary(row, seats[row["id"]], person)
        for row in rows
        if kind != "watch" or decode_settings(row["settings"]).spectators
    ]


async def _seats(database: Database, tables: list[str]) -> Sequence[schema.Row]:
    return await database.rows(_SEATS, {"tables": tables}) if tables else []
