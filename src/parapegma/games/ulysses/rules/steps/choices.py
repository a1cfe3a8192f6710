"""Ulysses: the flat action space, section 7.1 of the specification."""

from parapegma.games.ulysses.components import COLOURS, N_PLACES, OBJECTIVES
from parapegma.games.ulysses.state import FACTIONS, TYPES

END_PHASE = 0
DRAW_WITH_PANDORA, DRAW_WITH_ZEUS = 1, 2
PLAGUE_WITH_CARD, PLAGUE_WITH_ZEUS = 3, 4
REMOVE_PLAGUE = 5
CHANGE_OBJECTIVE = 6
BUILD_WITH_CARD, BUILD_WITH_ZEUS = 7, 8
AGREE = PASS = 9
OPPOSE = 10
PLACE_BLACK = 11
SUPPORT = 12  # and the faction
ADD_CHALLENGE = SUPPORT + FACTIONS
ADD_ZEUS = ADD_CHALLENGE + 1
STOP_ADDING = ADD_ZEUS + 1
WIND_WITH_CARD, WIND_WITH_ZEUS, WITHOUT_WIND = STOP_ADDING + 1, STOP_ADDING + 2, STOP_ADDING + 3
PAY_CARD = WITHOUT_WIND + 1  # and the type
SLOT = PAY_CARD + TYPES  # and the slot of an objective
COLOUR_TAKEN = SLOT + OBJECTIVES  # and the colour
PLACE = COLOUR_TAKEN + len(COLOURS)  # and the place
ACTION_COUNT = PLACE + N_PLACES
