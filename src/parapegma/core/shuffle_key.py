"""The key of all shuffles of a game, made of what its host and its seats add, none of whom can choose it.

The host shows the SHA-256 of its key before anyone sits down. Each seat shows the SHA-256 of its part before
anyone shows a part. So nobody knows what the others add when adding something, and all can check it later.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping


def commitment(part: str) -> str:
    """What is shown of a key or a part beforehand: the SHA-256 of its 32 hexadecimal digits.

    >>> commitment("00" * 16)[:16]
    '84e0c0eafaa95a34'
    """
    return hashlib.sha256(part.encode()).hexdigest()


def mixed_key(host_key: str, parts: Mapping[int, str]) -> str:
    """The key of the shuffles: the first half of the SHA-256 of the host's key and the parts of the seats.

    Where no seat adds anything it is the host's key itself.

    >>> mixed_key("00" * 16, {}) == "00" * 16
    True
    >>> mixed_key("00" * 16, {1: "11" * 16, 0: "22" * 16})
    '7d68060e1401265cfe2f4d6d40cacb81'
    """
    if not parts:
        return host_key
    text = " ".join([host_key, *(f"{seat}:{parts[seat]}" for seat in sorted(parts))])
    return hashlib.sha256(text.encode()).hexdigest()[:32]
