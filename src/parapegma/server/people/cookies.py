"""The cookies of a browser: out of reach of scripts and of other sites, and over TLS bound to this host.

Over TLS their names begin with ``__Host-``: browsers take such a cookie only from this host itself. So no
neighbour under the same domain can slip someone a session of its own.
"""

from __future__ import annotations

from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from parapegma.server.settings import Settings

SESSION = "parapegma"
DEVICE = "parapegma-device"
_HOST = "__Host-"
_YEAR = 365 * 24 * 3600
_TLS = ("https", "wss")


def over_tls(scheme: object, settings: Settings) -> bool:
    """Whether a request came over TLS: a trusted proxy says so, or the settings do."""
    return settings.secure_cookies or scheme in _TLS


def read(connection: ASGIConnection[Any, Any, Any, Any], settings: Settings, name: str) -> str | None:
    """What a browser sent back; over TLS only what this host itself has set."""
    secure = over_tls(connection.scope["scheme"], settings)
    return connection.cookies.get(_HOST + name if secure else name)


def cookie(
    connection: ASGIConnection[Any, Any, Any, Any], settings: Settings, name: str, value: str
) -> Cookie:
    """A cookie that lasts a year; without a value it ends."""
    secure = over_tls(connection.scope["scheme"], settings)
    return Cookie(
        _HOST + name if secure else name,
        value=value,
        httponly=True,
        samesite="lax",
        secure=secure,
        max_age=_YEAR if value else 0,
        path="/",
    )
