"""Ophiuchus: one record holds everything on the table.

The sky lies on a canvas of squares just large enough for every place the floating grid can reach
(OP-4.7), with a rim of one square that always stays empty. Square (x, y) of the table has the index
(y + ORIGIN) * SIDE + (x + ORIGIN).
"""

from typing import Literal, get_args

import numpy as np

from parapegma.core.compiled import events, rng
from parapegma.games.ophiuchus.components import GRID, MOST_PLAYERS, N_TILES

ORIGIN = GRID
SIDE = 2 * GRID + 1
SQUARES_ON_CANVAS = SIDE * SIDE

# Phases: what the seat to move is asked.
Phase = Literal["take", "at", "facing", "claim", "bonus", "return", "over"]
PHASES: tuple[Phase, ...] = get_args(Phase)
TAKE, AT, FACING, CLAIM, BONUS, RETURN, OVER = range(len(PHASES))
PHASE_RULES: dict[Phase, str] = {
    "take": "OP-3.2",
    "at": "OP-4.1",
    "facing": "OP-4.1",
    "claim": "OP-5.8",
    "bonus": "OP-6.3",
    "return": "OP-6.6",
    "over": "OP-8.5",
}
"""The rule to read first when this is asked."""

# Directions of half B seen from half A (OP-4.1).
Direction = Literal["E", "S", "W", "N"]
DIRECTIONS: tuple[Direction, ...] = get_args(Direction)
EAST, SOUTH, WEST, NORTH = range(len(DIRECTIONS))

# Options: the deal (OP-2), end modes (OP-8) and what counts as a closed zone (OP-4.6).
Deal = Literal["standard", "full"]
DEALS: tuple[Deal, ...] = get_args(Deal)
EndMode = Literal["reserve_empty", "finish_round", "play_out"]
END_MODES: tuple[EndMode, ...] = get_args(EndMode)
RESERVE_EMPTY, FINISH_ROUND, PLAY_OUT = range(len(END_MODES))
ClosedZone = Literal["side", "corner", "off"]
CLOSED_ZONES: tuple[ClosedZone, ...] = get_args(ClosedZone)
SIDE_WAYS, CORNER_WAYS, NO_ZONES = range(len(CLOSED_ZONES))

# How a game ended.
Ending = Literal["reserve empty", "round finished", "nobody can lay", "all tiles laid", "all cards taken"]
ENDINGS: tuple[Ending | Literal[""], ...] = ("", *get_args(Ending))
NOT_ENDED, ENDED_RESERVE, ENDED_ROUND, ENDED_STUCK, ENDED_HANDS_EMPTY, ENDED_CARDS = range(len(ENDINGS))

# Events, and what a and b hold.
EVENTS = (
    "laid",  # the tile; the canvas square of half A * 4 + direction
    "claimed",  # the card
    "token",
    "drew",  # the tile
    "returned",  # the tile
    "passed",
    "ended",  # how
)
LAID, CLAIMED, TOOK_TOKEN, DREW, PUT_BACK, PASSED, ENDED = range(len(EVENTS))

STATE = np.dtype(
    [
        *rng.FIELDS,
        # the table's options
        ("players", np.int8),
        ("full_deal", np.int8),
        ("thirteen_bonus", np.int8),
        ("end_mode", np.int8),
        ("end_when_all_cards_taken", np.int8),
        ("closed_zone", np.int8),
        # whose turn, and where in it
        ("start", np.int8),  # the seat that began
        ("to_move", np.int8),
        ("phase", np.int8),
        ("ended", np.int8),  # how, once the phase is OVER
        ("picked", np.int8),  # the tile taken up, or -1
        ("bonus_due", np.int8),  # the tile just laid formed exactly 13
        ("square", np.int16),  # the canvas square chosen for half A, or -1
        ("matched", np.int32),  # cards the tile just laid matches, a bit each
        ("playable", np.int32),  # tiles of the mover's hand that can be laid now, a bit each
        # tiles: a bit each
        ("hand", np.int32, (MOST_PLAYERS,)),
        ("reserve", np.int32),
        ("away", np.int32),  # out of play: only in positions set up by hand
        # cards and tokens
        ("firmament", np.int32),
        ("won", np.int32, (MOST_PLAYERS,)),
        ("tokens", np.int8, (MOST_PLAYERS,)),
        ("supply", np.int8),
        # the sky
        ("laid_n", np.int8),
        ("laid", np.int8, (N_TILES, 4)),  # tile, x, y, direction, in the order they were laid
        ("west", np.int8),  # the smallest rectangle round the sky, in table coordinates
        ("east", np.int8),
        ("north", np.int8),
        ("south", np.int8),
        ("occupied", np.int32, (SIDE,)),  # a bit per square of each line of the canvas
        ("cell", np.int8, (SQUARES_ON_CANVAS,)),  # the symbols shown, a bit each, and OCCUPIED
        ("runs", np.uint16, (SQUARES_ON_CANVAS,)),  # for empty squares: sums of the rows that end
        # there, four bits each: to the west, east, north, south
        # what others know of a hand: knower, holder -> tiles the holder cannot have, a bit each
        ("cannot_hold", np.int32, (MOST_PLAYERS, MOST_PLAYERS)),
        *events.event_fields(most=16),
    ],
    align=True,
)

OCCUPIED = 64
"""The bit of ``cell`` that says a half lies there, blank or not."""
