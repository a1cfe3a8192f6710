"""Pacal's Rocket: step 2 of a turn, energy stones (PR-5)."""

from parapegma.core.compiled.events import emit
from parapegma.core.compiled.jit import rule
from parapegma.games.pacal.rules.steps import (
    ASK_BUILD,
    ASK_OTHER,
    CELL_ACTION,
    OTHER_ACTION,
    PASS_ACTION,
    WAIT,
)
from parapegma.games.pacal.rules.steps.pieces import any_stone, turn_stone
from parapegma.games.pacal.state import INSERTED, NOWHERE, OTHER, OWN, PASSED, RECOVER, RECOVERED


@rule
def may_insert(s, seat, ship):
    """Whether a seat has a stone for a ship, in the supply or visible on the board.

    Unless the option forbids it, a second stone of a colour may go into the same ship.

    PR-5.5, PR-5.8, R-16
    """
    if s.forbid_duplicates and s.aboard[ship, seat] > 0:
        return False
    return s.supply[seat] > 0 or any_stone(s, seat)


@rule
def ask_own(s):
    """One stone may go into the own ship (PR-5.1 to PR-5.3)."""
    seat = s.to_move
    if s.allowance > 0 and may_insert(s, seat, seat):
        s.phase = OWN
        return WAIT
    return without_own(s)


@rule
def without_own(s):
    """No stone went into the own ship: usually none may go into another's then (PR-5.3, R-15)."""
    return ASK_OTHER if s.independent and s.allowance == 2 else ASK_BUILD


@rule
def ask_other(s):
    """A second stone may go into the ship of one other player (PR-5.1, PR-5.3)."""
    seat = s.to_move
    for distance in range(1, s.players):
        if may_insert(s, seat, (seat + distance) % s.players):
            s.phase = OTHER
            return WAIT
    return ASK_BUILD


@rule
def insert_own(s, a):
    """A stone into the own ship, or none (PR-5.2, PR-5.3)."""
    if a == PASS_ACTION:
        emit(s, PASSED, s.to_move, OWN, 0)
        return without_own(s)
    return take_stone_for(s, s.to_move)


@rule
def insert_other(s, a):
    """A stone into the ship of another player, or none (PR-5.1, PR-5.3)."""
    if a == PASS_ACTION:
        emit(s, PASSED, s.to_move, OTHER, 0)
        return ASK_BUILD
    return take_stone_for(s, (s.to_move + a - OTHER_ACTION + 1) % s.players)


@rule
def take_stone_for(s, ship):
    """The stone comes from the supply; if that is empty, from the board (PR-5.8)."""
    if s.supply[s.to_move] == 0:
        s.target = ship
        s.phase = RECOVER
        return WAIT
    s.supply[s.to_move] -= 1
    return insert(s, ship)


@rule
def recover(s, a):
    """With an empty supply, a visible stone of one's own is used at once, or none (PR-5.8)."""
    seat = s.to_move
    ship = s.target
    s.target = NOWHERE
    if a == PASS_ACTION:
        emit(s, PASSED, seat, RECOVER, 0)
        return without_own(s) if ship == seat else ASK_BUILD
    turn_stone(s, seat, a - CELL_ACTION)
    emit(s, RECOVERED, seat, a - CELL_ACTION, 0)
    return insert(s, ship)


@rule
def insert(s, ship):
    """The stone is hidden on the ship's cell until the ship is lifted (PR-1.4, PR-5.4)."""
    seat = s.to_move
    s.aboard[ship, seat] += 1
    emit(s, INSERTED, seat, ship, 0)
    return ASK_OTHER if ship == seat and s.allowance == 2 else ASK_BUILD
