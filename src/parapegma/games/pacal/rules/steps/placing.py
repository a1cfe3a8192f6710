"""Pacal's Rocket: the ships are placed on their first cells (PR-2.5)."""

from parapegma.core.compiled.events import emit
from parapegma.core.compiled.jit import rule
from parapegma.games.pacal.rules.steps import NEW_ROUND, WAIT
from parapegma.games.pacal.rules.steps.pieces import turn_free
from parapegma.games.pacal.state import PLACED


@rule
def place(s, cell):
    """A ship on a cell of the Sacred district; after the last one, round 1 begins (PR-2.5)."""
    seat = s.to_move
    s.ship[seat] = cell
    turn_free(s, cell)
    emit(s, PLACED, seat, cell, 0)
    s.to_move = (seat + 1) % s.players
    return NEW_ROUND if s.to_move == s.start else WAIT
