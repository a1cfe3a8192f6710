"""Why something was refused, as data: the same body over HTTP (RFC 9457) and over a WebSocket."""

from __future__ import annotations

from typing import Any

import msgspec

from parapegma.core.reasons import rules_in
from parapegma.errors import IllegalAction


class ProblemBody(msgspec.Struct, omit_defaults=True):
    """What a client is told when its request is refused."""

    code: str
    """A word for programs; it does not change between versions."""
    detail: str
    """A sentence for people."""
    status: int
    title: str = ""
    type: str = "about:blank"
    extra: dict[str, Any] = {}
    """What the sentence holds: numbers, names; and as ``case``, which of the sentences of a code it is."""


class Problem(Exception):
    """A request that cannot be granted; the message says what would be right."""

    def __init__(self, status: int, code: str, detail: str, **extra: Any) -> None:
        super().__init__(detail)
        self.body = ProblemBody(code=code, detail=detail, status=status, title=_TITLES[status], extra=extra)


_TITLES = {
    400: "Not understood",
    401: "Who are you?",
    403: "Not allowed",
    404: "Not found",
    405: "No such method",
    409: "The table has moved on",
    413: "Too large",
    415: "Wrong kind of content",
    422: "Not possible",
    429: "Too many requests",
    500: "Our mistake",
    503: "Busy",
}


def title_of(status: int) -> str:
    """The title of a status.

    >>> title_of(429)
    'Too many requests'
    """
    return _TITLES.get(status, "Refused")


def illegal(error: IllegalAction) -> Problem:
    """What the rules refuse, with their reason as data where they gave one."""
    reason = error.reason
    extra: dict[str, Any] = {}
    if reason is not None:
        extra = {"reason": reason.code, "values": dict(reason.values), "rules": list(rules_in(reason))}
    return Problem(422, "illegal", str(error), **extra)


def unknown_person() -> Problem:
    return Problem(401, "unknown-person", "Say who you are first: POST /api/v1/guest with a display name.")


def no_table() -> Problem:
    """The same answer for a table that does not exist and one that may not be seen."""
    return Problem(404, "no-table", "There is no such table.")
