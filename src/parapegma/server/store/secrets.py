"""Secrets that all processes of a server share: made when first asked for, kept in the database."""

from __future__ import annotations

import contextlib
import secrets

from sqlalchemy import bindparam, insert, select

from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.store.writer import Change, Collision

_SECRET = select(schema.secrets.c.value).where(schema.secrets.c.name == bindparam("secret"))
_INSERT_SECRET = insert(schema.secrets)


class Secrets:
    """What signs cookies, names rematches and identifies the server to push services."""

    rematch: str
    vapid: str

    def __init__(self, database: Database, cookie: str = "") -> None:
        self._database = database
        self.cookie = cookie
        """The one of the settings, if they name one; otherwise one is made."""

    async def load(self) -> None:
        """Read them; nothing that needs one may be asked before."""
        self.cookie = self.cookie or await self._kept("cookie")
        self.rematch = await self._kept("rematch")
        self.vapid = await self._kept("vapid")

    async def _kept(self, name: str) -> str:
        row = await self._database.row(_SECRET, {"secret": name})
        if row is None:
            change = Change()
            change.add(_INSERT_SECRET, name=name, value=secrets.token_hex(32))
            with contextlib.suppress(Collision):
                await self._database.writer.commit(change)
            row = await self._database.row(_SECRET, {"secret": name})
            assert row is not None
        return str(row["value"])
