"""Ulysses: what a seat knows and guesses (section 6 of the specification).

Hidden are the types of the cards in other hands and in the deck, the places on the others' objectives and
in the piles. Known besides the open table:

* objective cards this seat has held and given up, wherever they have gone since;
* that a card is not the place of a call at which its holder showed nothing (UL-8.1);
* what the deck was made of when it was last shuffled (the discard pile, which all have seen), and so what
  the hands were made of together; how many cards each has drawn since, and what each has played;
* that a player who is placing a disc or adding cards has the strength cards that are still due, and a
  player who is building a temple the temple cards.
"""

from parapegma.core.compiled.events import clear_events
from parapegma.core.compiled.jit import rule
from parapegma.core.compiled.rng import set_key
from parapegma.games.ulysses.components import CARD_COUNT, OBJECTIVES
from parapegma.games.ulysses.rules.knowledge.cards import guess_cards
from parapegma.games.ulysses.rules.knowledge.objectives import guess_objectives
from parapegma.games.ulysses.state import CHALLENGE, FACTIONS, OVER, TYPES, ZEUS


@rule
def on_table(s, card):
    """Cards of a type that lie beside the discs."""
    if card != CHALLENGE and card != ZEUS:
        return 0
    zeus = 0
    played = 0
    for faction in range(FACTIONS):
        zeus += s.zeus_for[faction]
        played += s.cards_for[faction]
    return zeus if card == ZEUS else played - zeus


@rule
def not_open(s, card):
    """Cards of a type that lie neither on the discard pile nor beside the discs: in the deck and in hands."""
    return CARD_COUNT[card] - s.discard[card] - on_table(s, card)


@rule
def unseen(s, seat, card):
    """Cards of a type that a seat cannot see: those of the deck and of the other hands."""
    return not_open(s, card) - s.hand[seat, card]


@rule
def determinize(s, seat, key):
    """Deal anew all that a seat cannot know, at random among what fits the rest."""
    clear_events(s)
    set_key(s, key)
    if s.phase == OVER:
        return
    for colour in range(OBJECTIVES):
        guess_objectives(s, seat, colour)
    guess_cards(s, seat)


# Entry points for Python (see parapegma.core.compiled.entry_points).


@rule
def on_table_at(states, card):
    """Cards of a type that lie beside the discs."""
    return on_table(states[0], card)


@rule
def unseen_at(states, seat, card):
    """Cards of a type that a seat cannot see; -1 is a spectator, who sees no hand at all."""
    if seat < 0:
        return not_open(states[0], card)
    return unseen(states[0], seat, card)


@rule
def all_unseen_at(states, seat, out):
    """The same for all types."""
    for card in range(TYPES):
        out[card] = unseen_at(states, seat, card)
