"""Ophiuchus: what a seat knows, as a vector of fixed length for learning.

The parts begin at the SEE_ constants. Seats are counted from the observer: 0 is the seat itself. The
sky is given square by square in the order of the actions that name a square, so that a learner finds what
lies there where it decides; each square is a set: six symbols and whether a half lies there.
"""

from parapegma.core.compiled.bits import count, lowest, put_ones
from parapegma.core.compiled.jit import rule
from parapegma.games.ophiuchus.components import HALF, MOST_PLAYERS, N_CARDS, N_TILES
from parapegma.games.ophiuchus.rules.knowledge import laying, unseen_tiles
from parapegma.games.ophiuchus.state import CLAIM, ORIGIN, OVER, SIDE, TAKE

LINE = SIDE - 2
"""Squares in a line of the sky, as actions number them: the canvas without its rim."""

SEE_PLAYERS = 0
SEE_OPTIONS = SEE_PLAYERS + MOST_PLAYERS
SEE_PHASE = SEE_OPTIONS + 8
SEE_TO_MOVE = SEE_PHASE + OVER + 1
SEE_START = SEE_TO_MOVE + MOST_PLAYERS
SEE_HAND = SEE_START + MOST_PLAYERS
SEE_PLAYABLE = SEE_HAND + N_TILES
SEE_PICKED = SEE_PLAYABLE + N_TILES
SEE_FACES = SEE_PICKED + N_TILES  # the symbols of its halves A and B
SEE_SQUARE = SEE_FACES + 2  # where half A goes, counted from 1 in the order of the actions
SEE_UNSEEN = SEE_SQUARE + 1
SEE_CANNOT_HOLD = SEE_UNSEEN + N_TILES
SEE_HAND_SIZES = SEE_CANNOT_HOLD + N_TILES * (MOST_PLAYERS - 1)
SEE_TOKENS = SEE_HAND_SIZES + MOST_PLAYERS
SEE_SUPPLY = SEE_TOKENS + MOST_PLAYERS
SEE_RESERVE = SEE_SUPPLY + 1
SEE_FIRMAMENT = SEE_RESERVE + 1
SEE_MATCHED = SEE_FIRMAMENT + N_CARDS
SEE_WON = SEE_MATCHED + N_CARDS
SEE_CORNER = SEE_WON + N_CARDS * MOST_PLAYERS  # western column and northern row
SEE_EXTENT = SEE_CORNER + 2  # width and height
SEE_SKY = SEE_EXTENT + 2
OBSERVATION_LENGTH = SEE_SKY + LINE * LINE


@rule
def observe(s, seat, out):
    """Write what a seat knows; the parts are the SEE_ constants above."""
    for i in range(OBSERVATION_LENGTH):
        out[i] = 0
    out[SEE_PLAYERS + s.players - 1] = 1
    out[SEE_OPTIONS] = s.full_deal
    out[SEE_OPTIONS + 1] = s.thirteen_bonus
    out[SEE_OPTIONS + 2 + s.end_mode] = 1
    out[SEE_OPTIONS + 5] = s.end_when_all_cards_taken
    if s.closed_zone != 0:
        out[SEE_OPTIONS + 5 + s.closed_zone] = 1
    out[SEE_TO_MOVE + _from(s, seat, s.to_move)] = 1
    out[SEE_START + _from(s, seat, s.start)] = 1
    _see_turn(s, seat, out)
    put_ones(out, SEE_HAND, s.hand[seat])
    put_ones(out, SEE_UNSEEN, unseen_tiles(s, seat))
    for other in range(s.players):
        i = _from(s, seat, other)
        if i > 0:
            put_ones(out, SEE_CANNOT_HOLD + N_TILES * (i - 1), s.cannot_hold[seat, other])
        out[SEE_HAND_SIZES + i] = count(s.hand[other])
        out[SEE_TOKENS + i] = s.tokens[other]
        put_ones(out, SEE_WON + N_CARDS * i, s.won[other])
    out[SEE_SUPPLY] = s.supply
    out[SEE_RESERVE] = count(s.reserve)
    put_ones(out, SEE_FIRMAMENT, s.firmament)
    _see_sky(s, out)


@rule
def _from(s, seat, other):
    """How far a seat is from the observer, clockwise; a division would cost more than all the rest."""
    return other - seat if other >= seat else other - seat + s.players


@rule
def _see_turn(s, seat, out):
    own = seat == s.to_move and s.phase != OVER
    lays = laying(s)
    out[SEE_PHASE + (TAKE if lays and not own else s.phase)] = 1
    if own and lays:
        put_ones(out, SEE_PLAYABLE, s.playable)
    if own and s.picked >= 0:
        out[SEE_PICKED + s.picked] = 1
        out[SEE_FACES] = HALF[s.picked, 0]
        out[SEE_FACES + 1] = HALF[s.picked, 1]
    if own and s.square >= 0:
        out[SEE_SQUARE] = (s.square // SIDE - 1) * LINE + s.square % SIDE
    if s.phase == CLAIM:
        put_ones(out, SEE_MATCHED, s.matched)


@rule
def _see_sky(s, out):
    out[SEE_CORNER] = s.west
    out[SEE_CORNER + 1] = s.north
    out[SEE_EXTENT] = s.east - s.west + 1
    out[SEE_EXTENT + 1] = s.south - s.north + 1
    for row in range(s.north + ORIGIN, s.south + ORIGIN + 1):
        # From the first column of the canvas's line to that of the actions' line: neither has the rim.
        at = SEE_SKY + (row - 1) * LINE - 1
        halves = s.occupied[row]
        while halves != 0:
            column = lowest(halves)
            out[at + column] = s.cell[row * SIDE + column]
            halves &= halves - 1
