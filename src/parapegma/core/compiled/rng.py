"""Chance: a keyed counter in the state record.

Number i of a game is SipHash-2-4 of i under the game's 128-bit key: a pseudo-random function, so a
player who sees every card he draws still cannot predict the next one. Whoever knows the key can
compute every shuffle again, which is how a finished game is checked.

A state record that uses chance has the fields of ``FIELDS``.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from parapegma.core.compiled.jit import integer, rule, word

FIELDS = [("key", np.uint64, (2,)), ("counter", np.uint64)]
"""The key of the game, and how many random numbers it has used."""

Key = np.ndarray[Any, np.dtype[np.uint64]]
"""The 128 bits of a key as two words."""

_WORD = 0xFFFFFFFFFFFFFFFF
_C0 = 0x736F6D6570736575
_C1 = 0x646F72616E646F6D
_C2 = 0x6C7967656E657261
_C3 = 0x7465646279746573
_LENGTH_8 = 8 << 56


def key_of_seed(seed: int | str) -> Key:
    """The key that a seed stands for: the first 16 bytes of its SHA-256.

    A key can also be given itself, as ``key:`` and 32 hexadecimal digits.

    >>> [hex(int(half)) for half in key_of_seed(7)]
    ['0xca8ca0349314dc57', '0xef7a5f931018d9']
    """
    if isinstance(seed, str) and seed.startswith("key:"):
        return np.frombuffer(bytes.fromhex(seed[4:]), dtype="<u8").astype(np.uint64)
    digest = hashlib.sha256(f"parapegma seed {seed}".encode()).digest()
    return np.frombuffer(digest[:16], dtype="<u8").astype(np.uint64)


@rule
def _left(x, by):
    return ((x << by) | (x >> (64 - by))) & _WORD


@rule
def _round(v0, v1, v2, v3):
    v0 = (v0 + v1) & _WORD
    v1 = _left(v1, 13) ^ v0
    v0 = _left(v0, 32)
    v2 = (v2 + v3) & _WORD
    v3 = _left(v3, 16) ^ v2
    v0 = (v0 + v3) & _WORD
    v3 = _left(v3, 21) ^ v0
    v2 = (v2 + v1) & _WORD
    v1 = _left(v1, 17) ^ v2
    v2 = _left(v2, 32)
    return v0, v1, v2, v3


@rule
def siphash(k0, k1, message):
    """SipHash-2-4 of one 64-bit message (8 bytes, least significant first) under the key k0, k1."""
    v0 = word(k0) ^ word(_C0)
    v1 = word(k1) ^ word(_C1)
    v2 = word(k0) ^ word(_C2)
    v3 = word(k1) ^ word(_C3) ^ word(message)
    for _ in range(2):
        v0, v1, v2, v3 = _round(v0, v1, v2, v3)
    v0 ^= word(message)
    v3 ^= word(_LENGTH_8)
    for _ in range(2):
        v0, v1, v2, v3 = _round(v0, v1, v2, v3)
    v0 ^= word(_LENGTH_8)
    v2 ^= word(0xFF)
    for _ in range(4):
        v0, v1, v2, v3 = _round(v0, v1, v2, v3)
    return v0 ^ v1 ^ v2 ^ v3


@rule
def numbered_key(base, number, key):
    """Write the key of one of many games that come from one key: number n is always the same game."""
    key[0] = siphash(base[0], base[1], word(2 * number))
    key[1] = siphash(base[0], base[1], word(2 * number + 1))


@rule
def set_key(s, key):
    """Start the chance of a state anew under a key."""
    s.key[0] = key[0]
    s.key[1] = key[1]
    s.counter = word(0)


@rule
def draw_word(s):
    """The next 64 random bits."""
    value = siphash(s.key[0], s.key[1], s.counter)
    s.counter = word(s.counter) + word(1)
    return value


@rule
def below(s, n):
    """A whole number from 0 to n - 1, each equally likely; n is at least 1 and under 2**31.

    The 32 upper bits times n give the number in the upper half; the few lower halves that would
    favour some numbers are thrown away (Lemire's method).
    """
    size = word(n)
    product = (draw_word(s) >> word(32)) * size
    low = product & word(0xFFFFFFFF)
    if low < size:
        threshold = (word(0x100000000) - size) % size
        while low < threshold:
            product = (draw_word(s) >> word(32)) * size
            low = product & word(0xFFFFFFFF)
    return integer(product >> word(32))


@rule
def shuffle(s, cards, n):
    """Shuffle the first n elements of an array in place (Fisher and Yates)."""
    for i in range(n - 1, 0, -1):
        j = below(s, i + 1)
        held = cards[i]
        cards[i] = cards[j]
        cards[j] = held
