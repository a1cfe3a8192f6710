"""Names for things in the database, and the time."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time

_LETTERS = "23456789abcdefghijkmnpqrstuvwxyz"


def new_id(length: int = 16) -> str:
    """A random name nobody can guess: five bits a letter, none that looks like another."""
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def secret_id(secret: str, text: str) -> str:
    """A name nobody can guess, but every process that has the secret finds."""
    digest = hmac.new(secret.encode(), text.encode(), hashlib.sha256).digest()
    return "".join(_LETTERS[byte % 32] for byte in digest[:16])


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
