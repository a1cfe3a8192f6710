"""One open connection: what its reader has been sent, and what waits to be sent."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

import msgspec

from parapegma.server.ids import now
from parapegma.server.live.write_now import WriteNow
from parapegma.server.protocol.messages import Goodbye
from parapegma.server.tables.messages.parts import SentParts
from parapegma.server.tables.messages.updates import SentUpdate
from parapegma.server.tables.messages.viewpoint import Reader

_encoder = msgspec.json.Encoder()

Send = Callable[[str], Awaitable[None]]
Close = Callable[[int, str], Awaitable[None]]

GOING_AWAY, POLICY, TOO_BUSY = 1001, 1008, 1013


class Connection:
    """A reader of one table. What the network does not take is queued; who does not fetch it is dropped."""

    __slots__ = (
        "_close",
        "_held",
        "_most",
        "_outbox",
        "_send",
        "_sender",
        "_write_now",
        "chatted",
        "closed",
        "looking",
        "number",
        "opened",
        "reader",
        "seat",
        "sent",
        "syncing",
    )

    def __init__(
        self, reader: Reader, send: Send, close: Close, outbox: int, write_now: WriteNow | None = None
    ) -> None:
        self.reader = reader
        self.opened = now()
        self.number = 0
        """The last event the reader was sent."""
        self.seat: int | None = None
        """Whose view it was."""
        self.sent: SentParts | None = None
        """The view as it was sent."""
        self.syncing = True
        """Being brought up to date from the database; news waits until that is done."""
        self.chatted: int | None = None
        """The last line of chat the reader was sent; none until chat begins."""
        self.looking = True
        """Whether the page is in front of someone."""
        self.closed: str | None = None
        self._send, self._close, self._write_now = send, close, write_now
        self._most = outbox
        # Nearly always empty: an empty deque would take more room than all else here.
        self._outbox: list[bytes] = []
        self._held: bytes | None = None
        """A message that goes with the next one, if one follows at once."""
        self._sender: asyncio.Task[None] | None = None
        """Sends what is queued; there is none while nothing is."""

    def put(self, message: bytes) -> None:
        """Send a message, or queue it behind those that wait; a full queue ends the connection."""
        if self._held is None:
            self._put(message)
        else:
            held, self._held = self._held, None
            self._put(held, message)

    def put_update(self, update: SentUpdate, number: int) -> None:
        """Send an update that brings the reader to an event."""
        self.sent, self.seat, self.number = update.parts, update.seat, number
        self.put(update.message)

    def put_with_next(self, message: bytes) -> None:
        """Send a message together with the one that is about to follow; alone if none does."""
        self.flush()
        self._held = message
        asyncio.get_running_loop().call_soon(self.flush)

    def flush(self) -> None:
        """Send what is held back."""
        if self._held is not None:
            held, self._held = self._held, None
            self._put(held)

    def _put(self, *messages: bytes) -> None:
        if self.closed is not None:
            return
        if self._sender is None and self._write_now is not None and self._write_now(*messages):
            return
        if len(self._outbox) + len(messages) > self._most:
            self.drop("too-slow", "You did not fetch your messages; connect again with since=.", TOO_BUSY)
            return
        self._outbox += messages
        if self._sender is None:
            self._sender = asyncio.create_task(self._run())

    def drop(self, code: str, detail: str, status: int = POLICY) -> None:
        """End the connection with a reason, without waiting for a reader who may not listen."""
        if self.closed is not None:
            return
        self.closed = code
        if self._sender is not None:
            self._sender.cancel()
        self._sender = asyncio.create_task(self._part(code, detail, status))

    async def finish(self) -> None:
        """The reader has gone."""
        sender = self._sender
        if self.closed is None:
            self.closed = "gone"
            if sender is not None:
                sender.cancel()
        if sender is not None:
            with contextlib.suppress(asyncio.CancelledError):
                await sender

    async def _run(self) -> None:
        try:
            while self._outbox:
                await self._send(self._outbox.pop(0).decode())
        except Exception:
            # The network has closed it; the receiving side will notice and tidy up.
            self.closed = "gone"
        else:
            self._sender = None

    async def _part(self, code: str, detail: str, status: int) -> None:
        with contextlib.suppress(Exception):
            async with asyncio.timeout(2):
                await self._send(_encoder.encode(Goodbye(code, detail)).decode())
        with contextlib.suppress(Exception):
            async with asyncio.timeout(2):
                await self._close(status, code)
