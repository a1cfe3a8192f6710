"""Ophiuchus: the steps of a turn, one file per topic; here the action numbers."""

from parapegma.core.compiled.jit import rule
from parapegma.games.ophiuchus.components import N_CARDS, N_TILES
from parapegma.games.ophiuchus.state import ORIGIN, SIDE

# The flat action space, 7.2 of the specification.
TILE = 0
SQUARE = TILE + N_TILES
DIRECTION = SQUARE + (SIDE - 2) * (SIDE - 2)
CARD = DIRECTION + 4
TOKEN = CARD + N_CARDS
DRAW_TWO = TOKEN + 1
ACTION_COUNT = DRAW_TWO + 1


@rule
def square_x(a):
    """The x of the square that an action number names."""
    return (a - SQUARE) % (SIDE - 2) - ORIGIN + 1


@rule
def square_y(a):
    """The y of the square that an action number names."""
    return (a - SQUARE) // (SIDE - 2) - ORIGIN + 1
