"""Headers of every answer: browsers run nothing but our own files, WebAssembly included."""

from __future__ import annotations

from litestar.types import Message, Scope

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


async def add_headers(message: Message, _: Scope) -> None:
    """Put them on everything that leaves, refusals included."""
    if message["type"] == "http.response.start":
        message["headers"] = [*message["headers"], *_HEADERS]
