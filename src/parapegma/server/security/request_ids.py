"""A name for every request: in its answer, and in every line of the log that it causes."""

from __future__ import annotations

import re
import secrets
import time
from contextvars import ContextVar

from litestar.types import ASGIApp, Receive, Scope, Send

HEADER = b"x-request-id"
_GIVEN = re.compile(rb"[0-9A-Za-z-]{8,64}")
request_id: ContextVar[str] = ContextVar("request_id", default="")
"""Of the request that is being answered; empty where none is."""


def named_requests(app: ASGIApp) -> ASGIApp:
    """Name each request, or keep the name that a proxy has given it, and note when it came."""

    async def named(scope: Scope, receive: Receive, send: Send) -> None:
        name_of(scope)
        await app(scope, receive, send)

    return named


def name_of(scope: Scope) -> str:
    """The name of a request, given when it is first asked for."""
    state: dict[str, object] = scope.setdefault("state", {})
    known = state.get(_KEY)
    if known is None:
        given = next((value for name, value in scope["headers"] if name == HEADER), b"")
        known = given.decode() if _GIVEN.fullmatch(given) else secrets.token_hex(8)
        state[_KEY], state[_BEGAN] = known, time.perf_counter()
        request_id.set(str(known))
    return str(known)


def seconds_since(scope: Scope) -> float:
    """How long ago a request came."""
    name_of(scope)
    began = scope["state"][_BEGAN]
    return time.perf_counter() - float(began)


_KEY, _BEGAN = "request_id", "request_began"
