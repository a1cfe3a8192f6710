"""How much a server is used: numbers about everyone together, none about anyone."""

from __future__ import annotations

from sqlalchemy import func, select

from parapegma.server.store import schema
from parapegma.server.store.database import Database

_T, _P, _S = schema.tables.c, schema.people.c, schema.sessions.c
_DAY = 24 * 3600 * 1000
_COUNTS = {
    "accounts": select(func.count().label("n")).where(_P.login.is_not(None)),
    "guests": select(func.count().label("n")).where(_P.login.is_(None), _P.deleted_at.is_(None)),
    "events": select(func.count().label("n")).select_from(schema.events),
    "lines of chat": select(func.count().label("n")).select_from(schema.chat),
}
_BY_STATUS = (
    select(_T.game, _T.status, func.count().label("n"))
    .group_by(_T.game, _T.status)
    .order_by(_T.game, _T.status)
)


async def statistics(database: Database, at: int) -> list[tuple[str, int]]:
    """What there is, and how many people were here lately."""
    found: list[tuple[str, int]] = []
    for name, query in _COUNTS.items():
        row = await database.row(query)
        found.append((name, 0 if row is None else row["n"]))
    for days in (1, 7, 30):
        seen = select(func.count(_S.person_id.distinct()).label("n")).where(_S.seen_at >= at - days * _DAY)
        row = await database.row(seen)
        found.append((f"people seen in {days} day{'s' if days > 1 else ''}", 0 if row is None else row["n"]))
    for row in await database.rows(_BY_STATUS):
        found.append((f"tables of {row['game']}, {row['status']}", row["n"]))
    return found
