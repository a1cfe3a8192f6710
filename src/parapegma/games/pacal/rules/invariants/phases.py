"""Pacal's Rocket: whether what has been chosen in a turn fits the phase, for the invariants (5.6).

A position set up by hand must be one that play can lead to; these are the checks it may fail.
"""

from parapegma.core.compiled.jit import rule
from parapegma.games.pacal.components import ALL_SACRED, CELLS, COLS, ROWS, SACRED_ROWS, STONES
from parapegma.games.pacal.components.constellations import PATTERN_HEIGHT
from parapegma.games.pacal.rules.invariants.moves import some_cell_leaves
from parapegma.games.pacal.rules.steps.building import is_constellation
from parapegma.games.pacal.rules.steps.flight import sacred_to_choose
from parapegma.games.pacal.rules.steps.moves import is_enclosed
from parapegma.games.pacal.rules.steps.pieces import any_stone
from parapegma.games.pacal.rules.steps.stones import may_insert
from parapegma.games.pacal.state import (
    HEIGHT,
    MOVE,
    NOT_ROLLED,
    NOWHERE,
    OTHER,
    OWN,
    PATTERN,
    PLACE,
    RECOVER,
    SET_DOWN,
)


@rule
def choices_fit_phase(s):
    """What is chosen step by step is there when it has been chosen, and only then."""
    if s.phase != PLACE and (s.die == NOT_ROLLED or s.round < 1):
        return False
    if (s.target != NOWHERE) != (s.phase == RECOVER):
        return False
    if (s.build_cell != NOWHERE) != (s.phase == PATTERN or s.phase == HEIGHT):
        return False
    if (s.pattern != NOWHERE) != (s.phase == HEIGHT):
        return False
    if s.phase == HEIGHT:
        seat = s.to_move
        if not is_constellation(s, seat, s.build_cell, s.pattern):
            return False
        if s.stock[seat, PATTERN_HEIGHT[s.pattern]] > 0:
            return False
    if s.phase == PLACE or s.phase == MOVE:
        return s.allowance == 0
    return 0 <= s.allowance <= 2


@rule
def placing_fits(s):
    """While ships are placed they stand in the Sacred district; nothing else is on the board (PR-2.5)."""
    if s.round != 0 or s.die != NOT_ROLLED or s.last_round != 0:
        return False
    for seat in range(s.players):
        cell = s.ship[seat]
        if cell != NOWHERE and SACRED_ROWS[cell // COLS] >> cell % COLS & 1 == 0:
            return False
        if s.supply[seat] != STONES or s.sacred[seat] != ALL_SACRED or s.score[seat] != 0:
            return False
    return True


@rule
def first_round_fits(s):
    """In round 1 nobody has built: stones become visible when a ship is lifted again, in round 2.

    Who has not had his turn has all his stones, and his ship stands in the Sacred district.

    PR-2.5, PR-5.4, PR-6.8
    """
    now = (s.to_move + s.players - s.start) % s.players
    lifted = s.phase == MOVE or s.phase == SET_DOWN
    for seat in range(s.players):
        if s.score[seat] != 0:
            return False
        for row in range(ROWS):
            if s.pyramids[seat, row] != 0:
                return False
        turn = (seat + s.players - s.start) % s.players
        if turn == now and any_stone(s, seat):
            return False
        if turn > now or (turn == now and lifted):
            cell = s.ship[seat]
            if s.supply[seat] != STONES or SACRED_ROWS[cell // COLS] >> cell % COLS & 1 == 0:
                return False
            if s.sacred[seat] != ALL_SACRED and not (turn == now and s.phase == SET_DOWN):
                return False
    return True


@rule
def setting_down_fits(s, ends):
    """A ship is set down for a sacred stone, or because it is enclosed and its owner has none.

    PR-4.21, PR-4.25, PR-4.26, PR-4.28
    """
    if s.allowance == 0:
        for cell in range(CELLS):
            if ends[cell] != 0:
                return False
        return s.sacred[s.to_move] == 0
    if s.allowance != 1 or s.sacred[s.to_move] == ALL_SACRED:
        return False
    return s.round > 1 or s.first_round_sacred != 0 or not some_cell_leaves(ends)


@rule
def insertion_fits(s):
    """A stone is offered for a ship that may take one; it is taken from the board only if it must be.

    PR-5.1 to PR-5.3, PR-5.8, R-16
    """
    seat = s.to_move
    if s.phase == RECOVER and s.supply[seat] != 0:
        return False
    if s.phase == OWN or s.phase == RECOVER:
        ship = seat if s.phase == OWN else s.target
        if s.allowance == 0 or not may_insert(s, seat, ship):
            return False
    if s.phase == OTHER or (s.phase == RECOVER and s.target != seat):
        return s.allowance == 2 and (s.independent != 0 or s.aboard[seat, seat] > 0)
    return True


@rule
def asked_in_any_case(s):
    """Where a ship goes is asked even if there is only one cell; which sacred stone is not (R-41)."""
    if s.phase == MOVE:
        stones = sacred_to_choose(s)
        return not is_enclosed(s) or stones & (stones - 1) != 0
    return s.phase == PLACE or s.phase == SET_DOWN
