"""Lists of tables: open ones to join, one's own, ones to watch."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Select, bindparam, exists, func, or_, select

from parapegma.server.protocol.messages import SeatSummary, TableSummary
from parapegma.server.protocol.table_settings import decode_settings
from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.tables.messages.info import late_summary, seat_summary, table_summary
from parapegma.server.tables.registry import TableRegistry

_T, _S, _P = schema.tables.c, schema.seats.c, schema.people.c
_MOST = 100


_HAS_OPEN_SEAT = exists().where(_S.table_id == _T.id, _S.kind == "open")
_IS_MINE = or_(
    exists().where(_S.table_id == _T.id, _S.person_id == bindparam("person")),
    (_T.created_by == bindparam("person")) & (_T.status == "waiting"),
)
_OF_ONE = 3
"""Tables of one person that the lobby shows: nobody fills it alone."""
_WAITING = (
    select(
        _T.id,
        func.row_number().over(partition_by=_T.created_by, order_by=_T.changed_at.desc()).label("place"),
    )
    .where(_T.status == "waiting", _T.public, _HAS_OPEN_SEAT)
    .subquery()
)
_LISTS: dict[str, Select[tuple[str]]] = {
    "open": select(schema.tables)
    .where(_T.id.in_(select(_WAITING.c.id).where(_WAITING.c.place <= _OF_ONE)))
    .order_by(_T.changed_at.desc()),
    "mine": select(schema.tables)
    .where(_IS_MINE, _T.status.in_(["waiting", "running"]))
    .order_by((_T.waits_for == bindparam("person")).desc(), _T.changed_at.desc()),
    "past": select(schema.tables).where(_IS_MINE, _T.status == "over").order_by(_T.changed_at.desc()),
    "watch": select(schema.tables).where(_T.status == "running", _T.public).order_by(_T.changed_at.desc()),
}
_JUST_ENDED = (
    select(schema.tables)
    .where(
        _T.status.in_(["over", "closed"]),
        _T.public,
        _T.changed_at > bindparam("since"),
        ~_T.settings.contains('"delay":0,'),
    )
    .order_by(_T.changed_at.desc())
)
"""Those that spectators who lag behind may still see running."""
_LONGEST_DELAY = 3600 * 1000
_SEATS = (
    select(_S.table_id, _S.seat, _S.kind, _S.bot, _S.person_id, _P.name)
    .join(schema.people, _P.id == _S.person_id, isouter=True)
    .where(_S.table_id.in_(bindparam("tables", expanding=True)))
    .order_by(_S.table_id, _S.seat)
)


async def list_tables(tables: TableRegistry, kind: str, person: str | None) -> list[TableSummary]:
    """The tables of a list, newest first; in one's own those that wait for oneself before all."""
    if kind == "watch":
        return await _to_watch(tables, person)
    database = tables.database
    values = {"person": person or ""} if kind in ("mine", "past") else {}
    return await _summaries(database, await database.rows(_LISTS[kind].limit(_MOST), values), person)


async def _to_watch(tables: TableRegistry, person: str | None) -> list[TableSummary]:
    """Tables to watch; those that someone sees late are listed for as long as they are seen running."""
    database = tables.database
    since = tables.clock() - _LONGEST_DELAY
    rows = [
        *await database.rows(_LISTS["watch"].limit(_MOST)),
        *await database.rows(_JUST_ENDED.limit(_MOST), {"since": since}),
    ]
    rows = [row for row in rows if decode_settings(row["settings"]).spectators]
    found: list[TableSummary] = []
    for summary in await _summaries(database, rows, person):
        late = summary.settings.delay > 0 and not any(seat.mine for seat in summary.seats)
        told = late_summary(summary, await tables.delayed(await tables.open(summary.id))) if late else summary
        if told.status == "running":
            found.append(told)
    return sorted(found, key=lambda summary: -summary.changed_at)[:_MOST]


async def _summaries(
    database: Database, rows: Sequence[schema.Row], person: str | None
) -> list[TableSummary]:
    seats: dict[str, list[SeatSummary]] = {row["id"]: [] for row in rows}
    for seat in await _seats(database, list(seats)):
        seats[seat["table_id"]].append(
            seat_summary(
                seat["kind"],
                seat["name"] or "",
                seat["bot"],
                mine=person is not None and seat["person_id"] == person,
            )
        )
    return [table_summary(row, seats[row["id"]], person) for row in rows]


async def _seats(database: Database, tables: list[str]) -> Sequence[schema.Row]:
    return await database.rows(_SEATS, {"tables": tables}) if tables else []
