"""Ulysses: what a seat knows, as a vector of fixed length for learning.

The parts begin at the SEE_ constants. Seats are counted from the observer: 0 is the seat itself. A place
or colour given as one number is counted from 1, 0 meaning none.
"""

from parapegma.core.compiled.bits import put_ones
from parapegma.core.compiled.jit import rule
from parapegma.games.ulysses.components import COLOUR, DISTANCE, MOST_PLAYERS, N_PLACES, OBJECTIVES
from parapegma.games.ulysses.rules.knowledge import unseen
from parapegma.games.ulysses.state import FACTIONS, FOR_DISC, OVER, TYPES

MOST_TURNS = 200
"""Turns are not counted any further; no limit may be higher."""

SEE_PLAYERS = 0  # one of five
SEE_OPTIONS = SEE_PLAYERS + MOST_PLAYERS  # temple cost, Zeus as Pandora, lock, becalmed
SEE_MOST_TURNS = SEE_OPTIONS + 4
SEE_PHASE = SEE_MOST_TURNS + 1
SEE_TO_MOVE = SEE_PHASE + OVER + 1
SEE_ACTIVE = SEE_TO_MOVE + MOST_PLAYERS
SEE_TURN = SEE_ACTIVE + MOST_PLAYERS
SEE_USED = SEE_TURN + 1  # Pandora used, objective changed
SEE_HAND = SEE_USED + 2
SEE_HAND_SIZES = SEE_HAND + TYPES
SEE_TEMPLES = SEE_HAND_SIZES + MOST_PLAYERS
SEE_RESERVE = SEE_TEMPLES + MOST_PLAYERS
SEE_DECK = SEE_RESERVE + 1
SEE_DISCARD = SEE_DECK + 1
SEE_UNSEEN = SEE_DISCARD + TYPES  # in the deck and in other hands
SEE_FRESH = SEE_UNSEEN + TYPES  # of the last shuffle, not drawn by the seat itself
SEE_SLOTS = SEE_FRESH + TYPES  # own objectives: place
SEE_COLOURS = SEE_SLOTS + OBJECTIVES  # everyone's objectives: colour
SEE_SHOWN = SEE_COLOURS + OBJECTIVES * MOST_PLAYERS  # everyone's objectives: revealed
SEE_PILES = SEE_SHOWN + OBJECTIVES * MOST_PLAYERS  # cards in each
SEE_CARDS_FOR = SEE_PILES + OBJECTIVES
SEE_ZEUS_FOR = SEE_CARDS_FOR + FACTIONS
SEE_STILL_IN = SEE_ZEUS_FOR + FACTIONS
SEE_RIGHT = SEE_STILL_IN + MOST_PLAYERS
SEE_FACTION = SEE_RIGHT + MOST_PLAYERS  # faction by faction
SEE_BACKING = SEE_FACTION + FACTIONS * MOST_PLAYERS
SEE_PAYS_FOR = SEE_BACKING + FACTIONS
SEE_OWED = SEE_PAYS_FOR + FOR_DISC + 1  # cards, temple cards, strength cards
SEE_AIM = SEE_OWED + 3  # a place
SEE_SLOT = SEE_AIM + 1  # of an objective that is given up
SEE_WANTED = SEE_SLOT + 1  # a colour
# From here on by place.
SEE_SHIP = SEE_WANTED + 1
SEE_PLAGUE = SEE_SHIP + N_PLACES
SEE_DISCS = SEE_PLAGUE + N_PLACES  # faction by faction
SEE_OWN = SEE_DISCS + FACTIONS * N_PLACES  # own objective: 1 hidden, 2 revealed
SEE_OTHERS = SEE_OWN + N_PLACES  # objective of another seat, as far as known: its number from the observer
SEE_DEPTH = SEE_OTHERS + N_PLACES  # in a pile, as far as known: from the top, from 1
SEE_STEPS = SEE_DEPTH + N_PLACES  # of the ship to each place
OBSERVATION_LENGTH = SEE_STEPS + N_PLACES


