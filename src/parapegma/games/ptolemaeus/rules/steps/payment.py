"""Ptolemaeus: how a token is paid for, and which payments a hand allows (PT-5).

A sign X is paid with a card named X, with a joker, with a pair of X's colour or with a triple of one
other colour. A pair holds no X and neither holds a joker, because fewer cards would do (PT-5.6).
"""

from parapegma.core.compiled.jit import rule
from parapegma.games.ptolemaeus.components import (
    ALL_SIGNS,
    JOKER,
    N_COLOURS,
    N_SIGNS,
    SIGNS_OF_COLOUR,
)
from parapegma.games.ptolemaeus.rules.steps.packs import by_colour, how_many, jokers_in, one


@rule
def signs_payable(cards, among):
    """Which of some signs can be paid for one at a time (PT-5.1 to PT-5.4)."""
    if jokers_in(cards) > 0:
        return among
    colours = by_colour(cards)
    payable = 0
    for colour in range(N_COLOURS):
        n = colours >> (4 * colour) & 15
        if n >= 2:
            payable |= SIGNS_OF_COLOUR[colour]
        if n >= 3:
            payable |= ALL_SIGNS ^ SIGNS_OF_COLOUR[colour]
    payable &= among
    if payable != among:
        for sign in range(N_SIGNS):
            if among >> sign & 1 and how_many(cards, sign) > 0:
                payable |= 1 << sign
    return payable


@rule
def can_pay(cards, x, y, z):
    """Whether up to three signs can be paid together, no card counting twice; -1 is no sign (PT-5.7).

    Paying a sign with its own card is never worse than any other way. What is left after that has
    no card of its own name, so only jokers and the number of cards of each colour matter.
    """
    own_colour = -1
    other_colour = -1
    unpaid = 0
    for i in range(3):
        sign = x if i == 0 else (y if i == 1 else z)
        if sign >= 0:
            if how_many(cards, sign) > 0:
                cards -= one(sign)
            else:
                unpaid += 1
                if own_colour < 0:
                    own_colour = sign % N_COLOURS
                elif sign % N_COLOURS != own_colour:
                    other_colour = sign % N_COLOURS
    missing = unpaid - jokers_in(cards)
    if missing <= 0:
        return True
    colours = by_colour(cards)
    if other_colour < 0:
        return combinations(colours, own_colour) >= missing
    if missing == 1:
        return combinations(colours, own_colour) > 0 or combinations(colours, other_colour) > 0
    for colour in range(N_COLOURS):
        cost = 2 if colour == own_colour else 3
        if (colours >> (4 * colour) & 15) >= cost:
            if combinations(colours - (cost << (4 * colour)), other_colour) > 0:
                return True
    return False


@rule
def combinations(colours, own):
    """How many signs of one colour the pairs and triples of a hand pay for (PT-5.3, PT-5.4)."""
    n = 0
    for colour in range(N_COLOURS):
        n += (colours >> (4 * colour) & 15) // (2 if colour == own else 3)
    return n


@rule
def group_size(sign, colour):
    """How many cards of a colour pay for a sign: a pair of its own, three of another (PT-5.3, PT-5.4)."""
    return 2 if colour == sign % N_COLOURS else 3


@rule
def payments(s, cards):
    """The faces that may be picked next for the sign being paid, a bit each (PT-5.6, PT-5.7).

    The first card fixes the kind; the cards of a pair or triple are picked in rising order. Only
    faces are offered from which this payment and all remaining ones can be completed.
    """
    sign = s.signs[s.paid_n]
    y = s.signs[s.paid_n + 1] if s.paid_n + 1 < s.sign_n else -1
    z = s.signs[s.paid_n + 2] if s.paid_n + 2 < s.sign_n else -1
    if s.group_n > 0:
        colour = s.group_last % N_COLOURS
        missing = group_size(sign, colour) - s.group_n
        return next_of_group(cards, sign, y, z, colour, s.group_last, missing)
    faces = 0
    if how_many(cards, sign) > 0 and can_pay(cards - one(sign), y, z, -1):
        faces |= 1 << sign
    if jokers_in(cards) > 0 and can_pay(cards - one(JOKER), y, z, -1):
        faces |= 1 << JOKER
    colours = by_colour(cards)
    for colour in range(N_COLOURS):
        size = group_size(sign, colour)
        if (colours >> (4 * colour) & 15) >= size:
            faces |= next_of_group(cards, sign, y, z, colour, 0, size)
    return faces


@rule
def next_of_group(cards, sign, y, z, colour, least, wanted):
    """The next cards of a pair or triple that can be completed with ``wanted`` cards from ``least`` on.

    The three faces of a colour are four apart. A pair for a sign leaves out that sign's own cards.
    """
    a = cards >> (4 * colour) & 15
    b = cards >> (4 * colour + 16) & 15
    c = cards >> (4 * colour + 32) & 15
    if sign == colour or least > colour:
        a = 0
    if sign == colour + 4 or least > colour + 4:
        b = 0
    if sign == colour + 8:
        c = 0
    faces = 0
    for take_a in range(min(a, wanted) + 1):
        for take_b in range(min(b, wanted - take_a) + 1):
            take_c = wanted - take_a - take_b
            if take_c <= c:
                spent = take_a * one(colour) + take_b * one(colour + 4) + take_c * one(colour + 8)
                if y < 0 or can_pay(cards - spent, y, z, -1):
                    if take_a > 0:
                        faces |= 1 << colour
                    elif take_b > 0:
                        faces |= 1 << (colour + 4)
                    else:
                        faces |= 1 << (colour + 8)
    return faces
