"""Ulysses: one record holds everything on the table.

Action cards have no identity beyond their type, and nobody ever knows the order of the deck: so
hands, deck and discard pile are six numbers each, and a card is drawn at random from the deck's.
"""

from typing import Literal, get_args

import numpy as np

from parapegma.core.compiled import events, rng
from parapegma.games.ulysses.components import CARD_TYPES, MOST_IN_PILE, MOST_PLAYERS, OBJECTIVES

TYPES = len(CARD_TYPES)
CHALLENGE, TEMPLE, WIND_CARD, PLAGUE, ZEUS, PANDORA = range(TYPES)

FACTION_NAMES = ("blue", "red", "black")
FACTIONS = len(FACTION_NAMES)
BLUE, RED, BLACK = range(FACTIONS)
NO_FACTION = -1
NOWHERE = -1

# Phases in which the seat to move is asked something.
Phase = Literal[
    "action",  # the action phase (UL-4)
    "plague place",  # where a plague disc goes
    "remove place",  # which plague disc is taken off
    "give",  # which objective is given up
    "take",  # of which colour the new objective is
    "pay",  # a card to pay with
    "pay temple",  # a further temple card for a temple
    "propose",  # where the blue disc goes
    "declare",  # agree or oppose
    "disc place",  # where the red or black disc goes
    "faction",  # pass, support or place the black disc
    "commit",  # add strength cards
    "wind",  # stay active or not
    "over",
]
PHASES: tuple[Phase, ...] = get_args(Phase)
(
    ACTION, PLAGUE_PLACE, REMOVE_PLACE, GIVE, TAKE, PAY, PAY_TEMPLE, PROPOSE, DECLARE, DISC_PLACE, FACTION,
    COMMIT, WIND, OVER,
) = range(len(PHASES))  # fmt: skip
PHASE_RULES: dict[Phase, str] = {
    "action": "UL-4.1",
    "plague place": "UL-4.6",
    "remove place": "UL-4.9",
    "give": "UL-4.10",
    "take": "UL-4.10",
    "pay": "UL-0.5",
    "pay temple": "UL-4.14",
    "propose": "UL-6.1",
    "declare": "UL-7.1",
    "disc place": "UL-7.4",
    "faction": "UL-7.8",
    "commit": "UL-7.10",
    "wind": "UL-9.1",
    "over": "UL-8.4",
}
"""The rule to read first when this is asked."""

# Phases that pass by themselves, or ask only if there is something to choose.
PAYING, DECLARING, PLACING, COMMITTING, SPEAKING, SAILING, TURN_ENDS = range(OVER + 1, OVER + 8)

# What is paid for.
PURPOSES = ("nothing", "removal", "change", "temple", "disc")
FOR_NOTHING, FOR_REMOVAL, FOR_CHANGE, FOR_TEMPLE, FOR_DISC = range(len(PURPOSES))

# Prices of a temple, and what happens with all neighbours plagued.
ESCALATING, ONE_CARD = range(2)
MUST_CLEAR, MAY_STAY = range(2)

Ending = Literal["four objectives reached", "turn limit"]
ENDINGS: tuple[Ending | Literal[""], ...] = ("", *get_args(Ending))
"""How a game ended; the first stands for a game that goes on."""
NOT_ENDED, ENDED_OBJECTIVES, ENDED_TURNS = range(len(ENDINGS))

# Events: what a and b hold. Cards "in two numbers" are counted by type, five bits each: the first three
# types in a, the others in b.
EVENTS = (
    "turn",  # the number of the turn, as far as 16 bits reach
    "drew",  # the cards, in two numbers
    "lost",  # how many draws are lost, by this seat and those after it
    "reshuffled",  # how many cards
    "played",  # the card; the type it is played as
    "paid",  # the card; what for
    "paid all",  # the cards, in two numbers: the whole hand
    "aimed",  # the plagued place that is to be cleared
    "plagued",  # the place
    "cleared",  # the place
    "gives",  # the slot of the objective that is to be given up
    "wants",  # the colour of the objective that is to be taken
    "gave",  # the place on the card; its slot
    "took",  # the place on the card; its slot
    "built",  # temples now
    "proposed",  # the place
    "becalmed",
    "agreed",
    "opposed",  # the faction whose disc will be placed
    "disc",  # the faction; the place
    "backed",  # the faction
    "added",  # the faction; the card
    "added all",  # the faction; challenge cards * 128 + Zeus cards: the whole hand
    "stopped",  # the faction; cards it has now
    "passed",
    "sailed",  # the place; the faction that prevailed, or NO_FACTION if nobody opposed
    "revealed",  # the place; its slot
    "no wind",
    "ended",  # how
)
(
    TURN, DREW, LOST, RESHUFFLED, PLAYED, PAID, PAID_ALL, AIMED, PLAGUED, CLEARED, GIVES, WANTS, GAVE, TOOK,
    BUILT, PROPOSED, BECALMED, AGREED, OPPOSED, DISC, BACKED, ADDED, ADDED_ALL, STOPPED, PASSED, SAILED,
    REVEALED, NO_WIND, ENDED,
) = range(len(EVENTS))  # fmt: skip

