"""Who sends a request: a signed cookie names a session, a session a person."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import secrets
from dataclasses import dataclass

from sqlalchemy import bindparam, insert, select, update

from parapegma.server.ids import new_id, now
from parapegma.server.problems import Problem
from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.store.writer import Change, Collision

COOKIE = "parapegma"
_FRESH = 30_000
"""Milliseconds for which a session is believed without asking the database again."""
_SEEN_EVERY = 24 * 3600 * 1000
_MOST_REMEMBERED = 10_000

_P, _S = schema.people.c, schema.sessions.c
INSERT_PERSON = insert(schema.people)
INSERT_SESSION = insert(schema.sessions)
_SEEN = update(schema.sessions).where(_S.id == bindparam("session")).values(seen_at=bindparam("at"))
_SESSION = (
    select(_P.id, _P.name, _P.login, _S.seen_at)
    .join(schema.people, _P.id == _S.person_id)
    .where(_S.id == bindparam("session"), _S.revoked_at.is_(None), _P.deleted_at.is_(None))
)
_RENAME = update(schema.people).where(_P.id == bindparam("person")).values(name=bindparam("called"))
_SPEAK = update(schema.people).where(_P.id == bindparam("person")).values(language=bindparam("tongue"))
_SECRET = select(schema.secrets.c.value).where(schema.secrets.c.name == bindparam("secret"))
_INSERT_SECRET = insert(schema.secrets)


@dataclass(frozen=True)
class Person:
    """Someone who has said who he is."""

    id: str
    name: str
    session: str | None
    """The session the request came with; none for a program with a token."""
    account: bool = False
    scopes: frozenset[str] | None = None
    """What a token allows; a person in a browser may do everything."""

    def may(self, scope: str) -> bool:
        if self.scopes is None or scope in self.scopes:
            return True
        return scope == "read" and "play" in self.scopes

    def check(self, scope: str) -> None:
        """Refuse what a token does not allow."""
        if not self.may(scope):
            raise Problem(403, "scope", f"This token does not allow {scope!r}.", scope=scope)


async def kept_secret(database: Database, name: str) -> str:
    """A secret that all processes share, made when first asked for."""
    row = await database.row(_SECRET, {"secret": name})
    if row is None:
        change = Change()
        change.add(_INSERT_SECRET, name=name, value=secrets.token_hex(32))
        with contextlib.suppress(Collision):
            await database.writer.commit(change)
        row = await database.row(_SECRET, {"secret": name})
        assert row is not None
    return str(row["value"])


class Identities:
    """Makes guests and recognises those who come back."""

    def __init__(self, database: Database, secret: str) -> None:
        self._database = database
        self._secret = secret.encode()
        self._known: dict[str, tuple[int, Person]] = {}
        self._forgotten = 0

    async def new_guest(self, name: str) -> tuple[Person, str]:
        """A new person with nothing but a display name, and the cookie that proves it."""
        person, session, at = new_id(), new_id(20), now()
        change = Change()
        change.add(INSERT_PERSON, id=person, name=name, created_at=at)
        change.add(INSERT_SESSION, id=session, person_id=person, created_at=at, seen_at=at)
        await self._database.writer.commit(change)
        return Person(person, name, session), self.sign(session)

    async def new_session(self, person: str) -> str:
        """One more session of a person; its cookie."""
        session, at = new_id(20), now()
        change = Change()
        change.add(INSERT_SESSION, id=session, person_id=person, created_at=at, seen_at=at)
        await self._database.writer.commit(change)
        return self.sign(session)

    async def rename(self, person: str, name: str) -> None:
        """Call a person otherwise; at tables where the person sits already the old name stays."""
        change = Change()
        change.add(_RENAME, person=person, called=name)
        await self._database.writer.commit(change)

    async def speak(self, person: str, language: str) -> None:
        """Remember which language a person reads."""
        change = Change()
        change.add(_SPEAK, person=person, tongue=language)
        await self._database.writer.commit(change)

    async def of_cookie(self, cookie: str | None) -> Person | None:
        """Whose cookie this is, if it is one of ours and its session is still open."""
        session = None if cookie is None else self.verified(cookie)
        if session is None:
            return None
        at = now()
        known = self._known.get(session)
        if known is not None and at - known[0] < _FRESH:
            return known[1]
        forgotten = self._forgotten
        row = await self._database.row(_SESSION, {"session": session})
        if row is None:
            self._known.pop(session, None)
            return None
        person = Person(row["id"], row["name"], session, row["login"] is not None)
        if len(self._known) >= _MOST_REMEMBERED:
            self._known.clear()
        if forgotten == self._forgotten:
            # Otherwise what was read may already have been revoked.
            self._known[session] = (at, person)
        if at - row["seen_at"] > _SEEN_EVERY:
            change = Change()
            change.add(_SEEN, session=session, at=at)
            await self._database.writer.commit(change)
        return person

    def forget(self) -> None:
        """Ask the database again for everyone: someone logged out, changed his name or left."""
        self._known.clear()
        self._forgotten += 1

    def sign(self, session: str) -> str:
        """A session as a cookie."""
        return f"{session}.{self._signature(session)}"

    def verified(self, cookie: str) -> str | None:
        """The session of a cookie that we signed."""
        session, dot, signature = cookie.partition(".")
        if not dot or not hmac.compare_digest(signature.encode(), self._signature(session).encode()):
            return None
        return session

    def _signature(self, session: str) -> str:
        return hmac.new(self._secret, f"session {session}".encode(), hashlib.sha256).hexdigest()
