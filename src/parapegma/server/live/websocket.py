"""Which WebSocket the server uses: one that writes to the network directly, or uvicorn's own."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any

import uvicorn

WRITE_NOW = "parapegma.write_now"
WriteNow = Callable[..., bool]
"""Writes messages of text at once; says no if it cannot."""

TESTED_WITH = "0.54."
"""The versions of uvicorn over whose private class the direct WebSocket was tested."""
STANDARD = "websockets-sansio"
log = logging.getLogger(__name__)


def websocket_class(wanted: str) -> Any:
    """What uvicorn is handed as ``ws``: for ``direct`` ours if it fits, otherwise uvicorn's own."""
    if wanted != "direct":
        return STANDARD
    if not uvicorn.__version__.startswith(TESTED_WITH):
        log.warning("uvicorn %s is not known to this server; its own WebSocket is used", uvicorn.__version__)
        return STANDARD
    from parapegma.server.live.direct_websocket import DirectWebSocket

    return DirectWebSocket


def write_now_of(scope: Mapping[str, Any]) -> WriteNow | None:
    """The short way of a connection; none where another WebSocket than ours runs the application."""
    found: WriteNow | None = (scope.get("extensions") or {}).get(WRITE_NOW)
    return found
