"""Accounts: a guest stays who he is under a name and a passphrase, and can come from anywhere."""

from __future__ import annotations

import unicodedata
from typing import Annotated

import msgspec
from sqlalchemy import bindparam, select, update
from sqlalchemy.sql import Executable

from parapegma.server.ids import now
from parapegma.server.names import checked_name, plain_name
from parapegma.server.people.identity import Person
from parapegma.server.people.passphrases import Passphrases, checked_passphrase, normal
from parapegma.server.people.revoke import Revocation
from parapegma.server.problems import Problem
from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.store.writer import Change, Collision

_P, _S = schema.people.c, schema.sessions.c
LoginName = Annotated[str, msgspec.Meta(min_length=3, max_length=40)]

_BY_LOGIN = select(_P.id, _P.name, _P.passphrase).where(_P.login == bindparam("known_as"))
_PASSPHRASE = select(_P.login, _P.passphrase).where(_P.id == bindparam("person"), _P.deleted_at.is_(None))
_KEEP = (
    update(schema.people)
    .where(_P.id == bindparam("person"), _P.login.is_(None), _P.deleted_at.is_(None))
    .values(login=bindparam("known_as"), passphrase=bindparam("digest"))
)
_CHANGE = update(schema.people).where(_P.id == bindparam("person")).values(passphrase=bindparam("digest"))
_REVOKE = (
    update(schema.sessions)
    .where(_S.id == bindparam("session"), _S.revoked_at.is_(None))
    .values(revoked_at=bindparam("at"))
)
_REVOKE_ALL = (
    update(schema.sessions)
    .where(_S.person_id == bindparam("person"), _S.revoked_at.is_(None))
    .values(revoked_at=bindparam("at"))
)
_SHORTEST = 3


def login_name(text: str) -> str:
    """The name of an account, the same however it is typed.

    >>> login_name(" Ada  Lovelace ")
    'ada lovelace'
    """
    name = unicodedata.normalize("NFKC", plain_name(text)).casefold()
    if not _SHORTEST <= len(name) <= 60:
        raise Problem(
            422,
            "name",
            f"The name of an account has at least {_SHORTEST} letters.",
            case="short",
            least=_SHORTEST,
        )
    return name


class Accounts:
    """Keeping, proving and ending who one is."""

    def __init__(self, database: Database, passphrases: Passphrases, revocation: Revocation) -> None:
        self._database, self._passphrases, self._revocation = database, passphrases, revocation

    async def keep(self, person: Person, login: str, phrase: str, home: str = "") -> None:
        """Turn a guest into an account."""
        if person.account:
            raise Problem(409, "account-already", "You have an account already.")
        name = login_name(checked_name(login))
        digest = await self._passphrases.hashed(checked_passphrase(phrase, name), home)
        try:
            await self._write(_KEEP, person=person.id, known_as=name, digest=digest)
        except Collision:
            raise Problem(409, "name-taken", "Someone else has an account of that name.") from None
        self._revocation.name(person.id)
        row = await self._database.row(_PASSPHRASE, {"person": person.id})
        if row is None or row["passphrase"] != digest:
            # The same guest was faster, from another page.
            raise Problem(409, "account-already", "You have an account already.")
        # Whoever saw the guest's cookie, on a shared screen or in a link, is not let into the account.
        await self.log_out_everywhere(person)

    async def log_in(self, login: str, phrase: str, home: str = "") -> Person:
        """Who has this name and this passphrase. Unknown names are refused as slowly as wrong passphrases."""
        try:
            name = login_name(login)
        except Problem:
            name = ""
        row = await self._database.row(_BY_LOGIN, {"known_as": name})
        kept = None if row is None else row["passphrase"]
        fits = await self._passphrases.fits(kept, normal(phrase), home)
        if not fits or row is None:
            raise Problem(401, "wrong-login", "There is no account of that name with that passphrase.")
        if self._passphrases.outdated(row["passphrase"]):
            digest = await self._passphrases.hashed(normal(phrase), home)
            await self._write(_CHANGE, person=row["id"], digest=digest)
        return Person(row["id"], row["name"], None, account=True)

    async def prove(self, person: Person, phrase: str | None) -> str | None:
        """Refuse unless this is the person's passphrase; a guest has none. Returns the account's name."""
        row = await self._database.row(_PASSPHRASE, {"person": person.id})
        if row is None or row["passphrase"] is None:
            return None
        if not await self._passphrases.fits(row["passphrase"], normal(phrase or ""), person.id):
            raise Problem(403, "wrong-passphrase", "That is not your passphrase.")
        return str(row["login"])

    async def change(self, person: Person, old: str, new: str) -> None:
        """A new passphrase; all sessions end."""
        login = await self.prove(person, old)
        if login is None:
            raise Problem(409, "no-account", "You are a guest; keep your name as an account first.")
        digest = await self._passphrases.hashed(checked_passphrase(new, login), person.id)
        change = Change()
        change.add(_CHANGE, person=person.id, digest=digest)
        change.add(_REVOKE_ALL, person=person.id, at=now())
        await self._database.writer.commit(change)
        self._revocation.person(person.id)

    async def log_out(self, person: Person) -> None:
        """End the session a request came with."""
        await self._write(_REVOKE, session=person.session, at=now())
        self._revocation.person(person.id)

    async def log_out_everywhere(self, person: Person) -> None:
        """End all sessions."""
        await self._write(_REVOKE_ALL, person=person.id, at=now())
        self._revocation.person(person.id)

    async def _write(self, statement: Executable, **values: object) -> None:
        change = Change()
        change.add(statement, **values)
        await self._database.writer.commit(change)
