"""Passphrases: hashed with argon2id, in threads of their own, so that nobody waits for someone's log-in."""

from __future__ import annotations

import asyncio
import base64
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, TypeVar

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from parapegma.server.problems import Problem

SHORTEST = 12
_FEWEST_DIFFERENT = 5
_THREADS = 2
_MOST_WAITING = 40

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
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="passphrase")
        self._waiting = 0
        self._decoy = _decoy(self._hasher)

    def stop(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)

    async def hashed(self, phrase: str) -> str:
        """What is kept of a passphrase."""
        return await self._work(lambda: self._hasher.hash(phrase))

    async def fits(self, kept: str | None, phrase: str) -> bool:
        """Whether a passphrase is the one that was kept; without one the answer takes as long."""

        def verify() -> bool:
            try:
                return self._hasher.verify(self._decoy if kept is None else kept, phrase) and kept is not None
            except (VerificationError, InvalidHashError):
                return False

        return await self._work(verify)

    def outdated(self, kept: str) -> bool:
        """Whether a hash was made with less effort than is asked for today."""
        return self._hasher.check_needs_rehash(kept)

    async def _work(self, work: Callable[[], T]) -> T:
        if self._waiting >= _MOST_WAITING:
            raise Problem(503, "busy", "Too many people log in right now; try again in a moment.")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._waiting -= 1


def _decoy(hasher: PasswordHasher) -> str:
    """A hash that no passphrase fits, as costly to check as any other."""
    salt, digest = (
        base64.b64encode(secrets.token_bytes(length)).decode().rstrip("=")
        for length in (hasher.salt_len, hasher.hash_len)
    )
    cost = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2id$v=19${cost}${salt}${digest}"
