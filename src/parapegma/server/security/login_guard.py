"""Passphrases are not to be guessed, and nobody is to be locked out by someone else's guesses.

Wrong tries make answers slower, not impossible: for one name from one household after a few, for one name
from everywhere a little. Only a household that tries hundreds of times is refused for a while. A browser from
which someone has logged in before is counted by itself, so that tries elsewhere do not concern it.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from parapegma.server.ids import new_id
from parapegma.server.problems import Problem
from parapegma.server.security.tries import Tries
from parapegma.server.store.secrets import Secrets

_WITHIN = 900
"""Seconds for which a wrong try is held against anyone."""
_SLOWEST = 8.0
_SLOW_FOR_ALL = 2.0
_ACCOUNTS_IN_ONE_BROWSER = 6
_MOST_AT_ONCE = 5
_LENGTH = 32


def pause(tries: int, free: int) -> float:
    """Seconds before a try is looked at, after so many of which some are free.

    >>> [pause(n, free=10) for n in (1, 10, 11, 12, 14, 99)]
    [0.0, 0.0, 0.5, 1.0, 4.0, 8.0]
    """
    return 0.0 if tries <= free else min(_SLOWEST, 0.5 * 2.0 ** min(tries - free - 1, 10))


class LoginGuard:
    """Slows down whoever guesses; ``free`` tries cost nothing."""

    def __init__(
        self, tries: Tries, free: int, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._tries, self._free, self._sleep = tries, free, sleep
        self._turns: dict[str, tuple[asyncio.Lock, int]] = {}
        """Who tries now, or waits for it, and how many at once."""

    @asynccontextmanager
    async def turn(self, name: str, home: str, device: str | None) -> AsyncIterator[str]:
        """One try at a time under a name from a household, or from a known browser: pauses add up.

        Yields what to forget if the try was right.
        """
        whose = f"{device or home} {name}"
        lock, waiting = self._turns.get(whose, (asyncio.Lock(), 0))
        if waiting >= _MOST_AT_ONCE:
            raise Problem(
                429,
                "too-many-requests",
                "You try to log in too often at once; wait for an answer.",
                wait=_SLOWEST,
                seconds=int(_SLOWEST),
            )
        self._turns[whose] = lock, waiting + 1
        try:
            async with lock:
                yield await self.wait(name, home, device)
        finally:
            _, waiting = self._turns[whose]
            if waiting > 1:
                self._turns[whose] = lock, waiting - 1
            else:
                del self._turns[whose]

    async def wait(self, name: str, home: str, device: str | None) -> str:
        """Count a try and wait for as long as it has to; what to forget if it was right.

        ``device`` is what a browser is called from which this account was used before.
        """
        if device is not None:
            line = f"login device {device} {name}"
            (mine,) = await self._tries.add(line, seconds=_WITHIN)
            await self._sleep(pause(mine, self._free))
            return line
        line = f"login {name} from {home}"
        here, all_here, everywhere = await self._tries.add(
            line, f"login from {home}", f"login {name}", seconds=_WITHIN
        )
        if all_here > self._free * 20:
            raise Problem(
                429,
                "too-many-requests",
                "Too many tries to log in came from your network; wait a few minutes.",
                wait=float(_WITHIN // 5),
                seconds=_WITHIN // 5,
            )
        slow = _SLOW_FOR_ALL if everywhere > self._free * 5 else 0.0
        await self._sleep(max(pause(here, self._free), slow))
        return line

    async def right(self, line: str) -> None:
        """The try was right: whoever made it begins anew."""
        await self._tries.forget(line)


class Devices:
    """Browsers in which accounts were used: a cookie with a random name and a signature for each account."""

    def __init__(self, secrets: Secrets) -> None:
        self._secrets = secrets

    def known(self, cookie: str | None, login: str) -> str | None:
        """What the browser is called, if this account was used from it."""
        device, *signatures = (cookie or "").split(".")
        right = self._signature(device, login)
        return device if any(hmac.compare_digest(right, given) for given in _plain(signatures)) else None

    def with_account(self, cookie: str | None, login: str) -> str:
        """The cookie of a browser from which an account is used now."""
        device, *signatures = (cookie or "").split(".")
        if not (device.isascii() and device.isalnum() and len(device) == 20):
            device, signatures = new_id(20), []
        mine = self._signature(device, login)
        others = [given for given in _plain(signatures) if given != mine]
        return ".".join([device, mine, *others[: _ACCOUNTS_IN_ONE_BROWSER - 1]])

    def _signature(self, device: str, login: str) -> str:
        text = f"device {device} {login}".encode()
        return hmac.new(self._secrets.cookie.encode(), text, hashlib.sha256).hexdigest()[:_LENGTH]


def _plain(signatures: list[str]) -> list[str]:
    return [given for given in signatures if given.isascii() and len(given) == _LENGTH]
