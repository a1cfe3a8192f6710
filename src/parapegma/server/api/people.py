"""Saying who one is."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Controller, Request, Response, get, post, put
from litestar.connection import ASGIConnection
from litestar.params import JSONBody

from parapegma.server.api.dependencies import TheIdentities, TheLimits, TheRevocation, TheSettings
from parapegma.server.api.errors import refusals
from parapegma.server.names import DisplayName, checked_name
from parapegma.server.notify.words import Language
from parapegma.server.people import cookies
from parapegma.server.people.identity import Person
from parapegma.server.problems import Problem, unknown_person
from parapegma.server.security.addresses import household

Asker = Request[Person | None, Any, Any]


class GuestRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A guest says how he wants to be called, nothing else."""

    name: DisplayName


class LanguageRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Which of the page's languages someone reads."""

    language: Language


class PersonInfo(msgspec.Struct):
    """You."""

    id: str
    name: str
    account: bool


def address_of(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """From where a request comes; the addresses of one household are one."""
    return household(request.client.host) if request.client else ""


def the_person(request: Asker, scope: str | None = None) -> Person:
    """Who asks; visitors are refused, and programs whose token does not allow this."""
    person = request.user
    if person is None:
        raise unknown_person()
    if scope is not None:
        person.check(scope)
    return person


def the_reader(user: Person | None) -> str | None:
    """As whom someone looks: a visitor as nobody; a token must allow it."""
    if user is None:
        return None
    user.check("read")
    return user.id


def the_owner(request: Asker) -> Person:
    """A person in a browser; programs may not do this, whatever their token allows."""
    person = the_person(request)
    if person.session is None:
        raise Problem(403, "not-by-token", "A program with a token may not do this; log in yourself.")
    return person


class PeopleApi(Controller):
    """Guests."""

    path = "/api/v1"
    tags = ("people",)

    @post("/guest", status_code=201, responses=refusals(422))
    async def new_guest(
        self,
        request: Asker,
        data: JSONBody[GuestRequest],
        identities: TheIdentities,
        limits: TheLimits,
        settings: TheSettings,
    ) -> Response[PersonInfo]:
        """Come in as a guest. The answer sets a cookie that says who you are from then on."""
        limits.guest.take(address_of(request))
        person, cookie = await identities.new_guest(checked_name(data.name))
        return Response(
            PersonInfo(person.id, person.name, False),
            cookies=[cookies.cookie(request, settings, cookies.SESSION, cookie)],
        )

    @get("/me", responses=refusals(401))
    async def me(self, request: Asker) -> PersonInfo:
        """Who you are."""
        person = the_person(request)
        return PersonInfo(person.id, person.name, person.account)

    @put("/me", responses=refusals(401, 422))
    async def rename(
        self,
        request: Asker,
        data: JSONBody[GuestRequest],
        identities: TheIdentities,
        revocation: TheRevocation,
        limits: TheLimits,
    ) -> PersonInfo:
        """Be called otherwise, at every table where you sit down from now on."""
        person = the_owner(request)
        limits.person.take(person.id, cost=5)
        name = checked_name(data.name)
        await identities.rename(person.id, name)
        revocation.name(person.id)
        return PersonInfo(person.id, name, person.account)

    @put("/me/language", status_code=204, responses=refusals(401))
    async def speak(
        self,
        request: Asker,
        data: JSONBody[LanguageRequest],
        identities: TheIdentities,
        limits: TheLimits,
    ) -> None:
        """Be told in this language, by mail and elsewhere outside the page, that it is your turn."""
        person = the_owner(request)
        limits.person.take(person.id, cost=5)
        await identities.speak(person.id, data.language)
