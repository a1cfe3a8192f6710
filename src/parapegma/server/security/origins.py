"""Which pages may use this server in a person's name.

A browser says from which page an unsafe request or a WebSocket comes. Only our own pages, and those named
in the settings, may carry a cookie. Programs with a token are not browsers and need no origin.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from parapegma.server.problems import Problem

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def is_ours(headers: Mapping[str, str], allowed: tuple[str, ...]) -> bool:
    """Whether a request comes from a page of ours.

    >>> is_ours({"origin": "http://tables.example", "host": "tables.example"}, ())
    True
    >>> is_ours({"origin": "http://evil.example", "host": "tables.example"}, ())
    False
    """
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site") in ("same-origin", "none")
    if origin in allowed:
        return True
    parts = urlsplit(origin)
    return parts.scheme in ("http", "https") and parts.netloc == headers.get("host")


def foreign_page() -> Problem:
    return Problem(
        403,
        "foreign-origin",
        "This request carries a cookie but does not come from a page of this server; programs use a token.",
    )
