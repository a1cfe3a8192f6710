"""Everything that is kept about a person, as data."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from sqlalchemy import BindParameter, bindparam, select

from parapegma.server.people.personal_data import tables_of
from parapegma.server.store import schema
from parapegma.server.store.database import Database

_P, _S, _K, _T, _Z, _E, _C, _M, _N, _U, _W, _D = (
    schema.people.c,
    schema.sessions.c,
    schema.tokens.c,
    schema.tables.c,
    schema.seats.c,
    schema.events.c,
    schema.chat.c,
    schema.mutes.c,
    schema.notices.c,
    schema.push_subscriptions.c,
    schema.told_turns.c,
    schema.daily_games.c,
)
_ME: BindParameter[str] = bindparam("person")
_PERSON = select(_P.id, _P.name, _P.login, _P.language, _P.email, _P.webhook, _P.notify, _P.created_at).where(
    _P.id == _ME
)
_LISTS = {
    "sessions": select(_S.created_at, _S.seen_at, _S.revoked_at).where(_S.person_id == _ME),
    "tokens": select(_K.id, _K.name, _K.scopes, _K.created_at, _K.used_at, _K.revoked_at).where(
        _K.person_id == _ME
    ),
    "chat": select(_C.table_id, _C.number, _C.at, _C.text)
    .where(_C.person_id == _ME)
    .order_by(_C.table_id, _C.number),
    "muted": select(_M.muted_id, _P.name, _M.at)
    .join(schema.people, _P.id == _M.muted_id)
    .where(_M.person_id == _ME),
    "push_subscriptions": select(_U.id, _U.endpoint, _U.created_at, _U.failed_at).where(_U.person_id == _ME),
    "notices": select(_N.way, _N.number, _N.at, _N.sent_at, _N.tries).where(_N.person_id == _ME),
    "daily_games": select(_D.day, _D.game, _D.table_id, _D.outcome, _D.points, _D.place).where(
        _D.person_id == _ME
    ),
    "told_turns": select(_W.way, _W.table_id, _W.turn, _W.warned).where(_W.person_id == _ME),
}
_TABLES = select(
    _T.id,
    _T.game,
    _T.players,
    _T.options,
    _T.settings,
    _T.status,
    _T.created_by,
    _T.created_at,
    _T.changed_at,
).where(_T.id.in_(bindparam("tables", expanding=True)))
_SEATS = select(_Z.table_id, _Z.seat).where(_Z.person_id == _ME).order_by(_Z.seat)
_EVENTS = (
    select(_E.table_id, _E.number, _E.at, _E.data)
    .where(_E.table_id.in_(bindparam("tables", expanding=True)), _E.person_id == _ME)
    .order_by(_E.table_id, _E.number)
)
_TOLD = ("kind", "seat", "actions", "kept", "bot", "what", "request", "agreed", "why")
"""What of one's own events is one's own; not the digest, which depends on everyone's cards."""


class Export(msgspec.Struct):
    """Everything about you. Times are milliseconds since 1970; secrets are not part of it."""

    person: dict[str, Any]
    sessions: list[dict[str, Any]]
    tokens: list[dict[str, Any]]
    tables: list[dict[str, Any]]
    """Each with your seats and everything you did there."""
    chat: list[dict[str, Any]]
    muted: list[dict[str, Any]]
    push_subscriptions: list[dict[str, Any]]
    notices: list[dict[str, Any]]
    told_turns: list[dict[str, Any]]
    daily_games: list[dict[str, Any]]


async def export(database: Database, person: str) -> Export:
    """Gather it."""
    me = {"person": person}
    row = await database.row(_PERSON, me)
    assert row is not None
    about = dict(row)
    about["notify"] = without_secrets(json.loads(about["notify"]))
    lists = {name: [dict(r) for r in await database.rows(query, me)] for name, query in _LISTS.items()}
    for token in lists["tokens"]:
        token["scopes"] = json.loads(token["scopes"])
    return Export(person=about, tables=await _tables(database, person), **lists)


def without_secrets(notify: dict[str, Any]) -> dict[str, Any]:
    """What waits to be confirmed, without the code that confirms it."""
    return {
        name: {key: value for key, value in part.items() if key != "digest"}
        if isinstance(part, dict)
        else part
        for name, part in notify.items()
    }


async def _tables(database: Database, person: str) -> list[dict[str, Any]]:
    ids = await tables_of(database, person)
    values = {"tables": ids, "person": person}
    tables = {row["id"]: dict(row) for row in await database.rows(_TABLES, {"tables": ids})}
    for table in tables.values():
        table["opened_by_me"] = table.pop("created_by") == person
        table["options"], table["settings"] = json.loads(table["options"]), json.loads(table["settings"])
        table["seats"], table["events"] = [], []
    for row in await database.rows(_SEATS, {"person": person}):
        tables[row["table_id"]]["seats"].append(row["seat"])
    for table in tables.values():
        if not table["seats"]:
            # Whoever has no seat any more may see the game with a delay.
            del table["status"], table["changed_at"]
    for row in await database.rows(_EVENTS, values):
        data = json.loads(row["data"])
        told = {name: data[name] for name in _TOLD if name in data}
        tables[row["table_id"]]["events"].append({"number": row["number"], "at": row["at"], **told})
    return list(tables.values())
