"""Personal tokens: how a program takes part in a person's name.

A token is shown once, when it is made; the database keeps its SHA-256. It may do what its scopes say, and
none may log in, make further tokens or change the account.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Literal, get_args

from sqlalchemy import bindparam, func, insert, select, update

from parapegma.server.ids import new_id, now
from parapegma.server.people.identity import Person
from parapegma.server.problems import Problem
from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.store.writer import Change

Scope = Literal["read", "play", "chat"]
"""``read``: see what the person sees; ``play``: that, and open tables, sit down and decide; ``chat``."""
SCOPES: tuple[Scope, ...] = get_args(Scope)
_PREFIX = "parapegma-"
_MOST = 20

_P, _T = schema.people.c, schema.tokens.c
_TOKEN = (
    select(_P.id, _P.name, _P.login, _T.scopes, _T.id.label("token"), _T.used_at)
    .join(schema.people, _P.id == _T.person_id)
    .where(_T.digest == bindparam("digest"), _T.revoked_at.is_(None), _P.deleted_at.is_(None))
)
_LISTED = (
    select(_T.id, _T.name, _T.scopes, _T.created_at, _T.used_at)
    .where(_T.person_id == bindparam("person"), _T.revoked_at.is_(None))
    .order_by(_T.created_at)
)
_COUNT = select(func.count().label("count")).where(
    _T.person_id == bindparam("person"), _T.revoked_at.is_(None)
)
_OF_PERSON = select(_T.id).where(
    _T.id == bindparam("token"), _T.person_id == bindparam("person"), _T.revoked_at.is_(None)
)
_INSERT = insert(schema.tokens)
_REVOKE = update(schema.tokens).where(_T.id == bindparam("token")).values(revoked_at=bindparam("at"))
_USED = update(schema.tokens).where(_T.id == bindparam("token")).values(used_at=bindparam("at"))
_USED_EVERY = 3600 * 1000
_FRESH = 30_000
_MOST_REMEMBERED = 10_000


class Tokens:
    """Makes and revokes tokens, and recognises the programs that carry them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[str, tuple[int, Person]] = {}
        self._forgotten = 0

    async def of_bearer(self, token: str) -> Person:
        """Whose token this is; an unknown one is refused."""
        digest = hashlib.sha256(token.encode()).hexdigest()
        at = now()
        known = self._known.get(digest)
        if known is not None and at - known[0] < _FRESH:
            return known[1]
        forgotten = self._forgotten
        row = await self._database.row(_TOKEN, {"digest": digest})
        if row is None:
            self._known.pop(digest, None)
            raise Problem(401, "unknown-token", "This token is not known here, or was revoked.")
        scopes = frozenset(json.loads(row["scopes"]))
        person = Person(row["id"], row["name"], None, row["login"] is not None, scopes)
        if len(self._known) >= _MOST_REMEMBERED:
            self._known.clear()
        if forgotten == self._forgotten:
            # Otherwise what was read may already have been revoked.
            self._known[digest] = (at, person)
        if at - (row["used_at"] or 0) > _USED_EVERY:
            change = Change()
            change.add(_USED, token=row["token"], at=at)
            await self._database.writer.commit(change)
        return person

    def forget(self) -> None:
        """Ask the database again for every token."""
        self._known.clear()
        self._forgotten += 1

    async def make(self, person: str, name: str, scopes: Sequence[Scope]) -> tuple[schema.Row, str]:
        """A new token: its row, and the token itself, which is not kept."""
        found = await self._database.row(_COUNT, {"person": person})
        if found is not None and found["count"] >= _MOST:
            raise Problem(422, "too-many-tokens", f"You have {_MOST} tokens; revoke one first.", most=_MOST)
        token = _PREFIX + new_id(32)
        row = {
            "id": new_id(),
            "person_id": person,
            "name": name,
            "digest": hashlib.sha256(token.encode()).hexdigest(),
            "scopes": json.dumps([scope for scope in SCOPES if scope in scopes]),
            "created_at": now(),
        }
        change = Change()
        change.add(_INSERT, **row)
        await self._database.writer.commit(change)
        return {**row, "used_at": None}, token

    async def of(self, person: str) -> Sequence[schema.Row]:
        """A person's tokens that are still good."""
        return await self._database.rows(_LISTED, {"person": person})

    async def revoke(self, person: str, token: str) -> None:
        """A token that no longer opens anything."""
        if await self._database.row(_OF_PERSON, {"person": person, "token": token}) is None:
            raise Problem(404, "no-token", "You have no such token.")
        change = Change()
        change.add(_REVOKE, token=token, at=now())
        await self._database.writer.commit(change)
