"""The short way of a message to the network, and from it.

A message to a reader would pass a queue, a task and five layers of wrappers before it is written, and a
server with thousands of readers would spend more time there than on the messages. So the protocol of a
connection offers itself to the handler, as an extension of the scope, and a message is written at once
wherever the network takes it.

Nearly all that clients send comes as one whole frame of text. Such a frame is taken apart here in a few
steps; a parser that is ready for everything takes many times as long. Opening, closing and everything
unusual go the long way.

It builds on a private class of uvicorn, so it is used only with the versions it was tested with; with any
other the server uses uvicorn's own WebSocket and goes the long way (:mod:`parapegma.server.run`).
"""

from __future__ import annotations

from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.utils import apply_mask

from parapegma.server.live.write_now import WRITE_NOW

_TEXT = 0x81
_CLOSE, _PONG = 0x88, 0x8A
_MASKED = 0x80
_LONGEST = 16_384
_REQUEST_ENDS = b"\r\n\r\n"


class DirectWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that handlers can write to directly."""

    between = False
    """Whether what comes next from the network is the beginning of a frame, for all that we know."""

    def data_received(self, data: bytes) -> None:
        """Take a whole frame of text apart; leave everything else to the parser."""
        if self.between:
            text = unframed(data)
            if text is not None and self.handshake_complete and not (self.close_sent or self.disconnected):
                self._take(text)
                return
            # In the middle of something: from now on only the parser knows where a frame begins.
            self.between = text is not None or is_control(data)
            super().data_received(data)
            return
        opening = not self.handshake_initiated
        super().data_received(data)
        if opening and self.handshake_initiated:
            self.between = data.endswith(_REQUEST_ENDS)

    def _take(self, text: str) -> None:
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() > 1 and not self.read_paused:
            # It is sent faster than it is answered.
            self.read_paused = True
            self.transport.pause_reading()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions = cast(dict[str, Any], self.scope["extensions"])
            extensions[WRITE_NOW] = self.write_now

    def write_now(self, *texts: bytes) -> bool:
        """Write messages if the network takes them now; otherwise nothing is written."""
        if (
            not self.writable.is_set()
            or not self.handshake_complete
            or self.close_sent
            or self.disconnected
            or self.conn.close_rcvd is not None
            or self.transport.is_closing()
        ):
            return False
        self.transport.write(framed(texts[0]) if len(texts) == 1 else b"".join(map(framed, texts)))
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


def unframed(data: bytes) -> str | None:
    r"""The text of one whole frame, as clients send it: masked. Nothing if it is anything else.

    >>> unframed(b"\x81\x82\x00\x00\x00\x00hi")
    'hi'
    """
    if len(data) < 6 or data[0] != _TEXT or data[1] < _MASKED:
        return None
    length, head = data[1] - _MASKED, 6
    if length == 126:
        length, head = data[2] << 8 | data[3], 8
    elif length == 127:
        return None
    if length > _LONGEST or len(data) != head + length:
        return None
    try:
        return apply_mask(data[head:], data[head - 4 : head]).decode()
    except UnicodeDecodeError:
        return None


def is_control(data: bytes) -> bool:
    """Whether this is one whole frame of those that keep a connection open or end it."""
    return len(data) >= 6 and _CLOSE <= data[0] <= _PONG and len(data) == 6 + data[1] - _MASKED
