"""Where in the database there is data of a person, apart from the rows that carry the person's id."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import bindparam, select

from parapegma.server.store import schema
from parapegma.server.store.database import Database

_E, _N, _T, _S, _C, _P = (
    schema.events.c,
    schema.named_events.c,
    schema.tables.c,
    schema.seats.c,
    schema.chat.c,
    schema.people.c,
)
_EVENT = select(_E.table_id, _E.number, _E.person_id, _E.data)
# An event may name someone who did not cause it: the person whom the others let sit down.
_NAMING = _EVENT.join(schema.named_events, (_N.table_id == _E.table_id) & (_N.number == _E.number)).where(
    _N.person_id == bindparam("person")
)
_OPENING = _EVENT.join(schema.tables, _T.id == _E.table_id).where(
    _T.created_by == bindparam("person"), _E.number == 1
)
# Whoever did anything at a table opened it, sat there, asked for a seat or wrote.
_TABLES_OF = (
    select(_N.table_id.label("id"))
    .where(_N.person_id == bindparam("person"))
    .union(
        select(_T.id).where(_T.created_by == bindparam("person")),
        select(_S.table_id).where(_S.person_id == bindparam("person")),
        select(_C.table_id).where(_C.person_id == bindparam("person")),
    )
)
_OTHERS = [
    select(found.table_id)
    .join(schema.people, _P.id == found.person_id)
    .where(
        found.table_id.in_(bindparam("tables", expanding=True)),
        _P.id != bindparam("person"),
        _P.deleted_at.is_(None),
    )
    .distinct()
    for found in (_N, _S, _C)
]
_OTHERS.append(
    select(_T.id.label("table_id"))
    .join(schema.people, _P.id == _T.created_by)
    .where(
        _T.id.in_(bindparam("tables", expanding=True)),
        _P.id != bindparam("person"),
        _P.deleted_at.is_(None),
    )
)


async def tables_of(database: Database, person: str) -> list[str]:
    """The tables at which a person ever did anything."""
    rows = await database.rows(_TABLES_OF, {"person": person})
    return sorted(row["id"] for row in rows)


async def tables_of_others(database: Database, person: str, tables: list[str]) -> set[str]:
    """Those of the tables at which other people, who are still here, took part."""
    found: set[str] = set()
    for statement in _OTHERS:
        rows = await database.rows(statement, {"tables": tables, "person": person})
        found |= {row["table_id"] for row in rows}
    return found


async def events_naming(database: Database, person: str) -> list[schema.Row]:
    """The events that may hold a person's name."""
    return [
        *await database.rows(_OPENING, {"person": person}),
        *await database.rows(_NAMING, {"person": person}),
    ]


def renamed(row: schema.Row, person: str, name: str) -> str | None:
    """The data of an event with another name for a person; none if it does not name the person."""
    data = json.loads(row["data"])
    opened = data.get("kind") == "opened" and row["person_id"] == person
    if not _rename(data, person, name, opened):
        return None
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def _rename(data: Any, person: str, name: str, named: bool = False) -> bool:
    """Rename in place, at any depth; whether anything was renamed."""
    count = 0
    if isinstance(data, dict):
        if "name" in data and (named or data.get("person") == person):
            data["name"] = name
            count += 1
        data = list(data.values())
    if isinstance(data, list):
        count += sum(_rename(part, person, name) for part in data)
    return count > 0
