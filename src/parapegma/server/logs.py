"""Logs: one line of JSON per entry. What people write, and what identifies them, is never logged.

The id of a table is the key to it, so only its beginning is logged: enough to find it in the database. Of
an error its kind and its place in the code are logged, not its message, which may quote what someone sent.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import time
import traceback
from types import TracebackType

from parapegma.server.security.request_ids import request_id

_FIELDS = ("table", "address", "path", "status", "code", "milliseconds", "count")
_SHOWN = 6
_ID = re.compile(r"\b[2-9a-z]{16,}\b")
_QUIET = (
    "aiosmtplib",
    "alembic",
    "httpcore",
    "httpx",
    "sqlalchemy",
    "uvicorn.asgi",
    "uvicorn.error",
    "websockets",
)
"""These would write down statements, messages and addresses word for word, if not below warnings."""


_NOT_OURS = "Invalid UTF-8 sequence received from client."
"""What the WebSocket server calls an error of ours whenever someone sends such a message."""


def _ours(record: logging.LogRecord) -> bool:
    return record.msg != _NOT_OURS


class JsonLines(logging.Formatter):
    """Log entries for machines."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "message": shortened(record.getMessage()),
        }
        if name := request_id.get():
            entry["request"] = name
        for name in _FIELDS:
            if hasattr(record, name):
                value = getattr(record, name)
                entry[name] = shortened(value) if isinstance(value, str) else value
        if record.exc_info and record.exc_info[0] is not None:
            entry["error"] = record.exc_info[0].__name__
            entry["trace"] = _places(record.exc_info[2])
        return json.dumps(entry, default=str)


def shortened(text: str) -> str:
    """A text in which ids are cut short.

    >>> shortened("/api/v1/tables/abcdefgh23456789/join")
    '/api/v1/tables/abcdef../join'
    """
    return _ID.sub(lambda found: f"{found[0][:_SHOWN]}..", text)


def _places(trace: TracebackType | None) -> list[str]:
    return [f"{place.filename}:{place.lineno} {place.name}" for place in traceback.extract_tb(trace)]


def set_up_logs(level: str) -> None:
    """Send everything to the error output, as lines of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(_ours)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    # It would log every address with its query.
    logging.getLogger("uvicorn.access").disabled = True
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
