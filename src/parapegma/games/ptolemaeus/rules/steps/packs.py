"""A handful of cards as one number: four bits for each face, saying how many there are."""

from parapegma.core.compiled.jit import rule
from parapegma.games.ptolemaeus.components import JOKER, N_FACES


@rule
def one(face):
    """A single card."""
    return 1 << (4 * face)


@rule
def how_many(pack, face):
    """How many cards of a face."""
    return pack >> (4 * face) & 15


@rule
def faces_of(pack):
    """The faces that occur, a bit each."""
    faces = 0
    for face in range(N_FACES):
        if pack >> (4 * face) & 15:
            faces |= 1 << face
    return faces


@rule
def size_of(pack):
    """How many cards in all."""
    n = 0
    while pack != 0:
        n += pack & 15
        pack >>= 4
    return n


@rule
def nth_card(pack, n):
    """The face of card n, counted from 0 in the order of faces."""
    face = 0
    while n >= (pack & 15):
        n -= pack & 15
        pack >>= 4
        face += 1
    return face


@rule
def by_colour(pack):
    """How many cards of each colour, four bits each; jokers have none (PT-1.3).

    The faces of a colour are four apart, so their counts lie sixteen bits apart.
    """
    return (pack & 0xFFFF) + (pack >> 16 & 0xFFFF) + (pack >> 32 & 0xFFFF)


@rule
def jokers_in(pack):
    """How many jokers."""
    return pack >> (4 * JOKER) & 15
