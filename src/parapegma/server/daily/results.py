"""The list of a day: who plays its deals on this server, and how they did.

A table's events are the truth. What a finished game came to is read from them when the list is next asked
for, and kept, so that a list of hundreds is one query.
"""

from __future__ import annotations

import contextlib
import datetime

from sqlalchemy import bindparam, insert, select, update

from parapegma.server.daily.deals import daily_setup
from parapegma.server.daily.messages import DailyResult, DailyResults, in_order
from parapegma.server.daily.outcome import result_of
from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.store.writer import Change, Collision
from parapegma.server.tables.registry import TableRegistry

_D, _P, _T = schema.daily_games.c, schema.people.c, schema.tables.c
_INSERT = insert(schema.daily_games)
_SETTLE = (
    update(schema.daily_games)
    .where(_D.table_id == bindparam("settled"))
    .values(outcome=bindparam("told"), points=bindparam("made"), place=bindparam("reached"))
)
_OVER = (
    select(_D.table_id, _D.person_id)
    .join(schema.tables, _T.id == _D.table_id)
    .where(
        _D.day == bindparam("day"),
        _D.game == bindparam("game"),
        _D.outcome.is_(None),
        _T.status.in_(["over", "closed"]),
    )
)
_LIST = (
    select(_D.person_id, _P.name, _D.outcome, _D.points, _D.place)
    .join(schema.people, _P.id == _D.person_id)
    .where(_D.day == bindparam("day"), _D.game == bindparam("game"))
)
_MOST = 100


async def note_begun(database: Database, day: datetime.date, game: str, person: str, table_id: str) -> None:
    """Write down that a person plays a deal; it is written once."""
    change = Change()
    change.add(_INSERT, day=day.isoformat(), game=game, person_id=person, table_id=table_id)
    with contextlib.suppress(Collision):
        await database.writer.commit(change)


async def results_of(
    registry: TableRegistry, day: datetime.date, game: str, person: str | None
) -> DailyResults:
    """How everyone did with a deal: the best hundred, and the reader."""
    setup = daily_setup(game, day, "")
    which = {"day": day.isoformat(), "game": game}
    await _settle(registry, which)
    rows = await registry.database.rows(_LIST, which)
    found = in_order(
        [
            DailyResult(
                row["name"],
                row["person_id"] == person,
                row["outcome"] or "playing",
                row["points"],
                row["place"],
            )
            for row in rows
        ]
    )
    shown = [each for number, each in enumerate(found) if number < _MOST or each.mine]
    return DailyResults(day.isoformat(), game, setup.players or 1, len(found), shown)


async def _settle(registry: TableRegistry, which: dict[str, str]) -> None:
    """Read from the tables that are over what they came to."""
    change = Change()
    for row in await registry.database.rows(_OVER, which):
        result = result_of(await registry.open(row["table_id"]), row["person_id"], "", mine=False)
        change.add(
            _SETTLE, settled=row["table_id"], told=result.outcome, made=result.points, reached=result.place
        )
    if change.steps:
        await registry.database.writer.commit(change)
