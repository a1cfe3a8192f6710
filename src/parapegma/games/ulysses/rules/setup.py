"""Ulysses: the deal (UL-2)."""

from parapegma.core.compiled.events import clear_events
from parapegma.core.compiled.jit import rule
from parapegma.core.compiled.rng import below, set_key, shuffle
from parapegma.games.ulysses.components import (
    CARD_COUNT,
    MOST_IN_PILE,
    MOST_PLAYERS,
    N_CARDS,
    NO_COLOUR,
    OBJECTIVES,
    PLACE_OF_COLOUR,
    PLACES_OF_COLOUR,
    START,
    TEMPLES,
)
from parapegma.games.ulysses.rules.steps.arrival import begin_turn
from parapegma.games.ulysses.rules.steps.cards import draw_cards
from parapegma.games.ulysses.rules.steps.proposal import forget_proposal
from parapegma.games.ulysses.state import ACTION, FOR_NOTHING, NO_FACTION, NOT_ENDED, NOWHERE, TYPES

# The options as they are declared in options.py, after the number of players; the opening hands come last.
OPTION_TEMPLE_COST, OPTION_ZEUS, OPTION_LOCK, OPTION_BECALMED, OPTION_MAX_TURNS, OPTION_FIRST = range(1, 7)
OPTION_HANDS = 7


@rule
def setup(s, options, key):
    """Objectives, temples, the first player, the hands; the first turn begins with a draw.

    UL-2.1 to UL-2.6, UL-3.1
    """
    clear_table(s, options)
    set_key(s, key)
    deal_objectives(s)
    s.first = options[OPTION_FIRST] if options[OPTION_FIRST] >= 0 else below(s, s.players)
    for i in range(s.players):
        draw_cards(s, (s.first + i) % s.players, options[OPTION_HANDS + i])
    clear_events(s)
    begin_turn(s, s.first)


@rule
def clear_table(s, options):
    """An empty table with its options: the ship at the start, a temple each, all cards in the deck."""
    clear_events(s)
    s.players = options[0]
    s.temple_cost = options[OPTION_TEMPLE_COST]
    s.zeus_as_pandora = options[OPTION_ZEUS]
    s.faction_lock = options[OPTION_LOCK]
    s.becalmed = options[OPTION_BECALMED]
    s.max_turns = options[OPTION_MAX_TURNS]
    s.first = 0
    s.active = 0
    s.to_move = 0
    s.phase = ACTION
    s.ended = NOT_ENDED
    s.turn = 0
    s.pandora_used = 0
    s.objective_changed = 0
    s.ship = START
    s.plague = 0
    s.plague_n = 0
    s.reserve = TEMPLES - s.players
    s.pays_for = FOR_NOTHING
    s.owed = 0
    s.owed_temples = 0
    s.target = NOWHERE
    s.slot = -1
    s.colour = NO_COLOUR
    s.due = 0
    s.backing = NO_FACTION
    forget_proposal(s)
    for seat in range(MOST_PLAYERS):
        s.temples[seat] = 1 if seat < s.players else 0
        s.faction[seat] = NO_FACTION
        s.hand_n[seat] = 0
        s.revealed[seat] = 0
        for card in range(TYPES):
            s.hand[seat, card] = 0
            s.drew[seat, card] = 0
            s.played[seat, card] = 0
        for slot in range(OBJECTIVES):
            s.objective[seat, slot] = NOWHERE
            s.objective_known[seat, slot] = 0
            s.objective_not[seat, slot] = 0
    for card in range(TYPES):
        s.deck[card] = CARD_COUNT[card]
        s.shuffled[card] = CARD_COUNT[card]
        s.discard[card] = 0
    s.deck_n = N_CARDS
    s.discard_n = 0


@rule
def deal_objectives(s):
    """Shuffle the pile of each colour; every player takes the top card of each (UL-2.1)."""
    for colour in range(OBJECTIVES):
        n = PLACES_OF_COLOUR[colour]
        pile = s.pile[colour]
        for i in range(n):
            pile[i] = PLACE_OF_COLOUR[colour, i]
        shuffle(s, pile, n)
        for seat in range(s.players):
            s.objective[seat, colour] = pile[seat]
            s.objective_known[seat, colour] = 1 << seat
        for i in range(MOST_IN_PILE):
            s.pile_known[colour, i] = 0
            s.pile_not[colour, i] = 0
            pile[i] = pile[i + s.players] if i + s.players < n else NOWHERE
        s.pile_n[colour] = n - s.players