@rule
def observe(s, seat, out):
    """Write what a seat knows; the parts are the SEE_ constants above."""
    for i in range(OBSERVATION_LENGTH):
        out[i] = 0
    _see_table(s, seat, out)
    _see_cards(s, seat, out)
    _see_objectives(s, seat, out)
    _see_proposal(s, seat, out)


@rule
def _from(s, seat, other):
    """How far a seat is from the observer, clockwise; a division would cost more than all the rest."""
    return other - seat if other >= seat else other - seat + s.players


@rule
def _see_table(s, seat, out):
    out[SEE_PLAYERS + s.players - 1] = 1
    out[SEE_OPTIONS] = s.temple_cost
    out[SEE_OPTIONS + 1] = s.zeus_as_pandora
    out[SEE_OPTIONS + 2] = s.faction_lock
    out[SEE_OPTIONS + 3] = s.becalmed
    out[SEE_MOST_TURNS] = min(s.max_turns, MOST_TURNS)
    out[SEE_PHASE + s.phase] = 1
    out[SEE_TO_MOVE + _from(s, seat, s.to_move)] = 1
    out[SEE_ACTIVE + _from(s, seat, s.active)] = 1
    out[SEE_TURN] = min(s.turn, MOST_TURNS)
    out[SEE_USED] = s.pandora_used
    out[SEE_USED + 1] = s.objective_changed
    out[SEE_RESERVE] = s.reserve
    out[SEE_SHIP + s.ship] = 1
    for place in range(N_PLACES):
        out[SEE_STEPS + place] = DISTANCE[s.ship, place]
    put_ones(out, SEE_PLAGUE, s.plague)


@rule
def _see_cards(s, seat, out):
    out[SEE_DECK] = s.deck_n
    for card in range(TYPES):
        out[SEE_HAND + card] = s.hand[seat, card]
        out[SEE_DISCARD + card] = s.discard[card]
        out[SEE_UNSEEN + card] = unseen(s, seat, card)
        out[SEE_FRESH + card] = s.shuffled[card] - s.drew[seat, card]


@rule
def _see_objectives(s, seat, out):
    for other in range(s.players):
        i = _from(s, seat, other)
        out[SEE_HAND_SIZES + i] = s.hand_n[other]
        out[SEE_TEMPLES + i] = s.temples[other]
        for slot in range(OBJECTIVES):
            place = s.objective[other, slot]
            shown = s.revealed[other] >> slot & 1
            out[SEE_COLOURS + i * OBJECTIVES + slot] = COLOUR[place] + 1
            out[SEE_SHOWN + i * OBJECTIVES + slot] = shown
            if i == 0:
                out[SEE_SLOTS + slot] = place + 1
                out[SEE_OWN + place] = 1 + shown
            elif s.objective_known[other, slot] >> seat & 1:
                out[SEE_OTHERS + place] = i
    for colour in range(OBJECTIVES):
        out[SEE_PILES + colour] = s.pile_n[colour]
        for i in range(s.pile_n[colour]):
            if s.pile_known[colour, i] >> seat & 1:
                out[SEE_DEPTH + s.pile[colour, i]] = i + 1


@rule
def _see_proposal(s, seat, out):
    for faction in range(FACTIONS):
        out[SEE_CARDS_FOR + faction] = s.cards_for[faction]
        out[SEE_ZEUS_FOR + faction] = s.zeus_for[faction]
        if s.disc[faction] >= 0:
            out[SEE_DISCS + faction * N_PLACES + s.disc[faction]] = 1
    for other in range(s.players):
        i = _from(s, seat, other)
        out[SEE_STILL_IN + i] = s.still_in >> other & 1
        out[SEE_RIGHT + i] = s.right >> other & 1
        if s.faction[other] >= 0:
            out[SEE_FACTION + i * FACTIONS + s.faction[other]] = 1
    if s.backing >= 0:
        out[SEE_BACKING + s.backing] = 1
    out[SEE_PAYS_FOR + s.pays_for] = 1
    out[SEE_OWED] = s.owed
    out[SEE_OWED + 1] = s.owed_temples
    out[SEE_OWED + 2] = s.due
    out[SEE_AIM] = s.target + 1
    out[SEE_SLOT] = s.slot + 1
    out[SEE_WANTED] = s.colour + 1
