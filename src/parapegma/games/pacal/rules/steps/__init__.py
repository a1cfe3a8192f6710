"""Pacal's Rocket: the steps of a turn, one file per topic; here their names, and the action numbers."""

from parapegma.games.pacal.components import CELLS, HEIGHTS, MOST_PLAYERS, N_SACRED
from parapegma.games.pacal.components.constellations import N_PATTERNS

# The flat action space, 7.2 of the specification.
CELL_ACTION = 0
SACRED_ACTION = CELL_ACTION + CELLS
OWN_ACTION = SACRED_ACTION + N_SACRED
OTHER_ACTION = OWN_ACTION + 1
PASS_ACTION = OTHER_ACTION + MOST_PLAYERS - 1
PATTERN_ACTION = PASS_ACTION + 1
HEIGHT_ACTION = PATTERN_ACTION + N_PATTERNS
ACTION_COUNT = HEIGHT_ACTION + HEIGHTS - 1

# What comes next when nobody has been asked yet.
(
    WAIT, ASK_OWN, ASK_OTHER, ASK_BUILD, ASK_PATTERN, ASK_HEIGHT, END_TURN, NEW_ROUND, BEGIN_TURN, RAISE,
) = range(10)  # fmt: skip
# RAISE is the last: the height is added to it.
