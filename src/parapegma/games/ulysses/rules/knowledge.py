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

from parapegma.core.bits import count, draw_from
from parapegma.core.events import clear_events
from parapegma.core.jit import rule
from parapegma.core.rng import below, set_key
from parapegma.games.ulysses.components import (
    CARD_COUNT,
    COLOUR,
    INDEX_IN_COLOUR,
    OBJECTIVES,
    PLACE_OF_COLOUR,
    PLACES_OF_COLOUR,
)
from parapegma.games.ulysses.state import CHALLENGE, FACTIONS, OVER, TEMPLE, TYPES, ZEUS

_TRIES = 16
"""Histories tried at random; nearly always the first one fits."""

# The events have just been forgotten: their rows give room to count in. A row for each type of card:
_UNSEEN = 0  # in the deck and in other hands
_FRESH = 1  # of the last shuffle, not drawn by this seat
_OLD = 2  # in other hands at the last shuffle
# Or a row for each place where a hidden objective lies:
_WHERE = 0  # its depth in the pile, or _IN_HANDS and seat and slot
_CANNOT_BE = 1  # the cards it cannot be, a bit each
_CARD = 2  # the card it is given
_IN_HANDS = 64
_NOTHING_LEFT = 1 << 20  # no card has this number
# And a row for each seat:
_SEATS = 8
_DRAWN = 0  # how many cards it has drawn since the last shuffle
_HELD = 1  # how many it held then
_DRAWS_LEFT = 2  # of these, how many have not been dealt anew yet
_HELD_LEFT = 3


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
def unseen(s, seat, card):
    """Cards of a type that a seat cannot see: those of the deck and of the other hands."""
    return CARD_COUNT[card] - s.discard[card] - s.hand[seat, card] - on_table(s, card)


@rule
def determinize(s, seat, key):
    """Deal anew all that a seat cannot know, at random among what fits the rest."""
    clear_events(s)
    set_key(s, key)
    if s.phase == OVER:
        return
    for colour in range(OBJECTIVES):
        _deal_objectives(s, seat, colour)
    _deal_cards(s, seat)


