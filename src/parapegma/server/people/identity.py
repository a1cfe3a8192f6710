"""Who sends a request: a signed cookie names a session, a session a person."""

from __future__ import annotations

import base64
import functools
import hashlib
from dataclasses import dataclass

from itsdangerous import Signer
from sqlalchemy import bindparam, insert, select, update

from parapegma.server.ids import new_id, now
from parapegma.server.problems import Problem
from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.store.secrets import Secrets
from parapegma.server.store.writer import Change

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


@dataclass(frozen=True)
class Person:
    """Someone who has said who he is."""

    id: str
    name: str
    session: str | None
    """The session the request came with, as the database keeps it; none for a program with a token."""
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


class Identities:
    """Makes guests and recognises those who come back."""

    def __init__(self, database: Database, secrets: Secrets) -> None:
        self._database, self._secrets = database, secrets
        self._known: dict[str, tuple[int, Person]] = {}
        self._forgotten = 0

    async def new_guest(self, name: str) -> tuple[Person, str]:
        """A new person with nothing but a display name, and the cookie that proves it."""
        person, session, at = new_id(), new_id(20), now()
        change = Change()
        change.add(INSERT_PERSON, id=person, name=name, created_at=at)
        change.add(INSERT_SESSION, id=kept(session), person_id=person, created_at=at, seen_at=at)
        await self._database.writer.commit(change)
        return Person(person, name, kept(session)), self.sign(session)

    async def new_session(self, person: str) -> str:
        """One more session of a person; its cookie."""
        session, at = new_id(20), now()
        change = Change()
        change.add(INSERT_SESSION, id=kept(session), person_id=person, created_at=at, seen_at=at)
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
        secret = None if cookie is None else self.verified(cookie)
        if secret is None:
            return None
        session, at = kept(secret), now()
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

    @functools.cached_property
    def _signer(self) -> Signer:
        return Signer(self._secrets.cookie, key_derivation="none", digest_method=hashlib.sha256)

    def sign(self, session: str) -> str:
        """A session as a cookie."""
        return f"{session}.{self._signer.get_signature(_signed(session)).decode()}"

    def verified(self, cookie: str) -> str | None:
        """The session of a cookie that we signed."""
        session, _, signature = cookie.partition(".")
        if len(signature) == _OLD_LENGTH:
            signature = _from_hexadecimal(signature)
        return session if self._signer.verify_signature(_signed(session), signature) else None


def kept(session: str) -> str:
    """What the database keeps of a session: enough to know it again, not to be it."""
    return hashlib.sha256(f"session {session}".encode()).hexdigest()[:_KEPT_LENGTH]


def _signed(session: str) -> bytes:
    return f"session {session}".encode()


_OLD_LENGTH = 64
_KEPT_LENGTH = 32


def _from_hexadecimal(signature: str) -> str:
    """A signature as older versions of this server wrote it, so that nobody is logged out by a new one."""
    try:
        return base64.urlsafe_b64encode(bytes.fromhex(signature)).rstrip(b"=").decode()
    except ValueError:
        return ""
