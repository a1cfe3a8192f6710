"""Pacal's Rocket: what the parts of an observation mean; where they begin is in ``rules/observation.py``."""

from parapegma.core.layout import FLAG, count, kind, layout
from parapegma.games.pacal.components import BOARD, HEIGHTS, N_FACES, STONES
from parapegma.games.pacal.rules import observation

THRESHOLD = max(BOARD.thresholds.values())
"""Of points that end the game."""
FINAL = sum(BOARD.values.values()) + 2 * max(BOARD.water_prizes) + sum(BOARD.sacred_stones)
"""Points that a final scoring brings at most."""
STOREYS = sum(height * pyramids for height, pyramids in enumerate(BOARD.pyramids, start=1))
"""Of all pyramids of one seat."""

LAYOUT = layout(
    observation,
    {
        "players": (FLAG, "number of players, one of 2 to 5"),
        "options": (
            FLAG,
            "expert, independent, no duplicates, no reversal, empty gaps, ties score, combined "
            "waters, finish the round, sacred stones in round 1, lowest sacred stone",
        ),
        "rounds_left": (count(1000), "rounds left"),
        "faces": (count(N_FACES), "how many faces of the die show 1 to 5, and arrows"),
        "phase": (FLAG, "what is asked, one of ten"),
        "to_move": (FLAG, "the seat that decides, counted from the observer"),
        "start": (FLAG, "the seat that began, counted from the observer"),
        "die": (FLAG, "the die: not rolled, 1 to 5, arrows"),
        "round": (count(1000), "number of the round"),
        "last_round": (FLAG, "1 in the last round"),
        "allowance": (count(2), "stones that may still be put into play this turn"),
        "target": (FLAG, "the seat whose ship waits for a recovered stone"),
        "scores": (count(2 * THRESHOLD + FINAL), "points of each seat, own first"),
        "to_threshold": (count(THRESHOLD), "points each seat lacks for the end, own first"),
        "supply": (count(STONES), "stones of each seat that are not in play, own first"),
        "stock": (
            count(max(BOARD.pyramids)),
            "pyramids of each seat that are not built, by height from 1 to 5, own seat first",
        ),
        "sacred": (FLAG, "sacred stones kept by each seat, three each, own first"),
        "aboard": (count(STONES), "stones on each ship, by colour, own ship and own colour first"),
        "strength": (count(STOREYS), "storeys of each seat in each of the 16 districts, own seat first"),
        "ships": (FLAG, "cell of each ship, 121 cells in rows of eleven, own first"),
        "stones": (FLAG, "cells with a visible stone of each seat, own first"),
        "pyramids": (kind(HEIGHTS), "height of the pyramid of each seat on each cell, own first"),
        "free": (FLAG, "cells of land without ship and pyramid"),
        "build_cell": (FLAG, "the cell chosen to build on"),
        "pattern": (FLAG, "the cells of the constellation chosen"),
    },
)
