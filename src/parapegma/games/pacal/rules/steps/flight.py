"""Pacal's Rocket: step 1 of a turn, the ship is lifted and comes down elsewhere (PR-4).

Where it can go is in ``moves.py``.
"""

from parapegma.core.compiled.bits import lowest
from parapegma.core.compiled.events import emit
from parapegma.core.compiled.jit import rule
from parapegma.games.pacal.components import COLS, SACRED_VALUE
from parapegma.games.pacal.rules.steps import ASK_OWN
from parapegma.games.pacal.rules.steps.moves import find_ends, forget_ends, is_enclosed, some_end_leaves
from parapegma.games.pacal.rules.steps.pieces import land, lift
from parapegma.games.pacal.state import (
    ARROWS,
    BY_SACRED_STONE,
    DISCARDED,
    FLYING,
    MOVE,
    MOVED,
    SET_DOWN,
    SET_FREE,
    STRAIGHT,
    TURNING,
)


@rule
def begin_turn(s):
    """The ship is lifted and its end cells found; an enclosed ship is set down elsewhere.

    PR-4.1, PR-4.24 to PR-4.26
    """
    seat = s.to_move
    lift(s, seat)
    find_ends(s, seat)
    s.phase = MOVE
    if is_enclosed(s):
        stones = sacred_to_choose(s)
        if stones == 0:
            s.phase = SET_DOWN
        elif stones & (stones - 1) == 0:
            discard(s, lowest(stones))


@rule
def may_discard(s):
    """Whether a sacred stone may be used: in round 1 only if no move leaves the Sacred district.

    PR-4.21, PR-4.25, PR-4.28, PR-4.29
    """
    return s.round > 1 or s.first_round_sacred != 0 or not some_end_leaves(s)


@rule
def sacred_to_choose(s):
    """The sacred stones that may be discarded, a bit each (PR-4.21, R-11)."""
    stones = s.sacred[s.to_move]
    return stones & -stones if s.lowest_sacred else stones


@rule
def move(s, cell):
    """The ship goes to an end cell: two stones after a straight or arrows move, one after turns.

    PR-4.2, PR-4.5, PR-4.9, PR-4.15, PR-4.20
    """
    how = TURNING
    s.allowance = 1
    if s.straight[cell // COLS] >> cell % COLS & 1 != 0:
        how = FLYING if s.die == ARROWS else STRAIGHT
        s.allowance = 2
    return come_down(s, cell, how)


@rule
def discard(s, n):
    """A sacred stone leaves the game; the ship may be set down anywhere, with one stone.

    PR-4.21, PR-4.22, PR-4.25
    """
    s.sacred[s.to_move] ^= 1 << n
    s.allowance = 1
    s.phase = SET_DOWN
    forget_ends(s)
    emit(s, DISCARDED, s.to_move, SACRED_VALUE[n], 0)


@rule
def set_down(s, cell):
    """The ship is set on a free cell; without a sacred stone no energy stone follows (PR-4.26)."""
    return come_down(s, cell, BY_SACRED_STONE if s.allowance > 0 else SET_FREE)


@rule
def come_down(s, cell, how):
    """The ship ends its move (PR-4.3, PR-4.23)."""
    seat = s.to_move
    emit(s, MOVED, seat, cell, s.ship[seat] * 8 + how)
    land(s, seat, cell)
    forget_ends(s)
    return ASK_OWN
