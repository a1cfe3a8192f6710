"""The short way of a message to the network.

A message to a reader would pass a queue, a task and five layers of wrappers before it is written, and a
server with thousands of readers would spend more time there than on the messages. So the protocol of a
connection offers itself to the handler, as an extension of the scope, and a message is written at once
wherever the network takes it. Opening, reading, closing and everything unusual go the long way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

WIRE = "parapegma.wire"
Wire = Callable[[bytes], bool]
"""Writes a message of text at once; says no if it cannot."""

_TEXT = 0x81


class WireProtocol(WebSocketsSansIOProtocol):
    """A WebSocket that handlers can write to directly."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions = cast(dict[str, Any], self.scope["extensions"])
            extensions[WIRE] = self.write_now

    def write_now(self, text: bytes) -> bool:
        """Write a message if the network takes it now; otherwise nothing is written."""
        if (
            not self.writable.is_set()
            or not self.handshake_complete
            or self.close_sent
            or self.disconnected
            or self.conn.close_rcvd is not None
            or self.transport.is_closing()
        ):
            return False
        self.transport.write(framed(text))
        return True


def framed(text: bytes) -> bytes:
    r"""A message in one frame, as servers send it: unmasked.

    >>> framed(b"hello")
    b'\x81\x05hello'
    >>> framed(b"." * 300)[:4]
    b'\x81~\x01,'
    """
    length = len(text)
    if length < 126:
        return bytes((_TEXT, length)) + text
    if length < 65_536:
        return bytes((_TEXT, 126, length >> 8, length & 255)) + text
    return bytes((_TEXT, 127)) + length.to_bytes(8, "big") + text


def wire_of(scope: Mapping[str, Any]) -> Wire | None:
    """The short way of a connection; none where another server than ours runs the application."""
    wire: Wire | None = (scope.get("extensions") or {}).get(WIRE)
    return wire
