"""The short way of a message to the network, and from it.

A message to a reader would pass a queue, a task and five layers of wrappers before it is written, and a
server with thousands of readers would spend more time there than on the messages. So the protocol of a
connection offers itself to the handler, as an extension of the scope, and a message is written at once
wherever the network takes it.

Nearly all that clients send comes as one whole frame of text. Such a frame is taken apart here in a few
steps; a parser that is ready for everything takes many times as long. Opening, closing and everything
unusual go the long way.

Whoever sends much at once waits for everyone else: of each connection only so many bytes are looked at in one
turn of the event loop, and one message is answered; no more is read while something waits to be fetched.
Frames that are no message (pings, parts of messages) are limited, or a server would be kept busy for nothing.

It builds on a private class of uvicorn, so it is used only with the versions it was tested with; with any
other the server uses uvicorn's own WebSocket and goes the long way (:mod:`parapegma.server.run`).
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.utils import apply_mask

from parapegma.server.live.write_now import WRITE_NOW
from parapegma.server.rate_limit import RateLimit

_TEXT = 0x81
_CLOSE, _PONG = 0x88, 0x8A
_MASKED = 0x80
_LONGEST = 16_384
_REQUEST_ENDS = b"\r\n\r\n"
_AT_ONCE = 2_048
"""Bytes of one connection that are looked at in one turn of the event loop."""
_PARTING = 0.05
"""Seconds between two such looks once we have said goodbye: only the other's is still waited for."""
_IDLE_RATE, _IDLE_BURST = 50.0, 1_000
"""Frames that are no message: so many a second, and so many at once. A page sends none but pongs."""
_POLICY = 1008


class DirectWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that handlers can write to directly."""

    between = False
    """Whether what comes next from the network is the beginning of a frame, for all that we know."""
    rest = b""
    """What has come from the network and is not looked at yet; nothing more is read meanwhile."""
    _next_look: asyncio.Handle | None = None
    _idle: RateLimit | None = None
    """Counts frames that are no message; there is none before the first."""

    def data_received(self, data: bytes) -> None:
        """Look at what has come, or at the beginning of it."""
        if not self.rest and len(data) <= _AT_ONCE:
            self._look_at(data)
            return
        if not self.rest and self._take_whole(data):
            return
        self.rest += data
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        self._go_on()

    def _go_on(self) -> None:
        """Look at more in the next turn, or read on where everything was looked at."""
        if self._next_look is not None:
            return
        if self.rest:
            self._next_look = self.loop.call_later(_PARTING if self.close_sent else 0, self._look_at_more)
        elif self.read_paused and (self.queue.empty() or self.close_sent):
            self.read_paused = False
            if not self.transport.is_closing():
                self.transport.resume_reading()

    def _look_at_more(self) -> None:
        self._next_look = None
        if self.transport.is_closing():
            self.rest = b""
        elif self.close_sent or (self.queue.empty() and self.writable.is_set()):
            some, self.rest = self.rest[:_AT_ONCE], self.rest[_AT_ONCE:]
            self._look_at(some)
            self._go_on()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._go_on()

    async def receive(self) -> ASGIReceiveEvent:
        if not self.queue.empty():
            # What waits behind another message waits for everyone else, too.
            await asyncio.sleep(0)
        message = await self.queue.get()
        if self.queue.empty():
            self._go_on()
        return message

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if self.close_sent:
            self._go_on()

    def _look_at(self, data: bytes) -> None:
        """Take a whole frame of text apart; leave everything else to the parser."""
        if self._take_whole(data):
            return
        if self.between:
            # In the middle of something: from now on only the parser knows where a frame begins.
            self.between = is_control(data) or unframed(data) is not None
            super().data_received(data)
            return
        opening = not self.handshake_initiated
        super().data_received(data)
        if opening and self.handshake_initiated:
            self.between = data.endswith(_REQUEST_ENDS)

    def _take_whole(self, data: bytes) -> bool:
        """Take a whole frame of text apart, if it is one."""
        if not self.between or not self.handshake_complete or self.close_sent or self.disconnected:
            return False
        text = unframed(data)
        if text is not None:
            self._take(text)
        return text is not None

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

    def handle_ping(self) -> None:
        super().handle_ping()
        self._count_idle()

    def handle_pong(self, event: Frame) -> None:
        super().handle_pong(event)
        self._count_idle()

    def handle_cont(self, event: Frame) -> None:
        super().handle_cont(event)
        self._count_idle()

    def _count_idle(self) -> None:
        """One more frame that is no message; whoever sends nothing else is parted from."""
        if self._idle is None:
            self._idle = RateLimit(_IDLE_RATE, _IDLE_BURST)
        if self._idle.wait("frames") > 0 and not (self.close_sent or self.transport.is_closing()):
            self.conn.fail(_POLICY, "too many frames that are no message")
            self.handle_parser_exception()

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
