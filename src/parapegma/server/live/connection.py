"""One open connection: what its reader has been sent, and what waits to be sent."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

import msgspec

from parapegma.server.messages import Goodbye
from parapegma.server.tables.viewing import Prints, Reader

_encoder = msgspec.json.Encoder()

Send = Callable[[str], Awaitable[None]]
Close = Callable[[int, str], Awaitable[None]]

GOING_AWAY, POLICY, TOO_BUSY = 1001, 1008, 1013


class Connection:
    """A reader of one table. Messages are queued; a reader who does not fetch them is dropped."""

    __slots__ = (
        "_close",
        "_outbox",
        "_send",
        "_sender",
        "chatted",
        "closed",
        "looking",
        "number",
        "prints",
        "reader",
        "seat",
        "syncing",
    )

    def __init__(self, reader: Reader, send: Send, close: Close, outbox: int) -> None:
        self.reader = reader
        self.number = 0
        """The last event the reader was sent."""
        self.seat: int | None = None
        """Through whose eyes he was sent it."""
        self.prints: Prints | None = None
        self.syncing = True
        """Being brought up to date from the database; news waits until that is done."""
        self.chatted: int | None = None
        """The last line of chat the reader was sent; none until chat begins."""
        self.looking = True
        """Whether the page is in front of someone."""
        self.closed: str | None = None
        self._send, self._close = send, close
        self._outbox: asyncio.Queue[bytes | None] = asyncio.Queue(outbox)
        self._sender = asyncio.create_task(self._run())

    def put(self, message: bytes) -> None:
        """Queue a message; a full queue ends the connection."""
        if self.closed is not None:
            return
        try:
            self._outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.drop("too-slow", "You did not fetch your messages; connect again with since=.", TOO_BUSY)

    def drop(self, code: str, detail: str, status: int = POLICY) -> None:
        """End the connection with a reason, without waiting for a reader who may not listen."""
        if self.closed is not None:
            return
        self.closed = code
        self._sender.cancel()
        self._sender = asyncio.create_task(self._part(code, detail, status))

    async def finish(self) -> None:
        """The reader has gone."""
        if self.closed is None:
            self.closed = "gone"
            self._sender.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._sender

    async def _run(self) -> None:
        while True:
            message = await self._outbox.get()
            if message is None:
                return
            try:
                await self._send(message.decode())
            except Exception:
                # The network has closed it; the receiving side will notice and tidy up.
                self.closed = "gone"
                return

    async def _part(self, code: str, detail: str, status: int) -> None:
        with contextlib.suppress(Exception):
            async with asyncio.timeout(2):
                await self._send(_encoder.encode(Goodbye(code, detail)).decode())
        with contextlib.suppress(Exception):
            async with asyncio.timeout(2):
                await self._close(status, code)
