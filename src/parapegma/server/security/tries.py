"""Tries that all processes count together: wrong passphrases, codes sent by mail.

What is counted is kept under a keyed digest: a copy of the database tells neither addresses nor names,
and only for an hour.
"""

from __future__ import annotations

import hashlib
import hmac

from sqlalchemy import bindparam, delete, func, insert, select

from parapegma.server.ids import new_id, now
from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.store.secrets import Secrets
from parapegma.server.store.writer import Change

KEPT = 3600
"""Seconds for which a try is counted at most."""
_T = schema.tries.c
_INSERT = insert(schema.tries)
_FORGET = delete(schema.tries).where(_T.name == bindparam("called"))
_FORGET_OLD = delete(schema.tries).where(_T.at < bindparam("before"))
_COUNT = (
    select(_T.name, func.count().label("tries"))
    .where(_T.name.in_(bindparam("names", expanding=True)), _T.at >= bindparam("since"))
    .group_by(_T.name)
)


class Tries:
    """Counts tries under names that are never kept themselves."""

    def __init__(self, database: Database, secrets: Secrets) -> None:
        self._database, self._secrets = database, secrets

    async def add(self, *names: str, seconds: int) -> list[int]:
        """Count a try under each name; how many there were in the last seconds, with this one.

        It is written before it is counted, so that tries made at once see each other, in all processes.
        """
        digests, at = [self.digest(f"try {name}") for name in names], now()
        change = Change()
        change.add(_FORGET_OLD, before=at - KEPT * 1000)
        for digest in digests:
            change.add(_INSERT, id=new_id(20), name=digest, at=at)
        await self._database.writer.commit(change)
        rows = await self._database.rows(_COUNT, {"names": digests, "since": at - seconds * 1000})
        found = {row["name"]: int(row["tries"]) for row in rows}
        return [found.get(digest, 0) for digest in digests]

    async def forget(self, name: str) -> None:
        """Begin to count anew under a name."""
        change = Change()
        change.add(_FORGET, called=self.digest(f"try {name}"))
        await self._database.writer.commit(change)

    def digest(self, text: str) -> str:
        """What is kept instead of an address or a name."""
        return hmac.new(self._secrets.cookie.encode(), text.encode(), hashlib.sha256).hexdigest()[:32]
