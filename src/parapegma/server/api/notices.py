"""How someone wants to be told that it is their turn."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, delete, get, post, put
from litestar.params import JSONBody
from sqlalchemy import bindparam, select

from parapegma.server.api.dependencies import TheDatabase, TheLimits, TheSenders, TheTries
from parapegma.server.api.errors import refusals
from parapegma.server.api.people import address_of, the_owner
from parapegma.server.api.tokens import SomeId
from parapegma.server.notify.mail_address import MailAddress, check_codes
from parapegma.server.notify.senders import Senders
from parapegma.server.people.identity import Person
from parapegma.server.problems import Problem
from parapegma.server.security.rate_limits import RateLimits
from parapegma.server.store import schema
from parapegma.server.store.database import Database

Asker = Request[Person | None, Any, Any]
_P, _U = schema.people.c, schema.push_subscriptions.c
_PERSON = select(_P.email, _P.webhook).where(_P.id == bindparam("person"))
_SUBSCRIPTIONS = (
    select(_U.id, _U.created_at, _U.failed_at)
    .where(_U.person_id == bindparam("person"))
    .order_by(_U.created_at)
)


class PushKeys(msgspec.Struct, forbid_unknown_fields=True):
    """The keys of a browser's subscription."""

    p256dh: Annotated[str, msgspec.Meta(max_length=120)]
    auth: Annotated[str, msgspec.Meta(max_length=60)]


class PushRequest(msgspec.Struct):
    """A browser's subscription, as ``PushSubscription.toJSON()`` gives it."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]
    keys: PushKeys


class MailRequest(msgspec.Struct, forbid_unknown_fields=True):
    """An address for mail; none ends it."""

    address: MailAddress | None


class CodeRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The code that came by mail."""

    code: Annotated[str, msgspec.Meta(max_length=20)]


class WebhookRequest(msgspec.Struct, forbid_unknown_fields=True):
    """An address to post to; none ends it."""

    address: Annotated[str, msgspec.Meta(max_length=1000)] | None


class SubscriptionInfo(msgspec.Struct):
    """A browser that is told."""

    id: str
    created_at: int
    failed_at: int | None


class NoticeInfo(msgspec.Struct):
    """Which ways there are here, and which of them reach you."""

    push_key: str | None
    """The ``applicationServerKey`` for a browser; none if this server does not push."""
    mail_offered: bool
    webhook_offered: bool
    subscriptions: list[SubscriptionInfo]
    email: str | None
    webhook: str | None


class NoticesApi(Controller):
    """Being told that it is your turn."""

    path = "/api/v1/notices"
    tags = ("notices",)

    @get("/", responses=refusals(401))
    async def mine(self, request: Asker, senders: TheSenders, database: TheDatabase) -> NoticeInfo:
        """How you are told."""
        return await _info(senders, database, the_owner(request))

    @post("/push", status_code=201, responses=refusals(401, 404, 422))
    async def subscribe(
        self,
        request: Asker,
        data: JSONBody[PushRequest],
        senders: TheSenders,
        database: TheDatabase,
        limits: TheLimits,
    ) -> NoticeInfo:
        """Be told in this browser, even while no page is open."""
        person = _taken(request, limits)
        if senders.push is None:
            raise _not_offered()
        await senders.push.subscribe(person.id, data.endpoint, data.keys.p256dh, data.keys.auth)
        return await _info(senders, database, person)

    @delete("/push/{subscription_id:str}", status_code=204, responses=refusals(401, 404))
    async def unsubscribe(
        self, request: Asker, subscription_id: SomeId, senders: TheSenders, limits: TheLimits
    ) -> None:
        """No longer be told in a browser."""
        person = _taken(request, limits)
        if senders.push is None:
            raise _not_offered()
        await senders.push.unsubscribe(person.id, subscription_id)

    @put("/mail", responses=refusals(401, 404, 503))
    async def mail(
        self,
        request: Asker,
        data: JSONBody[MailRequest],
        senders: TheSenders,
        database: TheDatabase,
        limits: TheLimits,
        tries: TheTries,
    ) -> NoticeInfo:
        """Be told by mail. A code is sent to the address first."""
        person = _taken(request, limits)
        if senders.mail is None:
            raise _not_offered()
        if data.address is None:
            await senders.mail.use(person.id, None)
        else:
            await check_codes(tries, person.id, data.address, address_of(request))
            await senders.mail.ask(person.id, data.address)
        return await _info(senders, database, person)

    @post("/mail/code", status_code=200, responses=refusals(401, 404, 409, 422))
    async def confirm(
        self,
        request: Asker,
        data: JSONBody[CodeRequest],
        senders: TheSenders,
        database: TheDatabase,
        limits: TheLimits,
    ) -> NoticeInfo:
        """Confirm the address with the code that was sent to it."""
        person = _taken(request, limits)
        if senders.mail is None:
            raise _not_offered()
        await senders.mail.confirm(person.id, data.code)
        return await _info(senders, database, person)

    @put("/webhook", responses=refusals(401, 404, 422))
    async def webhook(
        self,
        request: Asker,
        data: JSONBody[WebhookRequest],
        senders: TheSenders,
        database: TheDatabase,
        limits: TheLimits,
    ) -> NoticeInfo:
        """Be told by a request to an address of yours."""
        person = _taken(request, limits)
        if senders.webhook is None:
            raise _not_offered()
        await senders.webhook.use(person.id, data.address)
        return await _info(senders, database, person)


def _taken(request: Asker, limits: RateLimits) -> Person:
    person = the_owner(request)
    limits.person.take(person.id, cost=3)
    return person


def _not_offered() -> Problem:
    return Problem(404, "not-offered", "This server does not tell people in that way.")


async def _info(senders: Senders, database: Database, person: Person) -> NoticeInfo:
    row = await database.row(_PERSON, {"person": person.id})
    subscriptions = await database.rows(_SUBSCRIPTIONS, {"person": person.id})
    return NoticeInfo(
        push_key=None if senders.push is None else senders.push.vapid.public_key,
        mail_offered=senders.mail is not None,
        webhook_offered=senders.webhook is not None,
        subscriptions=[SubscriptionInfo(s["id"], s["created_at"], s["failed_at"]) for s in subscriptions],
        email=None if row is None else row["email"],
        webhook=None if row is None else row["webhook"],
    )
