"""Seeds: a whole number or a word from which all chance of a game follows."""

from __future__ import annotations

import hashlib
from typing import Any

from parapegma.errors import OptionError

Seed = int | str


def checked_seed(seed: Any) -> Seed:
    """A seed in one spelling, or a refusal.

    >>> checked_seed(" 7 "), checked_seed("friday")
    (7, 'friday')
    """
    if (
        isinstance(seed, bool)
        or not isinstance(seed, int | str)
        or (isinstance(seed, str) and not seed.strip())
    ):
        raise OptionError(f"a seed is a whole number or a word, not {seed!r}")
    if isinstance(seed, int):
        return seed
    word = seed.strip()
    if any(ord(letter) < 32 for letter in word):
        raise OptionError("a seed is one line of text")
    if word.startswith("key:") and not _is_key(word[4:]):
        raise OptionError("a key is written key: and 32 hexadecimal digits")
    return int(word) if word.lstrip("-").isdecimal() else word


def _is_key(text: str) -> bool:
    return len(text) == 32 and all(letter in "0123456789abcdef" for letter in text)


def derived_seed(*path: int | str) -> int:
    """A seed of its own for a part of the work: a whole number under 2**63 that depends on all that is given.

    >>> derived_seed("arena", 1, 2) == derived_seed("arena", 1, 2) != derived_seed("arena", 2, 1)
    True
    """
    digest = hashlib.sha256(repr(path).encode()).digest()
    return int.from_bytes(digest[:8], "little") >> 1
