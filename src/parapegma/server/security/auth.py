"""Authentication: how often an address asks, from which page a request comes, and whose it is."""

from __future__ import annotations

from typing import Any

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult
from litestar.types import ASGIApp

from parapegma.server.people import cookies
from parapegma.server.people.identity import Identities, Person
from parapegma.server.people.tokens import Tokens
from parapegma.server.rate_limit import RateLimit
from parapegma.server.security.addresses import household
from parapegma.server.security.origins import SAFE, foreign_page, is_ours
from parapegma.server.settings import Settings


class Authentication(AbstractAuthenticationMiddleware):
    """Finds out who asks; a request without a name is a visitor's."""

    def __init__(
        self,
        app: ASGIApp,
        identities: Identities,
        tokens: Tokens,
        address_limit: RateLimit,
        settings: Settings,
        exclude: list[str],
    ) -> None:
        super().__init__(app, exclude)
        self._identities, self._tokens = identities, tokens
        self._address_limit, self._settings = address_limit, settings

    async def authenticate_request(
        self, connection: ASGIConnection[Any, Any, Any, Any]
    ) -> AuthenticationResult:
        self._address_limit.take(household(connection.client.host) if connection.client else "")
        cookie = cookies.read(connection, self._settings, cookies.SESSION)
        _check_origin(connection, cookie is not None, self._settings.origins)
        bearer = connection.headers.get("authorization", "")
        person: Person | None
        if bearer.lower().startswith("bearer "):
            person = await self._tokens.of_bearer(bearer[7:].strip())
        else:
            person = await self._identities.of_cookie(cookie)
        return AuthenticationResult(user=person, auth=None)


def _check_origin(
    connection: ASGIConnection[Any, Any, Any, Any], has_cookie: bool, allowed: tuple[str, ...]
) -> None:
    if connection.scope["type"] == ScopeType.HTTP and connection.scope.get("method") in SAFE:
        return
    headers = connection.headers
    if ("origin" in headers or has_cookie) and not is_ours(headers, allowed):
        raise foreign_page()
