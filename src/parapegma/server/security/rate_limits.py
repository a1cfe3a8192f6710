"""How often what may be asked for, as the settings of a server say."""

from __future__ import annotations

from parapegma.server.security.limits import RateLimit
from parapegma.server.settings import Settings


class RateLimits:
    """One limit for each kind of request."""

    def __init__(self, settings: Settings) -> None:
        self.person = RateLimit(settings.rate, settings.burst)
        """Commands and questions of one person."""
        self.address = RateLimit(settings.address_rate, settings.address_burst)
        """All requests from one address."""
        self.guest = RateLimit(0.2, settings.guest_burst)
        """New guests from one address."""
        self.login = RateLimit(0.1, settings.login_burst)
        """Tries to log in from one address."""
        self.login_name = RateLimit(0.1, settings.login_burst * 2)
        """Tries to log in under one name."""
        self.mail = RateLimit(1 / 600, 3)
        """Codes sent to one address, or for one person."""
        self.hint = RateLimit(0.5, 20)
        """Hints and analyses of one person."""
        self.chat = RateLimit(settings.chat_rate, settings.chat_burst)
        """Lines of chat of one person."""
