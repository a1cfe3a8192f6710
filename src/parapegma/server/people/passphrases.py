"""Passphrases: hashed with argon2id, in threads of their own, so that nobody waits for someone's log-in."""

from __future__ import annotations

import asyncio
import base64
import secrets
import unicodedata
from collections.abc import Callable
from typing import Annotated, TypeVar

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from parapegma.server.fair_queue import FairQueue
from parapegma.server.problems import Problem

SHORTEST = 12
_FEWEST_DIFFERENT = 5
_THREADS = 2
_MOST_WAITING = 200
_MOST_OF_ONE = 8
"""That wait of one household: whoever asks for many waits behind their own, others do not."""

Passphrase = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
T = TypeVar("T")


def checked_passphrase(text: str, login: str) -> str:
    """A passphrase that is worth the name, or a refusal.

    >>> checked_passphrase("five planets wander", "ada")
    'five planets wander'
    """
    phrase = normal(text)
    if len(phrase) < SHORTEST:
        raise Problem(
            422,
            "passphrase",
            f"A passphrase has at least {SHORTEST} characters; a few words do.",
            case="short",
            least=SHORTEST,
        )
    if len(set(phrase)) < _FEWEST_DIFFERENT or phrase.casefold().replace(" ", "") in login.casefold() * 9:
        raise Problem(
            422, "passphrase", "That passphrase is too easy to guess; take a few words.", case="easy"
        )
    return phrase


def normal(text: str) -> str:
    """The same passphrase from every keyboard."""
    return unicodedata.normalize("NFKC", text)


class Passphrases:
    """Makes and checks hashes; at most a few at a time, for each takes 64 megabytes."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._queue = FairQueue(_THREADS, "passphrase")
        self._decoy = _decoy(self._hasher)

    def stop(self) -> None:
        self._queue.stop()

    async def hashed(self, phrase: str, whose: str = "") -> str:
        """What is kept of a passphrase, worked out in someone's line."""
        return await self._work(lambda: self._hasher.hash(phrase), whose)

    async def fits(self, kept: str | None, phrase: str, whose: str = "") -> bool:
        """Whether a passphrase is the one that was kept; without one the answer takes as long."""

        def verify() -> bool:
            try:
                return self._hasher.verify(self._decoy if kept is None else kept, phrase) and kept is not None
            except (VerificationError, InvalidHashError):
                return False

        return await self._work(verify, whose)

    def outdated(self, kept: str) -> bool:
        """Whether a hash was made with less effort than is asked for today."""
        return self._hasher.check_needs_rehash(kept)

    async def _work(self, work: Callable[[], T], whose: str) -> T:
        if self._queue.waiting >= _MOST_WAITING or self._queue.length(whose) >= _MOST_OF_ONE:
            raise Problem(503, "busy", "Too many people log in right now; try again in a moment.")
        done: T = await asyncio.wrap_future(self._queue.submit(whose, work))
        return done


def _decoy(hasher: PasswordHasher) -> str:
    """A hash that no passphrase fits, as costly to check as any other."""
    salt, digest = (
        base64.b64encode(secrets.token_bytes(length)).decode().rstrip("=")
        for length in (hasher.salt_len, hasher.hash_len)
    )
    cost = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2id$v=19${cost}${salt}${digest}"
