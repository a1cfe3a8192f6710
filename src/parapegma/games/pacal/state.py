"""Pacal's Rocket: one record holds everything on the table.

A cell has the number row * COLS + column, from the north-west corner. Sets of cells are kept line by
line, a bit per cell: for rows the westernmost cell is the lowest bit, for columns the northernmost.
"""

from typing import Literal, get_args

import numpy as np

from parapegma.core.compiled import events, rng
from parapegma.games.pacal.components import (
    CELLS,
    HEIGHTS,
    LINES,
    MOST_PLAYERS,
    N_DISTRICTS,
    N_FACES,
    ROWS,
)

# Phases: what the seat to move is asked.
Phase = Literal["place", "move", "set", "own", "other", "recover", "build", "pattern", "height", "over"]
PHASES: tuple[Phase, ...] = get_args(Phase)
PLACE, MOVE, SET_DOWN, OWN, OTHER, RECOVER, BUILD, PATTERN, HEIGHT, OVER = range(len(PHASES))
PHASE_RULES: dict[Phase, str] = {
    "place": "PR-2.5",
    "move": "PR-4.6",
    "set": "PR-4.21",
    "own": "PR-5.1",
    "other": "PR-5.1",
    "recover": "PR-5.8",
    "build": "PR-6.1",
    "pattern": "PR-6.2",
    "height": "PR-6.13",
    "over": "PR-9.2",
}
"""The rule to read first when this is asked."""

# What the die shows: a number of steps, or one of these.
NOT_ROLLED, ARROWS = 0, 6

# How a ship came to its cell.
Manner = Literal["straight", "turning", "arrows", "sacred stone", "enclosed"]
MOVES: tuple[Manner, ...] = get_args(Manner)
STRAIGHT, TURNING, FLYING, BY_SACRED_STONE, SET_FREE = range(len(MOVES))

# How a game ended.
Ending = Literal["penultimate pyramid", "threshold reached", "last round played"]
ENDINGS: tuple[Ending | Literal[""], ...] = ("", *get_args(Ending))
NOT_ENDED, ENDED_PYRAMIDS, ENDED_POINTS, ENDED_ROUNDS = range(len(ENDINGS))

NOWHERE = -1

# Room for the height of a pyramid.
HEIGHT_BITS = 3

# Events, and what a and b hold.
EVENTS = (
    "placed",  # the cell
    "rolled",  # what the die shows; the round
    "returned",  # stones go home from the cell a; how many
    "discarded",  # the value of the sacred stone
    "moved",  # the cell; the cell left * 8 + how
    "inserted",  # the seat of the ship
    "recovered",  # the cell
    "constellation",  # the building cell; the pattern
    "built",  # the cell; the height * 8 + the height replaced, or 0
    "scored",  # the points; the district
    "bonus",  # the points for the penultimate pyramid
    "last round",  # the threshold has been reached
    "ended",  # how
    "final river",  # points of the final scoring
    "final lake",
    "final districts",
    "final sacred stones",
    "passed",  # the phase in which nothing was done
)
(
    PLACED, ROLLED, RETURNED, DISCARDED, MOVED, INSERTED, RECOVERED, CHOSE, BUILT, SCORED, BONUS, LAST_ROUND,
    ENDED, FINAL_RIVER, FINAL_LAKE, FINAL_DISTRICTS, FINAL_SACRED, PASSED,
) = range(len(EVENTS))  # fmt: skip

STATE = np.dtype(
    [
        *rng.FIELDS,
        # the table's options
        ("players", np.int8),
        ("expert", np.int8),
        ("independent", np.int8),  # a stone into another's ship needs none in one's own
        ("memory", np.int8),  # people do not see what ships hold
        ("forbid_duplicates", np.int8),  # no second stone of a colour on a ship's cell
        ("no_reversal", np.int8),  # paths may cross themselves
        ("first_round_sacred", np.int8),  # sacred stones may be used in round 1
        ("empty_gaps", np.int8),  # gaps of constellations must be empty
        ("tie_scores", np.int8),  # drawing level scores too
        ("combined_waters", np.int8),  # river and lake are scored together
        ("finish_round", np.int8),  # two players: the round is finished
        ("lowest_sacred", np.int8),  # always the lowest sacred stone is discarded
        ("max_rounds", np.int16),
        ("faces", np.int8, (N_FACES,)),  # of the die
        # whose turn, and where in it
        ("round", np.int16),  # 0 while ships are placed
        ("start", np.int8),  # the start player of the round
        ("to_move", np.int8),
        ("die", np.int8),
        ("phase", np.int8),
        ("allowance", np.int8),  # stones that may be put into play this turn
        ("target", np.int8),  # whose ship a recovered stone goes to, or NOWHERE
        ("build_cell", np.int16),  # the cell chosen to build on, or NOWHERE
        ("pattern", np.int16),  # the constellation chosen, or NOWHERE
        ("last_round", np.int8),  # the threshold has been reached
        ("ended", np.int8),  # how, once the phase is OVER
        # pieces
        ("ship", np.int16, (MOST_PLAYERS,)),  # its cell; a lifted ship keeps the cell it left
        ("aboard", np.int8, (MOST_PLAYERS, MOST_PLAYERS)),  # ship, colour -> stones on the ship's cell
        ("supply", np.int8, (MOST_PLAYERS,)),
        ("stones", np.int16, (MOST_PLAYERS, LINES)),  # visible stones: rows, then columns
        ("pyramids", np.int16, (MOST_PLAYERS, LINES)),  # rows, then columns
        ("pyramid", np.int8, (CELLS,)),  # 0, or seat * 8 + height
        ("stock", np.int8, (MOST_PLAYERS, HEIGHTS + 1)),  # pyramids not on the board, by height
        ("sacred", np.int8, (MOST_PLAYERS,)),  # sacred stones kept, a bit each
        ("score", np.int16, (MOST_PLAYERS,)),
        # kept up to date, so that nothing is counted twice
        ("free", np.int16, (ROWS,)),  # land without ship and pyramid
        ("strength", np.int8, (N_DISTRICTS, MOST_PLAYERS)),  # storeys by district and seat
        ("straight", np.int16, (ROWS,)),  # in the phase MOVE: end cells with two stones
        ("turning", np.int16, (ROWS,)),  # in the phase MOVE: end cells with one stone
        ("walk", np.int64, (ROWS + 1,)),  # where paths have come to; empty between actions
        ("buildable", np.int16, (ROWS,)),  # in the phases BUILD to HEIGHT: cells to build on
        ("heights", np.int64, (ROWS,)),  # how high, if more than 1; HEIGHT_BITS for each of these cells
        *events.event_fields(most=64),
    ],
    align=True,
)
