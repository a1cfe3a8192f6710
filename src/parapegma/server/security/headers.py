"""Headers of every answer: browsers run nothing but our own files, WebAssembly included."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from litestar.types import Message, Scope

from parapegma.server.people.cookies import over_tls
from parapegma.server.security.request_ids import HEADER, name_of
from parapegma.server.settings import Settings

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)

_HEADERS = [
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]


_ONLY_TLS = (b"strict-transport-security", b"max-age=31536000")
"""A browser that came over TLS once comes over TLS for a year."""


def headers_for(settings: Settings) -> Callable[[Message, Scope], Awaitable[None]]:
    """What puts them on everything that leaves, refusals included."""

    async def add(message: Message, scope: Scope) -> None:
        if message["type"] == "http.response.start":
            tls = [_ONLY_TLS] if over_tls(scope["scheme"], settings) else []
            name = (HEADER, name_of(scope).encode())
            message["headers"] = [*message["headers"], *_HEADERS, *tls, name]

    return add
