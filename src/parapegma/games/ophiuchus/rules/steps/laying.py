"""Ophiuchus: laying the tile taken up, and claiming a card for it (OP-3.1, OP-5.1, OP-5.8).

Where a tile may lie is in ``sky.py``, what it matches in ``alignments.py``.
"""

from parapegma.core.compiled.bits import count, lowest
from parapegma.core.compiled.events import emit
from parapegma.core.compiled.jit import rule
from parapegma.games.ophiuchus.rules.steps.alignments import cards_matched
from parapegma.games.ophiuchus.rules.steps.bonus import give_bonus
from parapegma.games.ophiuchus.rules.steps.sky import first_square, lay, may_lie, square_at
from parapegma.games.ophiuchus.state import CLAIM, CLAIMED, EAST, FACING, LAID, SIDE


@rule
def choose_square(s, x, y):
    """Half A goes on a square; its direction is asked only if there is more than one (7.1, D3)."""
    ways = 0
    only = EAST
    for facing in range(4):
        if may_lie(s, s.picked, x, y, facing):
            ways += 1
            only = facing
    if ways == 1:
        lay_picked(s, x, y, only)
    else:
        s.square = square_at(x, y)
        s.phase = FACING


@rule
def lay_and_look(s, tile, x, y, facing):
    """Lay a tile and see what it forms: a row of exactly 13, and which cards it matches (OP-5.1, OP-6.2)."""
    s.bonus_due = 1 if lay(s, tile, x, y, facing) and s.thirteen_bonus else 0
    col, row, pair = first_square(x, y, facing)
    one = row * SIDE + col
    s.matched = cards_matched(s, one, one + (1 if pair == 0 else SIDE))


@rule
def lay_picked(s, x, y, facing):
    """Lay the tile taken up, then look for an alignment (OP-3.1, OP-5.1, OP-5.8)."""
    seat = s.to_move
    tile = s.picked
    s.hand[seat] ^= 1 << tile
    lay_and_look(s, tile, x, y, facing)
    s.picked = -1
    s.square = -1
    s.playable = 0
    emit(s, LAID, seat, tile, square_at(x, y) * 4 + facing)
    cards = count(s.matched)
    if cards > 1:
        s.phase = CLAIM
        return
    if cards == 1:
        claim(s, lowest(s.matched))
    give_bonus(s)


@rule
def claim(s, card):
    """Take one card of the Firmament (OP-5.8, OP-5.9)."""
    s.firmament ^= 1 << card
    s.won[s.to_move] |= 1 << card
    s.matched = 0
    emit(s, CLAIMED, s.to_move, card, 0)
