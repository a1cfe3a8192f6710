"""Accounts over HTTP: keeping a name, logging in and out, everything about oneself, leaving for good."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.params import JSONBody

from parapegma.server.api.dependencies import (
    TheAccounts,
    TheDatabase,
    TheDevices,
    TheIdentities,
    TheLimits,
    TheLoginGuard,
    TheRegistry,
    TheRevocation,
    TheSettings,
)
from parapegma.server.api.errors import NOTHING, refusals
from parapegma.server.api.people import PersonInfo, address_of, the_owner
from parapegma.server.people import cookies
from parapegma.server.people.accounts import LoginName, login_name
from parapegma.server.people.delete_account import delete_account
from parapegma.server.people.export import Export, export
from parapegma.server.people.identity import Identities, Person
from parapegma.server.people.passphrases import Passphrase
from parapegma.server.problems import Problem
from parapegma.server.settings import Settings

Asker = Request[Person | None, Any, Any]


class Login(msgspec.Struct, forbid_unknown_fields=True):
    """The name of an account and its passphrase."""

    login: LoginName
    passphrase: Passphrase


class NewPassphrase(msgspec.Struct, forbid_unknown_fields=True):
    """The passphrase that was, and the one that shall be."""

    old: Passphrase
    new: Passphrase


class DeleteAccountRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Leaving for good; an account says its passphrase once more."""

    passphrase: Passphrase | None = None


class AccountsApi(Controller):
    """Accounts."""

    path = "/api/v1"
    tags = ("people",)

    @post("/account", status_code=201, responses=refusals(401, 409, 422, 503))
    async def keep(
        self,
        request: Asker,
        data: JSONBody[Login],
        accounts: TheAccounts,
        identities: TheIdentities,
        limits: TheLimits,
        settings: TheSettings,
    ) -> Response[PersonInfo]:
        """Keep the guest you are as an account. The answer sets a new cookie; the guest's ends."""
        person = the_owner(request)
        limits.passphrase.take(address_of(request))
        await accounts.keep(person, data.login, data.passphrase, address_of(request))
        return await _with_session(request, identities, settings, person, status=201)

    @post("/login", status_code=200, responses=refusals(401, 503))
    async def log_in(
        self,
        request: Asker,
        data: JSONBody[Login],
        accounts: TheAccounts,
        identities: TheIdentities,
        login_guard: TheLoginGuard,
        devices: TheDevices,
        settings: TheSettings,
    ) -> Response[PersonInfo]:
        """Log in. The answer sets a cookie. After wrong tries it takes longer."""
        name, seen = _normal(data.login), cookies.read(request, settings, cookies.DEVICE)
        home = address_of(request)
        async with login_guard.turn(name, home, devices.known(seen, name)) as line:
            person = await accounts.log_in(data.login, data.passphrase, home)
            await login_guard.right(line)
        answer = await _with_session(request, identities, settings, person)
        device = devices.with_account(seen, name)
        answer.set_cookie(cookies.cookie(request, settings, cookies.DEVICE, device))
        return answer

    @post("/logout", status_code=204, responses={**refusals(401), **NOTHING})
    async def log_out(self, request: Asker, accounts: TheAccounts, settings: TheSettings) -> Response[None]:
        """Log out here. A guest who logs out cannot come back."""
        await accounts.log_out(the_owner(request))
        return _without_cookie(request, settings)

    @post("/logout-everywhere", status_code=204, responses={**refusals(401), **NOTHING})
    async def log_out_everywhere(
        self, request: Asker, accounts: TheAccounts, settings: TheSettings
    ) -> Response[None]:
        """Log out here and everywhere else. Tokens stay; they are revoked one by one."""
        await accounts.log_out_everywhere(the_owner(request))
        return _without_cookie(request, settings)

    @post("/account/passphrase", status_code=200, responses=refusals(401, 409, 422, 503))
    async def change(
        self,
        request: Asker,
        data: JSONBody[NewPassphrase],
        accounts: TheAccounts,
        identities: TheIdentities,
        limits: TheLimits,
        settings: TheSettings,
    ) -> Response[PersonInfo]:
        """Change the passphrase. All other sessions end."""
        person = the_owner(request)
        limits.passphrase.take(person.id)
        await accounts.change(person, data.old, data.new)
        return await _with_session(request, identities, settings, person)

    @get("/account/export", responses=refusals(401))
    async def export(self, request: Asker, database: TheDatabase, limits: TheLimits) -> Export:
        """Everything that is kept about you."""
        person = the_owner(request)
        limits.person.take(person.id, cost=10)
        return await export(database, person.id)

    @post("/account/delete", status_code=204, responses={**refusals(401, 503), **NOTHING})
    async def delete(
        self,
        request: Asker,
        data: JSONBody[DeleteAccountRequest],
        accounts: TheAccounts,
        registry: TheRegistry,
        revocation: TheRevocation,
        limits: TheLimits,
        settings: TheSettings,
    ) -> Response[None]:
        """Leave for good. Others keep their games, with another name in your seat; all else is deleted."""
        person = the_owner(request)
        limits.passphrase.take(person.id)
        await accounts.prove(person, data.passphrase)
        await delete_account(registry.database, registry, revocation, person.id)
        return _without_cookie(request, settings)


def _normal(name: str) -> str:
    """Under what tries to log in are counted."""
    try:
        return login_name(name)
    except Problem:
        return name


async def _with_session(
    request: Asker, identities: Identities, settings: Settings, person: Person, status: int = 200
) -> Response[PersonInfo]:
    value = await identities.new_session(person.id)
    session = cookies.cookie(request, settings, cookies.SESSION, value)
    return Response(PersonInfo(person.id, person.name, True), status_code=status, cookies=[session])


def _without_cookie(request: Asker, settings: Settings) -> Response[None]:
    ended = cookies.cookie(request, settings, cookies.SESSION, "")
    return Response(None, status_code=204, cookies=[ended])
