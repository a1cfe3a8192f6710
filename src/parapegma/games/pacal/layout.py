"""Pacal's Rocket: what the parts of an observation mean; where they begin is in ``rules/observation.py``."""

from parapegma.core.layout import layout
from parapegma.games.pacal.rules import observation

LAYOUT = layout(
    observation,
    {
        "players": "number of players, one of 2 to 5",
        "options": (
            "ten options, 1 for yes: expert, independent, no duplicates, no reversal, empty gaps, "
            "ties score, combined waters, finish the round, sacred stones in round 1, lowest sacred "
            "stone; then the rounds left"
        ),
        "faces": "how many faces of the die show 1 to 5, and arrows",
        "phase": "what is asked, one of ten",
        "to_move": "the seat that decides, counted from the observer",
        "start": "the seat that began, counted from the observer",
        "die": "the die: not rolled, 1 to 5, arrows",
        "round": "number of the round",
        "last_round": "1 in the last round",
        "allowance": "stones that may still be put into play this turn",
        "target": "the seat whose ship waits for a recovered stone",
        "scores": "points of each seat, own first",
        "to_threshold": "points each seat lacks for the end, own first",
        "supply": "stones of each seat that are not in play, own first",
        "stock": "pyramids of each seat that are not built, by height from 1 to 5, own seat first",
        "sacred": "sacred stones kept by each seat, three each, own first",
        "aboard": "stones on each ship, by colour, own ship and own colour first",
        "strength": "storeys of each seat in each of the 16 districts, own seat first",
        "ships": "cell of each ship, 121 cells in rows of eleven, own first",
        "stones": "cells with a visible stone of each seat, own first",
        "pyramids": "height of the pyramid of each seat on each cell, own first",
        "free": "cells of land without ship and pyramid",
        "build_cell": "the cell chosen to build on",
        "pattern": "the cells of the constellation chosen",
    },
)
