"""How often what may be asked for, as the settings of a server say."""

from __future__ import annotations

from parapegma.server.problems import Problem
from parapegma.server.rate_limit import RateLimit
from parapegma.server.settings import Settings


class RateLimits:
    """One limit for each kind of request."""

    def __init__(self, settings: Settings) -> None:
        self.person = RateLimit(settings.rate, settings.burst)
        """Commands and questions of one person."""
        self.address = RateLimit(settings.address_rate, settings.address_burst)
        """All requests from one address."""
        self.refused = RateLimit(1.0, 100)
        """Messages over WebSockets that were refused by one of these two: who goes on is parted from."""
        self.guest = RateLimit(0.2, settings.guest_burst)
        """New guests from one address."""
        self.passphrase = RateLimit(0.1, settings.login_burst)
        """Accounts that are made, changed or deleted from one address."""
        self.hint = RateLimit(0.5, 20)
        """Hints and analyses of one person."""
        self.chat = RateLimit(settings.chat_rate, settings.chat_burst)
        """Lines of chat of one person."""

    def charge(self, person: str | None, address: str, cost: float) -> None:
        """Let a person, or a visitor, and the household pay for work; one is paid by asking."""
        self.person.take(person or f"visitor {address}", cost)
        if cost > 1:
            self.address.take(address, cost - 1)

    def message(self, person: str | None, address: str) -> bool:
        """Count a message over a WebSocket, or refuse it; false if its sender goes on all the same."""
        name = person or f"visitor {address}"
        try:
            self.address.take(address)
            self.person.take(name)
        except Problem:
            if self.refused.wait(name) > 0:
                return False
            raise
        return True
