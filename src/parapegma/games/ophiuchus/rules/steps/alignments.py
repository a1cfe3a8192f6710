"""Ophiuchus: which constellations a tile just laid matches (OP-5)."""

from parapegma.core.compiled.jit import rule, word
from parapegma.games.ophiuchus.components import (
    CARD_RULE,
    CARD_SHAPE,
    CARD_SIZE,
    CARD_SYMBOL,
    DIFFERENT,
    EQUAL,
    GIVEN,
    LINE,
    LINES_ALIKE,
    LINES_DIFFERENT,
    LONGEST_LINE,
    N_CARDS,
    SQUARES,
    WITHOUT,
)
from parapegma.games.ophiuchus.rules.steps.sky import FLAT, first_square
from parapegma.games.ophiuchus.state import SIDE

_ALL_SYMBOLS = 63


@rule
def choose_one_each(reach, half):
    """Add one square to a choice of different marks (OP-5.5).

    ``reach`` is the set of symbol subsets that a choice of one mark on each square so far can
    use up, one bit per subset; it is empty when no choice of different marks is left.
    """
    following = word(0)
    for symbol in range(6):
        if half >> symbol & 1:
            following |= (reach & WITHOUT[symbol]) << word(1 << symbol)
    return following


@rule
def lines_alike(s, first, last, step):
    """The symbols that lines through the new squares share: six bits for each length.

    ``first`` and ``last`` are the new squares of the row, ``step`` leads along it. Only lines
    that contain a new square count.

    OP-5.2, OP-5.3, OP-5.4
    """
    found = 0
    start = last
    while s.cell[start] != 0:
        shared = _ALL_SYMBOLS
        end = start
        size = 0
        while shared != 0 and size < LONGEST_LINE:
            shared &= s.cell[end]
            size += 1
            if end >= first:
                found |= shared << 6 * size
            end += step
        if shared == 0 and end - step <= first:
            break
        start -= step
    return found


@rule
def lines_different(s, first, last, step):
    """The lengths of lines through the new squares with a different mark on each, a bit each.

    OP-5.2, OP-5.5
    """
    found = 0
    start = last
    while s.cell[start] != 0:
        reach = word(1)
        end = start
        size = 0
        while True:
            reach = choose_one_each(reach, s.cell[end] & _ALL_SYMBOLS)
            if reach == word(0):
                break
            size += 1
            if end >= first:
                found |= 1 << size
            end += step
        if end <= first:
            break
        start -= step
    return found


@rule
def squares_round(s, one, two):
    """Whether blocks of 2x2 with a new square share a symbol (bit 0), or show four different (bit 1).

    OP-5.2, OP-5.6
    """
    found = 0
    col = one % SIDE
    for row in range(one // SIDE - 1, two // SIDE + 1):
        for left in range(col - 1, two % SIDE + 1):
            corner = row * SIDE + left
            nw = s.cell[corner]
            ne = s.cell[corner + 1]
            sw = s.cell[corner + SIDE]
            se = s.cell[corner + SIDE + 1]
            if nw != 0 and ne != 0 and sw != 0 and se != 0:
                if nw & ne & sw & se & _ALL_SYMBOLS:
                    found |= 1
                reach = choose_one_each(word(1), nw & _ALL_SYMBOLS)
                reach = choose_one_each(reach, ne & _ALL_SYMBOLS)
                reach = choose_one_each(reach, sw & _ALL_SYMBOLS)
                if choose_one_each(reach, se & _ALL_SYMBOLS) != word(0):
                    found |= 2
    return found


@rule
def cards_matched(s, one, two):
    """The cards of the Firmament that a tile on canvas squares ``one`` < ``two`` matches, a bit each.

    OP-5.1, OP-5.2, OP-5.7, OP-5.9, OP-5.10, OP-5.11
    """
    along = two - one
    across = SIDE if along == 1 else 1
    alike = 0
    if s.firmament & LINES_ALIKE:
        alike = lines_alike(s, one, two, along)
        alike |= lines_alike(s, one, one, across)
        alike |= lines_alike(s, two, two, across)
    different = 0
    if s.firmament & LINES_DIFFERENT:
        different = lines_different(s, one, two, along)
        different |= lines_different(s, one, one, across)
        different |= lines_different(s, two, two, across)
    squares = 0
    if s.firmament & SQUARES:
        squares = squares_round(s, one, two)
    found = 0
    for card in range(N_CARDS):
        if s.firmament >> card & 1:
            if CARD_SHAPE[card] != LINE:
                match = squares >> (0 if CARD_RULE[card] == EQUAL else 1) & 1
            elif CARD_RULE[card] == DIFFERENT:
                match = different >> CARD_SIZE[card] & 1
            else:
                match = alike >> 6 * CARD_SIZE[card] & _ALL_SYMBOLS
                if CARD_RULE[card] == GIVEN:
                    match = match >> CARD_SYMBOL[card] & 1
            if match:
                found |= 1 << card
    return found


@rule
def cards_of_last(s):
    """The cards of the Firmament that the tile laid last matches, a bit each."""
    n = s.laid_n - 1
    col, row, pair = first_square(s.laid[n, 1], s.laid[n, 2], s.laid[n, 3])
    one = row * SIDE + col
    return cards_matched(s, one, one + (1 if pair == FLAT else SIDE))


# Entry points for Python (see parapegma.core.compiled.entry_points).


@rule
def cards_of_last_at(states):
    """The cards that the tile laid last matches, for positions set up by hand."""
    return cards_of_last(states[0])
