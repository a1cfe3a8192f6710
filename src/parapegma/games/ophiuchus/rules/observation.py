"""Ophiuchus: what a seat knows, as a vector of fixed length for learning.

The parts begin at the SEE_ constants. Seats are counted from the observer: 0 is the seat itself. The
sky is given from the north-west corner of its rectangle: for each square, six symbols and whether it
is occupied.
"""

from parapegma.core.bits import count, put_bits
from parapegma.core.jit import rule
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
OBSERVATION = SEE_SKY + GRID * GRID * 7


@rule
def observe(s, seat, out):
    """Write what a seat knows; the parts are the SEE_ constants above."""
    for i in range(SEE_SKY, OBSERVATION):
        out[i] = 0
    put_bits(out, SEE_PLAYERS, 1 << (s.players - 1), MOST_PLAYERS)
    out[SEE_OPTIONS] = s.full_deal
    out[SEE_OPTIONS + 1] = s.thirteen_bonus
    put_bits(out, SEE_OPTIONS + 2, 1 << s.end_mode, 3)
    out[SEE_OPTIONS + 5] = s.end_when_all_cards_taken
    put_bits(out, SEE_OPTIONS + 6, 1 << s.closed_zone >> 1, 2)
    own = seat == s.to_move and s.phase != OVER
    phase = s.phase
    if laying(s) and not own:
        phase = TAKE
    put_bits(out, SEE_PHASE, 1 << phase, OVER + 1)
    put_bits(out, SEE_TO_MOVE, 1 << (s.to_move + s.players - seat) % s.players, MOST_PLAYERS)
    put_bits(out, SEE_START, 1 << (s.start + s.players - seat) % s.players, MOST_PLAYERS)
    put_bits(out, SEE_HAND, s.hand[seat], N_TILES)
    put_bits(out, SEE_PLAYABLE, s.playable if own and laying(s) else 0, N_TILES)
    put_bits(out, SEE_PICKED, 1 << s.picked if own and s.picked >= 0 else 0, N_TILES)
    chosen = own and s.square >= 0
    out[SEE_SQUARE] = 1 if chosen else 0
    out[SEE_SQUARE + 1] = s.square % SIDE - ORIGIN - s.west if chosen else 0
    out[SEE_SQUARE + 2] = s.square // SIDE - ORIGIN - s.north if chosen else 0
    put_bits(out, SEE_UNSEEN, unseen_tiles(s, seat), N_TILES)
    for i in range(MOST_PLAYERS):
        other = (seat + i) % s.players
        there = i < s.players
        if i > 0:
            put_bits(
                out,
                SEE_CANNOT_HOLD + N_TILES * (i - 1),
                s.cannot_hold[seat, other] if there else 0,
                N_TILES,
            )
        out[SEE_HAND_SIZES + i] = count(s.hand[other]) if there else 0
        out[SEE_TOKENS + i] = s.tokens[other] if there else 0
        put_bits(out, SEE_WON + N_CARDS * i, s.won[other] if there else 0, N_CARDS)
    out[SEE_SUPPLY] = s.supply
    out[SEE_RESERVE] = count(s.reserve)
    put_bits(out, SEE_FIRMAMENT, s.firmament, N_CARDS)
    put_bits(out, SEE_MATCHED, s.matched if s.phase == CLAIM else 0, N_CARDS)
    out[SEE_BOX] = s.west
    out[SEE_BOX + 1] = s.north
    out[SEE_BOX + 2] = s.east - s.west + 1
    out[SEE_BOX + 3] = s.south - s.north + 1
    for y in range(s.south - s.north + 1):
        square = (s.north + y + ORIGIN) * SIDE + s.west + ORIGIN
        for x in range(s.east - s.west + 1):
            shown = s.cell[square + x]
            if shown != 0:
                put_bits(out, SEE_SKY + (y * GRID + x) * 7, shown, 7)
