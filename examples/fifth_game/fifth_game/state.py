"""Fifth Game: one record holds everything on the table."""

from typing import Literal, get_args

import numpy as np

from parapegma.core.compiled import events, rng

MOST_PLAYERS = 4
CARDS = 20
ALL_CARDS = (1 << CARDS) - 1
"""Sets of cards are whole numbers with a bit for each; bit 0 is the card numbered 1."""

# Phases: what the seat to move is asked.
Phase = Literal["play", "over"]
PHASES: tuple[Phase, ...] = get_args(Phase)
PLAY, OVER = range(len(PHASES))

# How a game ended; the first means that it has not.
Ending = Literal["hands empty"]
ENDINGS: tuple[Ending | Literal[""], ...] = ("", *get_args(Ending))
NOT_ENDED, ENDED_EMPTY = range(len(ENDINGS))

# Events, and what a holds.
EVENTS = (
    "played",  # the card
    "won",  # the points
    "drew",  # the card
    "ended",  # how
)
PLAYED, WON, DREW, ENDED = range(len(EVENTS))

STATE = np.dtype(
    [
        *rng.FIELDS,
        ("players", np.int8),
        ("hand_size", np.int8),  # an option: cards dealt to each
        ("to_move", np.int8),
        ("leader", np.int8),  # who began this trick
        ("phase", np.int8),
        ("ended", np.int8),
        ("hand", np.int32, (MOST_PLAYERS,)),
        ("deck", np.int32),
        ("played", np.int8, (MOST_PLAYERS,)),  # the card in this trick, or -1
        ("points", np.int16, (MOST_PLAYERS,)),
        *events.event_fields(most=12),
    ],
    align=True,
)
