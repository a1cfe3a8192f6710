"""Ulysses: one record holds everything on the table.

Action cards have no identity beyond their type, and nobody ever knows the order of the deck: so
hands, deck and discard pile are six numbers each, and a card is drawn at random from the deck's.
"""

import numpy as np

from parapegma.core.compiled import events, rng
from parapegma.games.ulysses.components import CARD_TYPES, MOST_IN_PILE, MOST_PLAYERS, OBJECTIVES

TYPES = len(CARD_TYPES)
CHALLENGE, TEMPLE, WIND_CARD, PLAGUE, ZEUS, PANDORA = range(TYPES)

BLUE, RED, BLACK = range(3)
FACTIONS = 3
NO_FACTION = -1
NOWHERE = -1

# Phases in which the seat to move is asked something.
(
    ACTION,  # the action phase (UL-4)
    PLAGUE_PLACE,  # where a plague disc goes
    REMOVE_PLACE,  # which plague disc is taken off
    GIVE,  # which objective is given up
    TAKE,  # of which colour the new objective is
    PAY,  # a card to pay with
    PAY_TEMPLE,  # a further temple card for a temple
    PROPOSE,  # where the blue disc goes
    DECLARE,  # agree or oppose
    DISC_PLACE,  # where the red or black disc goes
    FACTION,  # pass, support or place the black disc
    COMMIT,  # add strength cards
    WIND,  # stay active or not
    OVER,
) = range(14)

# Phases that pass by themselves, or ask only if there is something to choose.
PAYING, DECLARING, PLACING, COMMITTING, SPEAKING, SAILING, TURN_ENDS = range(OVER + 1, OVER + 8)

# What is paid for.
FOR_NOTHING, FOR_REMOVAL, FOR_CHANGE, FOR_TEMPLE, FOR_DISC = range(5)

# Prices of a temple, and what happens with all neighbours plagued.
ESCALATING, ONE_CARD = range(2)
MUST_CLEAR, MAY_STAY = range(2)

# How a game ended.
NOT_ENDED, ENDED_OBJECTIVES, ENDED_TURNS = range(3)

# Events: what a and b hold. Cards "in two numbers" are counted by type, five bits each: the first three
# types in a, the others in b.
TURN = 0  # the number of the turn, as far as 16 bits reach
DREW = 1  # the cards, in two numbers
LOST = 2  # how many draws are lost, by this seat and those after it
RESHUFFLED = 3  # how many cards
PLAYED = 4  # the card; the type it is played as
PAID = 5  # the card; what for
PAID_ALL = 6  # the cards, in two numbers: the whole hand
AIMED = 7  # the plagued place that is to be cleared
PLAGUED = 8  # the place
CLEARED = 9  # the place
GIVES = 10  # the slot of the objective that is to be given up
WANTS = 11  # the colour of the objective that is to be taken
GAVE = 12  # the place on the card; its slot
TOOK = 13  # the place on the card; its slot
BUILT = 14  # temples now
PROPOSED = 15  # the place
BECALMED = 16
AGREED = 17
OPPOSED = 18  # the faction whose disc will be placed
DISC = 19  # the faction; the place
BACKED = 20  # the faction
ADDED = 21  # the faction; the card
ADDED_ALL = 22  # the faction; challenge cards * 128 + Zeus cards: the whole hand
STOPPED = 23  # the faction; cards it has now
PASSED = 24
SAILED = 25  # the place; the faction that prevailed, or NO_FACTION if nobody opposed
REVEALED = 26  # the place; its slot
NO_WIND = 27
ENDED = 28  # how

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
