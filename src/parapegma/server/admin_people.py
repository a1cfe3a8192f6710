"""What whoever runs a server can do about people: a new passphrase, a ban, a line of chat that must go."""

from __future__ import annotations

import secrets

from sqlalchemy import bindparam, func, or_, select, update

from parapegma.errors import OptionError
from parapegma.server.ids import now
from parapegma.server.people.passphrases import Passphrases
from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.store.schema import Row
from parapegma.server.store.writer import Change

_P, _S, _K, _T, _C = (
    schema.people.c,
    schema.sessions.c,
    schema.tokens.c,
    schema.seats.c,
    schema.chat.c,
)
BANNED = "banned"
"""What stands instead of the hash of a passphrase: none fits it."""
_SEEN = (
    select(_S.person_id, func.max(_S.seen_at).label("seen_at")).group_by(_S.person_id).subquery("last_seen")
)
_TABLES = (
    select(_T.person_id, func.count(_T.table_id.distinct()).label("tables"))
    .group_by(_T.person_id)
    .subquery("tables_of")
)
_ACCOUNTS = (
    select(_P.id, _P.login, _P.name, _P.created_at, _P.passphrase, _SEEN.c.seen_at, _TABLES.c.tables)
    .join(_SEEN, _SEEN.c.person_id == _P.id, isouter=True)
    .join(_TABLES, _TABLES.c.person_id == _P.id, isouter=True)
    .where(_P.deleted_at.is_(None))
    .order_by(_SEEN.c.seen_at.desc().nulls_last())
)
_FIND = select(_P.id, _P.login, _P.name).where(
    or_(_P.id == bindparam("who"), _P.login == bindparam("known_as")), _P.deleted_at.is_(None)
)
_SET = update(schema.people).where(_P.id == bindparam("person")).values(passphrase=bindparam("digest"))
_END = [
    update(table)
    .where(columns.person_id == bindparam("person"), columns.revoked_at.is_(None))
    .values(revoked_at=bindparam("at"))
    for table, columns in ((schema.sessions, _S), (schema.tokens, _K))
]
_LINE = select(_C.text).where(_C.table_id == bindparam("table"), _C.number == bindparam("line"))
# The line stays as an empty one, so that the numbers of the others do not change.
_EMPTY = (
    update(schema.chat)
    .where(_C.table_id == bindparam("table"), _C.number == bindparam("line"))
    .values(text="")
)


async def list_accounts(database: Database, guests: bool, most: int) -> list[Row]:
    """Accounts, those seen last first; or guests, who have no name to log in with."""
    wanted = _P.login.is_(None) if guests else _P.login.is_not(None)
    return list(await database.rows(_ACCOUNTS.where(wanted).limit(most)))


async def find_person(database: Database, who: str) -> Row:
    """Someone by the name of the account, or by id."""
    found = await database.row(_FIND, {"who": who, "known_as": who.casefold()})
    if found is None:
        raise OptionError(f"there is nobody with the account or the id {who}")
    return found


async def new_passphrase(database: Database, who: str) -> str:
    """Give an account a random passphrase and end all its sessions; what the person can log in with now."""
    person = await find_person(database, who)
    if person["login"] is None:
        raise OptionError(f"{who} is a guest and has no passphrase")
    phrase = "-".join(secrets.token_hex(2) for _ in range(5))
    passphrases = Passphrases()
    try:
        digest = await passphrases.hashed(phrase)
    finally:
        passphrases.stop()
    await _set(database, person["id"], digest)
    return phrase


async def ban(database: Database, who: str) -> None:
    """Let someone in no more: no session, no token, no passphrase. A new one lifts it for an account."""
    person = await find_person(database, who)
    await _set(database, person["id"], BANNED)


async def _set(database: Database, person: str, digest: str) -> None:
    change = Change()
    change.add(_SET, person=person, digest=digest)
    for statement in _END:
        change.add(statement, person=person, at=now())
    await database.writer.commit(change)


async def remove_line(database: Database, table: str, line: int) -> None:
    """Empty a line of chat."""
    if await database.row(_LINE, {"table": table, "line": line}) is None:
        raise OptionError(f"there is no line {line} at the table {table}")
    change = Change()
    change.add(_EMPTY, table=table, line=line)
    await database.writer.commit(change)
