"""Webhooks: a notice posted as JSON to an address that a person has named."""

from __future__ import annotations

import json

from sqlalchemy import ColumnElement, bindparam, select, update

from parapegma.server.notify.notice import Notice
from parapegma.server.notify.outbound import OutboundHttp
from parapegma.server.notify.sender import SendFailed
from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.store.writer import Change

_P = schema.people.c
_ADDRESS = select(_P.webhook).where(_P.id == bindparam("person"))
_SET = update(schema.people).where(_P.id == bindparam("person")).values(webhook=bindparam("address"))
_HEADERS = {"Content-Type": "application/json", "User-Agent": "Parapegma"}


class Webhook:
    """Posts."""

    name = "webhook"

    def __init__(self, database: Database, outbound: OutboundHttp) -> None:
        self._database, self._outbound = database, outbound

    @property
    def reaches(self) -> ColumnElement[bool]:
        return _P.webhook.is_not(None)

    async def stop(self) -> None:
        pass

    async def use(self, person: str, address: str | None) -> None:
        """Post to an address from now on, or to none."""
        change = Change()
        change.add(_SET, person=person, address=None if address is None else self._outbound.checked(address))
        await self._database.writer.commit(change)

    async def send(self, person: str, notice: Notice) -> None:
        row = await self._database.row(_ADDRESS, {"person": person})
        if row is None or row["webhook"] is None:
            return
        # Some chat services read "text", others "content".
        body = {**notice.data(), "content": notice.subject}
        status = await self._outbound.post(row["webhook"], json.dumps(body).encode(), _HEADERS)
        if status == 410:
            await self.use(person, None)
        elif status >= 500 or status in (408, 425, 429):
            raise SendFailed(f"status {status}")