@rule
def _deal_objectives(s, seat, colour):
    """The cards of one colour that the seat does not know, in the places where they can be."""
    cards = (1 << PLACES_OF_COLOUR[colour]) - 1
    for i in range(s.pile_n[colour]):
        if s.pile_known[colour, i] >> seat & 1:
            cards &= ~(1 << INDEX_IN_COLOUR[s.pile[colour, i]])
    for other in range(s.players):
        for slot in range(OBJECTIVES):
            place = s.objective[other, slot]
            if COLOUR[place] == colour and s.objective_known[other, slot] >> seat & 1:
                cards &= ~(1 << INDEX_IN_COLOUR[place])
    places = _hidden_places(s, seat, colour)
    _choose_cards(s, cards, places)
    for n in range(places):
        where = s.event[n, _WHERE]
        place = PLACE_OF_COLOUR[colour, s.event[n, _CARD]]
        if where < _IN_HANDS:
            s.pile[colour, where] = place
        else:
            s.objective[(where - _IN_HANDS) // OBJECTIVES, (where - _IN_HANDS) % OBJECTIVES] = place


@rule
def _hidden_places(s, seat, colour):
    """Where cards of a colour lie that the seat does not know, and what each cannot be; how many."""
    n = 0
    for i in range(s.pile_n[colour]):
        if not s.pile_known[colour, i] >> seat & 1:
            s.event[n, _WHERE] = i
            s.event[n, _CANNOT_BE] = s.pile_not[colour, i]
            n += 1
    for other in range(s.players):
        for slot in range(OBJECTIVES):
            hidden = not s.objective_known[other, slot] >> seat & 1
            if hidden and COLOUR[s.objective[other, slot]] == colour:
                s.event[n, _WHERE] = _IN_HANDS + other * OBJECTIVES + slot
                s.event[n, _CANNOT_BE] = s.objective_not[other, slot]
                n += 1
    return n


@rule
def _choose_cards(s, cards, places):
    """A card for each place, the places with fewest possible cards first."""
    for n in range(places):
        s.event[n, _CARD] = -1
    everything = cards
    for _ in range(places):
        chosen = 0
        fewest = 99
        for n in range(places):
            possible = count(everything & ~s.event[n, _CANNOT_BE])
            if s.event[n, _CARD] < 0 and possible < fewest:
                fewest = possible
                chosen = n
        allowed = cards & ~s.event[chosen, _CANNOT_BE]
        if allowed == 0:
            allowed = _exchange(s, cards, places, chosen)
            if allowed != 0:
                cards = allowed
                continue
            allowed = cards
        card = draw_from(s, allowed)
        cards &= ~(1 << card)
        s.event[chosen, _CARD] = card


@rule
def _exchange(s, cards, places, chosen):
    """Take the card of another place that can have one of those left; the cards then left, or 0."""
    for n in range(places):
        card = s.event[n, _CARD]
        instead = cards & ~s.event[n, _CANNOT_BE]
        if card >= 0 and instead != 0 and not s.event[chosen, _CANNOT_BE] >> card & 1:
            s.event[chosen, _CARD] = card
            s.event[n, _CARD] = draw_from(s, instead)
            left = cards & ~(1 << s.event[n, _CARD])
            return left if left != 0 else _NOTHING_LEFT
    return 0


@rule
def _deal_cards(s, seat):
    """Deck and hands so that the history fits: what was held at the last shuffle, drawn and played since."""
    for other in range(s.players):
        drawn = 0
        gone = 0
        for card in range(TYPES):
            drawn += s.drew[other, card]
            gone += s.played[other, card]
        s.event[_SEATS + other, _DRAWN] = drawn
        s.event[_SEATS + other, _HELD] = s.hand_n[other] + gone - drawn
    for _ in range(_TRIES):
        _count_hidden(s, seat)
        if _deal_by_history(s, seat):
            return
    _count_hidden(s, seat)
    _deal_by_deck(s, seat)


@rule
def _count_hidden(s, seat):
    """Cards that can be anywhere, and hands and deck empty again."""
    for card in range(TYPES):
        s.event[card, _UNSEEN] = unseen(s, seat, card)
        s.event[card, _FRESH] = s.shuffled[card] - s.drew[seat, card]
        held = s.hand[seat, card] + s.played[seat, card] - s.drew[seat, card]
        s.event[card, _OLD] = CARD_COUNT[card] - s.shuffled[card] - held
        s.deck[card] = 0
        for other in range(s.players):
            if other != seat:
                s.hand[other, card] = 0
                s.drew[other, card] = 0
    for other in range(s.players):
        s.event[_SEATS + other, _DRAWS_LEFT] = s.event[_SEATS + other, _DRAWN]
        s.event[_SEATS + other, _HELD_LEFT] = s.event[_SEATS + other, _HELD]


@rule
def _deal_by_history(s, seat):
    """Give each player first what he has played and must hold, then the rest; whether it worked out."""
    for other in range(s.players):
        if other != seat:
            for card in range(TYPES):
                for _ in range(s.played[other, card]):
                    if not _give_one(s, other, card):
                        return False
    if s.to_move != seat:
        for _ in range(s.due):
            if not _give_one(s, s.to_move, _one_of(s, CHALLENGE)):
                return False
        for _ in range(s.owed_temples):
            if not _give_one(s, s.to_move, _one_of(s, TEMPLE)):
                return False
    for other in range(s.players):
        if other != seat:
            for _ in range(s.event[_SEATS + other, _HELD_LEFT]):
                card = _random_of(s, _OLD)
                s.event[card, _OLD] -= 1
                s.hand[other, card] += 1
            for _ in range(s.event[_SEATS + other, _DRAWS_LEFT]):
                card = _random_of(s, _FRESH)
                s.event[card, _FRESH] -= 1
                s.hand[other, card] += 1
                s.drew[other, card] += 1
            for card in range(TYPES):
                s.hand[other, card] -= s.played[other, card]
    for card in range(TYPES):
        s.deck[card] = s.event[card, _FRESH]
    return True


@rule
def _give_one(s, holder, card):
    """A card that a player has had for sure: held at the last shuffle or drawn since; whether it can be."""
    fresh = s.event[card, _FRESH] * s.event[_SEATS + holder, _DRAWS_LEFT]
    old = s.event[card, _OLD] * s.event[_SEATS + holder, _HELD_LEFT]
    if fresh + old == 0:
        return False
    if below(s, fresh + old) < fresh:
        s.event[card, _FRESH] -= 1
        s.event[_SEATS + holder, _DRAWS_LEFT] -= 1
        s.drew[holder, card] += 1
    else:
        s.event[card, _OLD] -= 1
        s.event[_SEATS + holder, _HELD_LEFT] -= 1
    s.hand[holder, card] += 1
    return True


@rule
def _one_of(s, kind):
    """A kind of card or Zeus, by how many of each are hidden."""
    own = s.event[kind, _FRESH] + s.event[kind, _OLD]
    zeus = s.event[ZEUS, _FRESH] + s.event[ZEUS, _OLD]
    if own + zeus == 0 or below(s, own + zeus) < own:
        return kind
    return ZEUS


@rule
def _deal_by_deck(s, seat):
    """When chance finds no history that fits: first what the mover must hold, then deck and hands."""
    if s.to_move != seat:
        _deal_promised(s, s.to_move, CHALLENGE, s.due)
        _deal_promised(s, s.to_move, TEMPLE, s.owed_temples)
    for _ in range(s.deck_n):
        card = _random_for_deck(s)
        s.deck[card] += 1
        s.event[card, _UNSEEN] -= 1
        s.event[card, _FRESH] -= 1
    for other in range(s.players):
        if other != seat:
            held = 0
            for card in range(TYPES):
                held += s.hand[other, card]
            for _ in range(s.hand_n[other] - held):
                card = _random_of(s, _UNSEEN)
                s.hand[other, card] += 1
                s.event[card, _UNSEEN] -= 1
            for _ in range(s.event[_SEATS + other, _DRAWN]):
                card = _random_of(s, _FRESH)
                s.drew[other, card] += 1
                s.event[card, _FRESH] -= 1


@rule
def _deal_promised(s, holder, kind, n):
    """Cards of a kind, or Zeus in their place, that a hand must have; enough must be left for the deck."""
    while n > 0:
        n -= 1
        card = kind
        if below(s, s.event[kind, _UNSEEN] + s.event[ZEUS, _UNSEEN]) >= s.event[kind, _UNSEEN]:
            card = ZEUS
        s.event[card, _UNSEEN] -= 1
        if not _deck_can_be_dealt(s, kind, n):
            s.event[card, _UNSEEN] += 1
            card = kind + ZEUS - card
            s.event[card, _UNSEEN] -= 1
        s.hand[holder, card] += 1


@rule
def _deck_can_be_dealt(s, kind, promised):
    """Whether the deck finds its cards, with so many of a kind or Zeus still promised to a hand."""
    spare = -s.deck_n
    for card in range(TYPES):
        spare += min(s.event[card, _UNSEEN], s.event[card, _FRESH])
    free = max(0, s.event[kind, _UNSEEN] - s.event[kind, _FRESH])
    free += max(0, s.event[ZEUS, _UNSEEN] - s.event[ZEUS, _FRESH])
    return spare >= max(0, promised - free)


@rule
def _random_for_deck(s):
    """A card that is both unseen and of the last shuffle."""
    total = 0
    for card in range(TYPES):
        total += min(s.event[card, _UNSEEN], s.event[card, _FRESH])
    place = below(s, total)
    card = 0
    while place >= min(s.event[card, _UNSEEN], s.event[card, _FRESH]):
        place -= min(s.event[card, _UNSEEN], s.event[card, _FRESH])
        card += 1
    return card


@rule
def _random_of(s, column):
    total = 0
    for card in range(TYPES):
        total += s.event[card, column]
    place = below(s, total)
    card = 0
    while place >= s.event[card, column]:
        place -= s.event[card, column]
        card += 1
    return card
