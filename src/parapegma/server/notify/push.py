"""Web push: a message, encrypted for one browser (RFC 8291), handed to the push service it trusts."""

from __future__ import annotations

import asyncio
import json

from cryptography.hazmat.primitives.asymmetric import ec
from sqlalchemy import ColumnElement, bindparam, delete, exists, func, insert, select, update

from parapegma.server.ids import new_id, now
from parapegma.server.notify.encryption import seal
from parapegma.server.notify.notice import Notice
from parapegma.server.notify.outbound import OutboundHttp
from parapegma.server.notify.sender import SendFailed
from parapegma.server.notify.vapid import Vapid, from_base64url
from parapegma.server.problems import Problem
from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.store.schema import Row
from parapegma.server.store.writer import Change

_U = schema.push_subscriptions.c
_OF_PERSON = (
    select(_U.id, _U.endpoint, _U.p256dh, _U.auth, _U.created_at)
    .where(_U.person_id == bindparam("person"))
    .order_by(_U.created_at)
)
_COUNT = select(func.count().label("count")).where(
    _U.person_id == bindparam("person"), _U.endpoint != bindparam("address")
)
_INSERT = insert(schema.push_subscriptions)
_FORGET_ADDRESS = delete(schema.push_subscriptions).where(_U.endpoint == bindparam("address"))
_FORGET = delete(schema.push_subscriptions).where(
    _U.id == bindparam("subscription"), _U.person_id == bindparam("person")
)
_FAILED = (
    update(schema.push_subscriptions)
    .where(_U.id == bindparam("subscription"))
    .values(failed_at=bindparam("at"))
)
_DAY = 24 * 3600
_MOST = 10


class Push:
    """Push to all browsers in which a person asked for it."""

    name = "push"

    def __init__(self, database: Database, outbound: OutboundHttp, vapid: Vapid) -> None:
        self._database, self._outbound, self.vapid = database, outbound, vapid

    @property
    def reaches(self) -> ColumnElement[bool]:
        return exists().where(_U.person_id == schema.people.c.id)

    async def stop(self) -> None:
        pass

    # --- subscriptions ------------------------------------------------------------------------

    async def subscribe(self, person: str, endpoint: str, p256dh: str, auth: str) -> str:
        """Remember a browser. A browser belongs to whoever subscribed there last."""
        self._outbound.checked(endpoint)
        _check_keys(p256dh, auth)
        found = await self._database.row(_COUNT, {"person": person, "address": endpoint})
        if found is not None and found["count"] >= _MOST:
            raise Problem(
                422,
                "too-many",
                f"You have asked for this in {_MOST} browsers; take one off first.",
                case="browsers",
                most=_MOST,
            )
        change = Change()
        change.add(_FORGET_ADDRESS, address=endpoint)
        row_id = new_id()
        change.add(
            _INSERT,
            id=row_id,
            person_id=person,
            endpoint=endpoint,
            p256dh=p256dh,
            auth=auth,
            created_at=now(),
        )
        await self._database.writer.commit(change)
        return row_id

    async def unsubscribe(self, person: str, subscription: str) -> None:
        change = Change()
        change.add(_FORGET, person=person, subscription=subscription)
        await self._database.writer.commit(change)

    # --- sending ------------------------------------------------------------------------------

    async def send(self, person: str, notice: Notice) -> None:
        """Sent if one browser got it."""
        body = json.dumps(notice.data()).encode()
        rows = await self._database.rows(_OF_PERSON, {"person": person})
        reached = [await self._send(person, row, body) for row in rows]
        if reached and not any(reached):
            raise SendFailed("no push service took it")

    async def _send(self, person: str, row: Row, body: bytes) -> bool:
        try:
            keys = from_base64url(row["p256dh"]), from_base64url(row["auth"])
            sealed = await asyncio.to_thread(seal, body, *keys)
            status = await self._outbound.post(row["endpoint"], sealed, self._headers(row["endpoint"]))
        except (SendFailed, ValueError):
            status = 503
        change = Change()
        if status in (404, 410):
            # The browser has taken its permission back.
            change.add(_FORGET, person=person, subscription=row["id"])
        elif status >= 300:
            change.add(_FAILED, subscription=row["id"], at=now())
        if change.steps:
            await self._database.writer.commit(change)
        return status < 300 or status in (404, 410)

    def _headers(self, endpoint: str) -> dict[str, str]:
        return {
            "Authorization": self.vapid.authorization(endpoint),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(_DAY),
            "Urgency": "normal",
            # A browser that was off gets only the latest.
            "Topic": "turn",
        }


def _check_keys(p256dh: str, auth: str) -> None:
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64url(p256dh))
        if len(from_base64url(auth)) != 16:
            raise ValueError
    except ValueError:
        raise Problem(422, "keys", "These are not the keys of a push subscription.") from None
