"""Answers that nobody fetches: a client that does not read holds memory, so it is parted from after a while.

What a connection still has to write is looked at now and then. A timer for each would cost all who do read.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import Any

LEAST = 16_384
"""Bytes that a client must have taken within the time it is given."""
_LOOKS = 4
"""How often it is looked at within that time."""


class UnreadAnswers:
    """Parts from those who, for so many seconds, have taken hardly anything of what waits for them."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._unread: dict[Any, tuple[int, float]] = {}
        """What waited at a transport, and since when it was not much less."""
        self._next: asyncio.TimerHandle | None = None

    def watch(self, connections: Iterable[Any], parted: Callable[[], None]) -> None:
        """Look at connections, for as long as there are any; ``parted`` is called for each that is ended."""
        if self._next is None:
            loop = asyncio.get_running_loop()
            self._next = loop.call_later(self._seconds / _LOOKS, self._look, connections, parted)

    def _look(self, connections: Iterable[Any], parted: Callable[[], None]) -> None:
        self._next = None
        at, before, some = time.monotonic(), self._unread, False
        self._unread = {}
        for connection in list(connections):
            some, transport = True, connection.transport
            if transport is None or not (size := transport.get_write_buffer_size()):
                continue
            then, since = before.get(transport, (size, at))
            if size > then or then - size >= LEAST:
                # It has taken something, or more has come since.
                then, since = size, at
            if at - since >= self._seconds:
                parted()
                transport.abort()
            else:
                self._unread[transport] = then, since
        if some:
            self.watch(connections, parted)
