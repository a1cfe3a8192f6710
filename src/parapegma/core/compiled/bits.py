"""Sets of up to 63 things as the bits of one whole number: how the rules hold hands and decks."""

from __future__ import annotations

from parapegma.core.compiled.intrinsics import ones, zeros_below
from parapegma.core.compiled.jit import rule
from parapegma.core.compiled.rng import below


@rule
def count(bits):
    """How many things a set has."""
    return ones(bits)


@rule
def lowest(bits):
    """The lowest number in a set that is not empty."""
    return zeros_below(bits)


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
def put_ones(out, at, bits):
    """Write 1 for each number of a set, from a place of an array on: where there are few, the quicker way."""
    while bits != 0:
        out[at + lowest(bits)] = 1
        bits &= bits - 1


@rule
def write_all(bits, first, out, n):
    """Append the numbers of a set, plus ``first``, to ``out`` from place n; return the new length."""
    while bits != 0:
        out[n] = first + lowest(bits)
        n += 1
        bits &= bits - 1
    return n
