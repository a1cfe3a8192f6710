"""Sets of up to 31 things as the bits of one whole number: how the rules hold hands and decks."""

from __future__ import annotations

import numpy as np

from parapegma.core.jit import rule, table
from parapegma.core.rng import below

BIT_PLACE = table([next((k for k in range(32) if (1 << k) % 37 == r), 0) for r in range(37)], np.int64)
"""The place of a lone bit b is BIT_PLACE[b % 37]: the remainders of all 32 differ."""


@rule
def count(bits):
    """How many things a set has."""
    n = 0
    while bits != 0:
        bits &= bits - 1
        n += 1
    return n


@rule
def lowest(bits):
    """The lowest number in a set that is not empty."""
    return BIT_PLACE[(bits & -bits) % 37]


@rule
def nth(bits, n):
    """The number in place n of a set, counted upwards from 0."""
    for _ in range(n):
        bits &= bits - 1
    return lowest(bits)


@rule
def draw_from(s, bits):
    """A random number of a set that is not empty."""
    return nth(bits, below(s, count(bits)))


@rule
def put_bits(out, at, bits, n):
    """Write the first n bits, each as 0 or 1, from a place of an array on: for observations."""
    for i in range(n):
        out[at + i] = bits >> i & 1


@rule
def write_all(bits, first, out, n):
    """Append the numbers of a set, plus ``first``, to ``out`` from place n; return the new length."""
    while bits != 0:
        out[n] = first + lowest(bits)
        n += 1
        bits &= bits - 1
    return n
