"""When a database cannot do its work: a full disk, a lock that is not given back, a server that is gone.

Such a fault is nobody's mistake and passes: whoever asked is told to come back, and the log says once every
few seconds what it is, with the database's own code for it. Nothing that was acknowledged is lost by it.
"""

from __future__ import annotations

import logging
import time

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionLeft

from parapegma.server.problems import Problem

_WAIT = 5
"""Seconds after which it is worth trying again."""
_LOGGED_EVERY = 5.0
_SQLITE = (
    "FULL",
    "BUSY",
    "LOCKED",
    "IOERR",
    "READONLY",
    "CANTOPEN",
    "CORRUPT",
    "NOTADB",
    "NOMEM",
    "PROTOCOL",
)
_POSTGRES = ("08", "25006", "53", "55P03", "57", "58", "XX")
"""Beginnings of the codes for what passes, or what only whoever runs the server can put right."""
FAULTS = (DBAPIError, NoConnectionLeft, OSError)
log = logging.getLogger(__name__)
_logged: dict[str, float] = {}


def fault_of(error: BaseException) -> Problem | None:
    """What to answer to an error of a database; nothing if it is a mistake of ours."""
    code = _code(error)
    if code is None:
        return None
    at = time.monotonic()
    if at - _logged.get(code, -_LOGGED_EVERY) >= _LOGGED_EVERY:
        _logged[code] = at
        log.error("the database cannot do its work", extra={"code": code})
    return Problem(
        503,
        "database",
        "The server cannot keep anything right now. Nothing is lost; try again in a moment.",
        wait=float(_WAIT),
        seconds=_WAIT,
    )


def _code(error: BaseException) -> str | None:
    if isinstance(error, NoConnectionLeft):
        return "no connection left"
    if isinstance(error, OSError):
        return f"network {error.errno or type(error).__name__}"
    if not isinstance(error, DBAPIError):
        return None
    name = getattr(error.orig, "sqlite_errorname", None)
    if name is not None:
        return str(name) if str(name).removeprefix("SQLITE_").startswith(_SQLITE) else None
    state = getattr(error.orig, "sqlstate", None)
    if state is not None and str(state).startswith(_POSTGRES):
        return str(state)
    return "connection lost" if error.connection_invalidated else None
