"""Ophiuchus: what a seat knows, as a vector of fixed length for learning.

The parts begin at the SEE_ constants. Seats are counted from the observer: 0 is the seat itself. The
sky is given from the north-west corner of its rectangle: for each square, six symbols and whether it
is occupied.
"""

from parapegma.core.compiled.bits import count, lowest, put_ones
from parapegma.core.compiled.jit import rule
from parapegma.games.ophiuchus.components import GRID, MOST_PLAYERS, N_CARDS, N_TILES
from parapegma.games.ophiuchus.rules.knowledge import laying, unseen_tiles
from parapegma.games.ophiuchus.state import CLAIM, ORIGIN, OVER, SIDE, TAKE

SEE_PLAYERS = 0
SEE_OPTIONS = SEE_PLAYERS + MOST_PLAYERS
SEE_PHASE = SEE_OPTIONS + 8
SEE_TO_MOVE = SEE_PHASE + OVER + 1
SEE_START = SEE_TO_MOVE + MOST_PLAYERS
SEE_HAND = SEE_START + MOST_PLAYERS
SEE_PLAYABLE = SEE_HAND + N_TILES
SEE_PICKED = SEE_PLAYABLE + N_TILES
SEE_SQUARE = SEE_PICKED + N_TILES
SEE_UNSEEN = SEE_SQUARE + 3
SEE_CANNOT_HOLD = SEE_UNSEEN + N_TILES
SEE_HAND_SIZES = SEE_CANNOT_HOLD + N_TILES * (MOST_PLAYERS - 1)
SEE_TOKENS = SEE_HAND_SIZES + MOST_PLAYERS
SEE_SUPPLY = SEE_TOKENS + MOST_PLAYERS
SEE_RESERVE = SEE_SUPPLY + 1
SEE_FIRMAMENT = SEE_RESERVE + 1
SEE_MATCHED = SEE_FIRMAMENT + N_CARDS
SEE_WON = SEE_MATCHED + N_CARDS
SEE_BOX = SEE_WON + N_CARDS * MOST_PLAYERS
SEE_SKY = SEE_BOX + 4
OBSERVATION_LENGTH = SEE_SKY + GRID * GRID * 7


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
    if own and s.square >= 0:
        out[SEE_SQUARE] = 1
        out[SEE_SQUARE + 1] = s.square % SIDE - ORIGIN - s.west
        out[SEE_SQUARE + 2] = s.square // SIDE - ORIGIN - s.north
    if s.phase == CLAIM:
        put_ones(out, SEE_MATCHED, s.matched)


@rule
def _see_sky(s, out):
    out[SEE_BOX] = s.west
    out[SEE_BOX + 1] = s.north
    out[SEE_BOX + 2] = s.east - s.west + 1
    out[SEE_BOX + 3] = s.south - s.north + 1
    west = s.west + ORIGIN
    for y in range(s.south - s.north + 1):
        row = s.north + ORIGIN + y
        halves = s.occupied[row] >> west
        while halves != 0:
            x = lowest(halves)
            shown = s.cell[row * SIDE + west + x]
            at = SEE_SKY + (y * GRID + x) * 7
            # Written out, because a loop would take twice as long.
            out[at] = shown & 1
            out[at + 1] = shown >> 1 & 1
            out[at + 2] = shown >> 2 & 1
            out[at + 3] = shown >> 3 & 1
            out[at + 4] = shown >> 4 & 1
            out[at + 5] = shown >> 5 & 1
            out[at + 6] = shown >> 6 & 1
            halves &= halves - 1
