"""The gate every request passes: how often it knocks, from which page it comes, whose it is."""

from __future__ import annotations

from typing import Any

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult

from parapegma.server.house import House
from parapegma.server.people.identity import COOKIE, Person
from parapegma.server.security.origins import SAFE, foreign_page, is_ours


class Gate(AbstractAuthenticationMiddleware):
    """Finds out who asks; a request without a name is a visitor's."""

    async def authenticate_request(
        self, connection: ASGIConnection[Any, Any, Any, Any]
    ) -> AuthenticationResult:
        house: House = connection.app.state.house
        house.address_limits.take(connection.client.host if connection.client else "")
        cookie = connection.cookies.get(COOKIE)
        _check_origin(connection, cookie is not None, house.settings.origins)
        bearer = connection.headers.get("authorization", "")
        person: Person | None
        if bearer.lower().startswith("bearer "):
            person = await house.tokens.of_bearer(bearer[7:].strip())
        else:
            person = await house.identities.of_cookie(cookie)
        return AuthenticationResult(user=person, auth=None)


def _check_origin(
    connection: ASGIConnection[Any, Any, Any, Any], has_cookie: bool, allowed: tuple[str, ...]
) -> None:
    if connection.scope["type"] == ScopeType.HTTP and connection.scope.get("method") in SAFE:
        return
    headers = connection.headers
    if ("origin" in headers or has_cookie) and not is_ours(headers, allowed):
        raise foreign_page()
