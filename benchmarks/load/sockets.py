"""A WebSocket client that does as little as it can: the load must not be what is measured.

It reads whole messages, answers pings and masks with zeros, which is a mask like any other and costs nothing.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Mapping
from typing import Protocol, cast

_TEXT, _CLOSE, _PING, _PONG = 0x81, 0x88, 0x89, 0x8A
_NO_MASK = b"\0\0\0\0"


class Client(Protocol):
    """Whoever holds a connection."""

    socket: LightSocket | None

    def hear(self, message: bytes) -> None:
        """A message came."""


class LightSocket(asyncio.Protocol):
    """One open connection of a client."""

    __slots__ = ("_hear", "_request", "_rest", "opened", "transport", "why_closed")

    def __init__(self, request: bytes, client: Client) -> None:
        self._request = request
        self._rest = b""
        self._hear = client.hear
        client.socket = self
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport | None = None
        self.why_closed: str | None = None

    def send(self, text: bytes) -> None:
        """Send a message."""
        self._send(_TEXT, text)

    def close(self) -> None:
        self.why_closed = self.why_closed or "closed by us"
        if self.transport is not None:
            self.transport.abort()

    def _send(self, kind: int, body: bytes) -> None:
        assert self.transport is not None
        length = len(body)
        if length < 126:
            head = bytes((kind, 0x80 | length))
        else:
            head = bytes((kind, 0x80 | 126)) + length.to_bytes(2, "big")
        self.transport.write(head + _NO_MASK + body)

    # --- called by the event loop -------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        self.why_closed = self.why_closed or f"connection lost: {error}"
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(self.why_closed))

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        at = 0 if self.opened.done() else self._shake_hands(data)
        end = len(data)
        while end - at >= 2:
            kind, length, start = data[at], data[at + 1], at + 2
            if length == 126:
                start, length = at + 4, int.from_bytes(data[at + 2 : at + 4], "big")
            elif length == 127:
                start, length = at + 10, int.from_bytes(data[at + 2 : at + 10], "big")
            if start + length > end:
                break
            at = start + length
            if kind == _TEXT:
                self._hear(data[start:at])
            else:
                self._control(kind, data[start:at])
        self._rest = data[at:]

    def _shake_hands(self, data: bytes) -> int:
        """Read the answer to the request; where the messages begin."""
        end = data.find(b"\r\n\r\n")
        if end < 0:
            return 0
        if not data.startswith(b"HTTP/1.1 101 "):
            self.why_closed = f"refused: {data[:300]!r}"
            self.opened.set_exception(ConnectionError(self.why_closed))
            self.close()
            return len(data)
        self.opened.set_result(None)
        return end + 4

    def _control(self, kind: int, body: bytes) -> None:
        if kind == _PING:
            self._send(_PONG, body)
        elif kind == _CLOSE:
            self.why_closed = f"closed by the server: {body[:2].hex()} {body[2:].decode(errors='replace')}"


async def connect(
    port: int,
    path: str,
    client: Client,
    headers: Mapping[str, str] | None = None,
    address: str = "127.0.0.1",
) -> LightSocket:
    """Open a connection to a server on this machine, from one of the machine's own addresses."""
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        *(f"{name}: {value}" for name, value in (headers or {}).items()),
    ]
    request = ("\r\n".join(lines) + "\r\n\r\n").encode()
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(
        lambda: LightSocket(request, client), "127.0.0.1", port, local_addr=(address, 0)
    )
    async with asyncio.timeout(60):
        await socket.opened
    return socket
