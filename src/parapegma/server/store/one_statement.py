"""Decisions at tables written to PostgreSQL by one statement, and so by one visit (docs/owners.md).

A transaction of several statements goes there and back for each of them, and for its beginning and its end.
Nearly every transaction does the same: for some tables it asks whether they still live here, adds events, and
writes what the tables amount to. That is one statement, and a statement alone is a transaction of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, insert, update
from sqlalchemy.sql import Executable

from parapegma.server.store import schema
from parapegma.server.store.epochs import Epochs

_EVENT = {
    "table_id": "varchar", "number": "int", "at": "bigint", "person_id": "varchar", "request_key": "varchar",
    "data": "text",
}  # fmt: skip
_SUMMARY = {
    "status": "varchar", "last_event": "int", "actor": "int", "waits_for": "varchar", "turn": "int",
    "deadline_at": "bigint", "warn_at": "bigint", "due_at": "bigint", "changed_at": "bigint",
}  # fmt: skip
"""The columns that are written, with their types."""

INSERT_EVENT = insert(schema.events)
UPDATE_TABLE = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("table"))
    .values({name: bindparam(name) for name in _SUMMARY})
)
"""The same as two statements, for any database."""


def _arrays(first: int, columns: Mapping[str, str]) -> str:
    return ", ".join(f"${n}::{kind}[]" for n, kind in enumerate(columns.values(), first))


AT_ONCE = f"""
WITH known AS (SELECT * FROM unnest($1::varchar[], $2::int[]) AS known(id, epoch)),
owned AS (
    SELECT tables.id FROM tables JOIN known ON known.id = tables.id AND known.epoch = tables.epoch
    ORDER BY tables.id FOR NO KEY UPDATE OF tables
),
allowed AS (SELECT (SELECT count(*) FROM owned) = (SELECT count(*) FROM known) AS allowed),
written AS (
    INSERT INTO events ({", ".join(_EVENT)})
    SELECT * FROM unnest({_arrays(3, _EVENT)}) WHERE (SELECT allowed FROM allowed)
),
changed AS (
    UPDATE tables SET {", ".join(f"{name} = new.{name}" for name in _SUMMARY)}
    FROM unnest({_arrays(3 + len(_EVENT), {"id": "varchar", **_SUMMARY})}) AS new(id, {", ".join(_SUMMARY)})
    WHERE tables.id = new.id AND (SELECT allowed FROM allowed)
)
SELECT id FROM owned
"""
"""All or nothing: if one of the tables lives elsewhere, nothing is written. The answer: those that do not."""


def values_at_once(
    batches: Sequence[tuple[Executable, list[Mapping[str, Any]]]], epochs: Epochs
) -> tuple[list[Any], ...] | None:
    """The values of that statement for a transaction; nothing if it does anything else."""
    rows = {id(statement): some for statement, some in batches}
    if rows.keys() != {id(INSERT_EVENT), id(UPDATE_TABLE)}:
        return None
    events, tables = rows[id(INSERT_EVENT)], rows[id(UPDATE_TABLE)]
    if len({row["table"] for row in tables}) < len(tables):
        # One row cannot be changed twice by one statement.
        return None
    return (
        list(epochs.keys()),
        list(epochs.values()),
        *([row[name] for row in events] for name in _EVENT),
        [row["table"] for row in tables],
        *([row[name] for row in tables] for name in _SUMMARY),
    )
