"""The short way to the network that a connection may offer: messages are written at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

WRITE_NOW = "parapegma.write_now"
WriteNow = Callable[..., bool]
"""Writes messages of text at once; says no if it cannot."""


def write_now_of(scope: Mapping[str, Any]) -> WriteNow | None:
    """The short way of a connection; none where another WebSocket than ours runs the application."""
    found: WriteNow | None = (scope.get("extensions") or {}).get(WRITE_NOW)
    return found
