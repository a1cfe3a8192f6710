"""Lists of tables: open ones to join, one's own, ones to watch."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import Select, bindparam, exists, or_, select

from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.tables.settings import TableSettings, decode_settings

_T, _S, _P = schema.tables.c, schema.seats.c, schema.people.c
_MOST = 100


class ListedSeat(msgspec.Struct):
    """A seat in a list of tables."""

    kind: str
    name: str
    bot: str | None
    mine: bool


class Listed(msgspec.Struct):
    """A table in a list."""

    id: str
    game: str
    status: str
    settings: TableSettings
    seats: list[ListedSeat]
    actor: int | None
    my_turn: bool
    deadline_at: int | None
    created_at: int
    changed_at: int


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


async def listed(database: Database, kind: str, person: str | None) -> list[Listed]:
    """The tables of a list, newest first; in one's own those that wait for oneself before all."""
    values = {"person": person or ""} if kind in ("mine", "past") else {}
    rows = await database.rows(_LISTS[kind].limit(_MOST), values)
    seats: dict[str, list[ListedSeat]] = {row["id"]: [] for row in rows}
    for seat in await _seats(database, list(seats)):
        seats[seat["table_id"]].append(
            ListedSeat(
                seat["kind"],
                seat["name"] or "",
                seat["bot"],
                mine=person is not None and seat["person_id"] == person,
            )
        )
    return [
        _listed(row, seats[row["id"]], person)
        for row in rows
        if kind != "watch" or decode_settings(row["settings"]).spectators
    ]


def _listed(row: schema.Row, seats: list[ListedSeat], person: str | None) -> Listed:
    settings = decode_settings(row["settings"])
    # Whoever lags behind does not learn here what happens at the table now.
    late = settings.delay > 0 and row["status"] == "running" and not any(seat.mine for seat in seats)
    return Listed(
        id=row["id"],
        game=row["game"],
        status=row["status"],
        settings=settings,
        seats=seats,
        actor=None if late else row["actor"],
        my_turn=person is not None and row["waits_for"] == person,
        deadline_at=None if late else row["deadline_at"],
        created_at=row["created_at"],
        changed_at=row["created_at"] if late else row["changed_at"],
    )


async def _seats(database: Database, tables: list[str]) -> Sequence[schema.Row]:
    return await database.rows(_SEATS, {"tables": tables}) if tables else []
