"""Guards HTTP: requests that are too large, too slow or over too many connections are refused, and
those about a table that lives in another process are led there.

Uvicorn reads a head of any size and waits for it for ever, and takes any number of requests before it has
answered the first. This protocol counts what arrives before anyone looks at it. It looks at some of it in
each turn of the event loop, and at no more while requests wait for their answers. A request that comes whole,
as nearly all do, costs a few comparisons and no timer.
"""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from parapegma.server.owners.leading import Leading, first_line, table_asked_for
from parapegma.server.security.connection_limits import ConnectionLimits
from parapegma.server.settings import Settings

Awaited = Literal["head", "body", "nothing"]
_WORDS = {
    408: "The request took too long to arrive.",
    413: "The request is too large.",
    431: "The head of the request is too large.",
    503: "There are too many connections; come back soon.",
}


class _TooManyLines(Exception):
    """Ends the parser's work on a head."""


_AT_ONCE = 4_096
"""Bytes of one connection that are looked at in one turn of the event loop."""


class _Flow(FlowControl):
    """Reads on only when what was read has been looked at."""

    held = False

    def resume_reading(self) -> None:
        if not self.held:
            super().resume_reading()


class GuardedHttp(HttpToolsProtocol):
    """One connection, until it is closed or becomes a WebSocket."""

    limits = ConnectionLimits(Settings())
    """Of this process; set when it starts (:func:`guard`)."""
    leading: Leading | None = None
    """Of this process; none where it is the only one."""
    first = b""
    """What another process read from this connection before it led it here."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._admitted = False
        self._awaited: Awaited = "nothing"
        self._deadline: asyncio.TimerHandle | None = None
        self._whole = True
        """Whether the request that arrived last has arrived whole."""
        self._in_head = False
        self._bytes = 0
        """Of the request that is arriving."""
        self._held: bytes | None = None
        """What has arrived of a request, while it is found out which process it is for."""
        self._begun = b""
        """What has arrived of the first line of a request, until it is whole."""
        self._rest = b""
        """What has arrived and is not looked at yet."""
        self._next_look: asyncio.Handle | None = None

    # --- connections ------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.flow = self._flow = _Flow(transport)
        self._admitted = self.limits.admit(self._host)
        if self._admitted:
            self.limits.unread.watch(self.connections, self._unfetched)
            self._wait_for("head")
            if self.first:
                self.data_received(self.first)
        else:
            self._refuse(503)

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_for("nothing")
        self._release()
        super().connection_lost(exc)

    @property
    def _host(self) -> str | None:
        return None if self.client is None else self.client[0]

    def _release(self) -> None:
        if self._admitted:
            self._admitted = False
            self.limits.release(self._host)

    def handle_websocket_upgrade(self) -> None:
        """The connection goes on under another protocol, and counts until that one loses it."""
        self._wait_for("nothing")
        super().handle_websocket_upgrade()
        protocol: Any = self.transport.get_protocol()
        lost = protocol.connection_lost

        def connection_lost(exc: Exception | None) -> None:
            self._release()
            lost(exc)

        protocol.connection_lost = connection_lost

    # --- requests ---------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._held is not None:
            self._held += data
            return
        if self._rest:
            self._rest += data
            return
        if self.leading is not None and self._nothing_begun:
            data, self._begun = self._begun + data, b""
            line = first_line(data)
            if line is None:
                self._await_line(data)
                return
            table = table_asked_for(line)
            if table is not None and not self.leading.belongs_here(table):
                self._held = data
                self._wait_for("nothing")
                self.flow.pause_reading()
                self._unset_keepalive_if_required()
                task = self.loop.create_task(self._lead(self.leading, table))
                self.tasks.add(task)
                task.add_done_callback(self.tasks.discard)
                return
        self._receive(data)

    def _await_line(self, data: bytes) -> None:
        """Keep what has arrived of a first line: only a whole one says which table is asked for."""
        self._begun = data
        self._unset_keepalive_if_required()
        if len(data) > self.limits.head_bytes:
            self._refuse(431)
        else:
            self._wait_for("head")

    @property
    def _nothing_begun(self) -> bool:
        """Whether what arrives now is the beginning of a request, and nothing is left to be answered."""
        done = self.cycle is None or self.cycle.response_complete
        return done and self._whole and self._bytes == 0 and self.transport.get_write_buffer_size() == 0

    async def _lead(self, leading: Leading, table: str) -> None:
        """Let a request go where its table lives."""
        assert self._held is not None
        descriptor = self.transport.get_extra_info("socket").fileno()
        where = await leading.lead(table, descriptor, self._held, self._host or "")
        data, self._held = self._held, None
        if where != "here":
            # The connection lives on elsewhere; this end of it is let go without a word.
            if isinstance(where, asyncio.Task) and self._admitted:
                # It counts here for as long as it is passed on.
                self._admitted, host = False, self._host
                where.add_done_callback(lambda _: self.limits.release(host))
            self.transport.abort()
        elif not self.transport.is_closing():
            self.flow.resume_reading()
            self._receive(data)

    def _receive(self, data: bytes) -> None:
        self._rest += data
        self._look()

    def _look(self) -> None:
        """Look at what has arrived, or at the beginning of it."""
        self._next_look = None
        some, self._rest = self._rest[:_AT_ONCE], self._rest[_AT_ONCE:]
        if not self.transport.is_closing():
            self._look_at(some)
        self._go_on()

    def _go_on(self) -> None:
        """Look at more in the next turn, unless requests wait for answers; read on if nothing is left."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            self._rest = b""
        elif self._rest or self.pipeline:
            self._flow.held = True
            self._flow.pause_reading()
            if self._rest and not self.pipeline and self._next_look is None:
                self._next_look = self.loop.call_soon(self._look)
        elif self._flow.held:
            self._flow.held = False
            self._flow.resume_reading()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._go_on()

    def _look_at(self, data: bytes) -> None:
        self._bytes += len(data)
        super().data_received(data)
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        if self._in_head and self._bytes > self.limits.head_bytes:
            self._refuse(431)
        elif not self._whole and self._bytes > self.limits.request_bytes:
            self._refuse(413)
        elif self._rest or self.pipeline:
            # What is missing of a request may be here already.
            self._wait_for("nothing")
        elif not self._whole:
            self._wait_for("head" if self._in_head else "body")
        elif self.cycle is None or self.cycle.response_complete:
            # Bytes that begin nothing, such as empty lines: they must not keep a connection open.
            self._wait_for("head")
        else:
            self._wait_for("nothing")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._whole, self._in_head = False, True

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) >= self.limits.head_lines:
            raise _TooManyLines
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._whole, self._bytes = True, 0

    def send_400_response(self, msg: str) -> None:
        """What the parser refuses; too many lines in a head among it."""
        if len(self.headers or ()) >= self.limits.head_lines:
            self._refuse(431)
        elif not self.transport.is_closing():
            super().send_400_response(msg)

    # --- refusing ---------------------------------------------------------------------------------

    def _wait_for(self, what: Awaited) -> None:
        """Begin to count the seconds for the head or the body, unless they are counted already."""
        if what == self._awaited:
            return
        self._awaited = what
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if what != "nothing":
            seconds = self.limits.head_seconds if what == "head" else self.limits.body_seconds
            self._deadline = self.loop.call_later(seconds, self._too_slow)

    def _too_slow(self) -> None:
        self._deadline, self._awaited = None, "nothing"
        if not self._whole or self._begun.strip():
            self._refuse(408)
        elif not self.transport.is_closing():
            # Nothing was asked: a browser that opened a connection ahead is owed no answer.
            self.transport.close()

    def _unfetched(self) -> None:
        self.limits.note("an answer was not fetched")

    def _refuse(self, status: int) -> None:
        if status != 503:
            self.limits.note(_WORDS[status])
        begun = self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete
        if not begun and not self.transport.is_closing():
            self.transport.write(_answer(status))
        if self.cycle is not None:
            # Whoever still works on it must not write after this.
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()


def _answer(status: int) -> bytes:
    words = _WORDS[status].encode()
    retry = b"retry-after: 10\r\n" if status == 503 else b""
    return (
        STATUS_LINE[status]
        + b"content-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\n" % len(words)
        + retry
        + b"connection: close\r\n\r\n"
        + words
    )


def guard(settings: Settings, leading: Leading | None = None) -> None:
    """Set the limits of this process, and who leads connections elsewhere."""
    GuardedHttp.limits = ConnectionLimits(settings)
    GuardedHttp.leading = leading
