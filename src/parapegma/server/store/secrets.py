"""Secrets that all processes of a server share: made when first asked for, kept in the database.

That of the cookies is kept in a file instead (:mod:`parapegma.server.store.secret_file`).
"""

from __future__ import annotations

import contextlib
import hashlib
import secrets
from pathlib import Path

from sqlalchemy import bindparam, delete, insert, select

from parapegma.errors import OptionError
from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.store.secret_file import kept_secret
from parapegma.server.store.writer import Change, Collision

_SECRET = select(schema.secrets.c.value).where(schema.secrets.c.name == bindparam("secret"))
_INSERT_SECRET = insert(schema.secrets)
_FORGET_SECRET = delete(schema.secrets).where(schema.secrets.c.name == bindparam("secret"))


class Secrets:
    """What signs cookies, names rematches and identifies the server to push services."""

    rematch: str
    vapid: str

    def __init__(self, database: Database, cookie: str = "", file: Path | None = None) -> None:
        self._database, self._file = database, file
        self.cookie = cookie
        """The one of the settings, if they name one; otherwise that of the file."""

    async def load(self) -> None:
        """Read them; nothing that needs one may be asked before."""
        if not self.cookie:
            self.cookie = await self._of_file()
        self.rematch = await self._kept("rematch")
        self.vapid = await self._kept("vapid")
        # No secret, but what a check of the server's health writes to.
        await self._kept("health", "0")

    async def _of_file(self) -> str:
        """The cookies' secret, which is not kept in the database; older servers kept it there."""
        if self._file is None:
            return secrets.token_hex(32)
        older = await self._database.row(_SECRET, {"secret": "cookie"})
        found = kept_secret(self._file, None if older is None else str(older["value"]))
        digest = hashlib.sha256(f"cookie {found}".encode()).hexdigest()
        if await self._kept("cookie-check", digest) != digest:
            raise OptionError(
                f"{self._file} is not the secret with which this database was used before: "
                "copy that file here, or set PARAPEGMA_SECRET to the same value on all machines"
            )
        if older is not None:
            change = Change()
            change.add(_FORGET_SECRET, secret="cookie")
            await self._database.writer.commit(change)
        return found

    async def _kept(self, name: str, value: str | None = None) -> str:
        row = await self._database.row(_SECRET, {"secret": name})
        if row is None:
            change = Change()
            change.add(_INSERT_SECRET, name=name, value=value or secrets.token_hex(32))
            with contextlib.suppress(Collision):
                await self._database.writer.commit(change)
            row = await self._database.row(_SECRET, {"secret": name})
            assert row is not None
        return str(row["value"])