STATE = np.dtype(
    [
        *rng.FIELDS,
        ("plague", np.int64),  # plagued places, a bit each
        ("turn", np.int32),  # how many turns have begun
        # the table's options
        ("max_turns", np.int32),  # 0 for no limit
        ("players", np.int8),
        ("temple_cost", np.int8),
        ("zeus_as_pandora", np.int8),
        ("faction_lock", np.int8),
        ("becalmed", np.int8),
        # whose turn, and where in it
        ("first", np.int8),  # the seat that began
        ("active", np.int8),
        ("to_move", np.int8),
        ("phase", np.int8),
        ("ended", np.int8),  # how, once the phase is OVER
        ("pandora_used", np.int8),  # in this turn
        ("objective_changed", np.int8),  # in this turn
        # the ship and what has been built
        ("ship", np.int8),
        ("plague_n", np.int8),  # discs on the board
        ("temples", np.int8, (MOST_PLAYERS,)),
        ("reserve", np.int8),  # temple tokens left
        # a decision of several steps
        ("pays_for", np.int8),
        ("owed", np.int8),  # cards still to be paid
        ("owed_temples", np.int8),  # temple cards still to be played
        ("target", np.int8),  # the place to be cleared, or NOWHERE
        ("slot", np.int8),  # the objective to be given up, or -1
        ("colour", np.int8),  # the colour of the new one, or -1
        ("due", np.int16),  # strength cards that must still be played
        # proposal and discussion
        ("backing", np.int8),  # the faction for which a disc or cards are being played, or NO_FACTION
        ("disc", np.int8, (FACTIONS,)),  # where the discs lie, or NOWHERE
        ("cards_for", np.int16, (FACTIONS,)),  # strength cards played for each
        ("zeus_for", np.int16, (FACTIONS,)),  # of these, Zeus cards
        ("still_in", np.int8),  # who has not passed, a bit each
        ("right", np.int8),  # who may still place a disc, a bit each
        ("faction", np.int8, (MOST_PLAYERS,)),  # to which everyone is committed, or NO_FACTION
        # action cards by type
        ("hand", np.int8, (MOST_PLAYERS, TYPES)),
        ("deck", np.int8, (TYPES,)),
        ("discard", np.int8, (TYPES,)),
        ("hand_n", np.int16, (MOST_PLAYERS,)),
        ("deck_n", np.int16),
        ("discard_n", np.int16),
        # what is remembered of the deck: its cards when it was last shuffled, who drew which since, and
        # which cards have left each hand since
        ("shuffled", np.int8, (TYPES,)),
        ("drew", np.int8, (MOST_PLAYERS, TYPES)),
        ("played", np.int8, (MOST_PLAYERS, TYPES)),
        # objective cards: the places on them, and the seats that know each, a bit per seat
        ("objective", np.int8, (MOST_PLAYERS, OBJECTIVES)),
        ("objective_known", np.int8, (MOST_PLAYERS, OBJECTIVES)),
        # places that each cannot be, a bit each among those of its colour: the ship called there unshown
        ("objective_not", np.int16, (MOST_PLAYERS, OBJECTIVES)),
        ("pile_not", np.int16, (OBJECTIVES, MOST_IN_PILE)),
        ("revealed", np.int8, (MOST_PLAYERS,)),  # slots, a bit each
        ("pile_n", np.int8, (OBJECTIVES,)),
        ("pile", np.int8, (OBJECTIVES, MOST_IN_PILE)),  # from the top
        ("pile_known", np.int8, (OBJECTIVES, MOST_IN_PILE)),
        *events.event_fields(most=32),
    ],
    align=True,
)
