"""How many connections may be open, how long a request may take to arrive, and how large it may be.

One object for each process; what is refused is counted, and logged now and then instead of each time: whoever
floods a server must not fill its disk with lines of a log either.
"""

from __future__ import annotations

import logging
import time
from collections import Counter

from parapegma.server.security.addresses import household, is_one_of
from parapegma.server.security.unread_answers import UnreadAnswers
from parapegma.server.settings import Settings

_LOGGED_EVERY = 10.0
log = logging.getLogger(__name__)


class ConnectionLimits:
    """The limits of one process, and the connections that are open now."""

    def __init__(self, settings: Settings) -> None:
        self.head_bytes = settings.head_bytes
        self.head_lines = settings.head_lines
        self.head_seconds = settings.head_seconds
        self.body_seconds = settings.body_seconds
        self.unread = UnreadAnswers(settings.write_seconds)
        self.request_bytes = settings.head_bytes + 64 * settings.message_bytes
        """Of one request in all; beyond it nobody waits for its end, only to refuse it."""
        self._most, self._most_of_one = settings.connections, settings.address_connections
        self._proxies = settings.trusted_proxies
        self._open = 0
        self._of_address: Counter[str] = Counter()
        self._refused: Counter[str] = Counter()
        self._logged_at: dict[str, float] = {}

    def __len__(self) -> int:
        """How many connections are open."""
        return self._open

    def admit(self, host: str | None) -> bool:
        """Count a connection, unless there are too many; behind a proxy there are many people."""
        address = self._counted(host)
        if self._open >= self._most:
            self.note("too many connections")
            return False
        if address is not None and self._of_address[address] >= self._most_of_one:
            self.note("too many connections from one address")
            return False
        self._open += 1
        if address is not None:
            self._of_address[address] += 1
        return True

    def release(self, host: str | None) -> None:
        """A connection that was admitted has ended."""
        self._open -= 1
        address = self._counted(host)
        if address is not None:
            self._of_address[address] -= 1
            if not self._of_address[address]:
                del self._of_address[address]

    def _counted(self, host: str | None) -> str | None:
        if host is None or (self._proxies and is_one_of(host, self._proxies)):
            return None
        return household(host)

    def note(self, why: str) -> None:
        """Log that something was refused: the first time at once, then how often, every ten seconds."""
        self._refused[why] += 1
        at = time.monotonic()
        if at - self._logged_at.get(why, -_LOGGED_EVERY) >= _LOGGED_EVERY:
            self._logged_at[why] = at
            log.warning("refused: %s", why, extra={"count": self._refused.pop(why)})
