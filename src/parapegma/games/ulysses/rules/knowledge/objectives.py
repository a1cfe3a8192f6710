"""Ulysses: a guess at the objective cards a seat does not know, none where it cannot be."""

from parapegma.core.compiled.bits import count, draw_from
from parapegma.core.compiled.jit import rule
from parapegma.games.ulysses.components import (
    COLOUR,
    INDEX_IN_COLOUR,
    OBJECTIVES,
    PLACE_OF_COLOUR,
    PLACES_OF_COLOUR,
)

# The events have just been forgotten: their rows give room. A row for each spot where a hidden card lies:
_WHERE = 0  # its depth in the pile, or _IN_HANDS and seat and slot
_CANNOT_BE = 1  # the cards it cannot be, a bit each
_CARD = 2  # the card it is given, or -1
_FOR = 3  # the spot that is to have its card, while cards are exchanged
_IN_HANDS = 64


@rule
def guess_objectives(s, seat, colour):
    """The cards of one colour that the seat does not know, in the spots where they can be."""
    cards = (1 << PLACES_OF_COLOUR[colour]) - 1
    for i in range(s.pile_n[colour]):
        if s.pile_known[colour, i] >> seat & 1:
            cards &= ~(1 << INDEX_IN_COLOUR[s.pile[colour, i]])
    for other in range(s.players):
        for slot in range(OBJECTIVES):
            place = s.objective[other, slot]
            if COLOUR[place] == colour and s.objective_known[other, slot] >> seat & 1:
                cards &= ~(1 << INDEX_IN_COLOUR[place])
    spots = _hidden_spots(s, seat, colour)
    _choose_cards(s, cards, spots)
    for n in range(spots):
        where = s.event[n, _WHERE]
        place = PLACE_OF_COLOUR[colour, s.event[n, _CARD]]
        if where < _IN_HANDS:
            s.pile[colour, where] = place
        else:
            s.objective[(where - _IN_HANDS) // OBJECTIVES, (where - _IN_HANDS) % OBJECTIVES] = place


@rule
def _hidden_spots(s, seat, colour):
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
def _choose_cards(s, cards, spots):
    """A card for each spot, the spots with fewest possible cards first."""
    for n in range(spots):
        s.event[n, _CARD] = -1
    everything = cards
    for _ in range(spots):
        chosen = 0
        fewest = 99
        for n in range(spots):
            possible = count(everything & ~s.event[n, _CANNOT_BE])
            if s.event[n, _CARD] < 0 and possible < fewest:
                fewest = possible
                chosen = n
        spot = chosen
        if cards & ~s.event[chosen, _CANNOT_BE] == 0:
            spot = _spot_to_free(s, cards, spots, chosen)
        card = draw_from(s, cards & ~s.event[spot, _CANNOT_BE])
        cards &= ~(1 << card)
        while spot != chosen:
            freed = s.event[spot, _CARD]
            s.event[spot, _CARD] = card
            card = freed
            spot = s.event[spot, _FOR]
        s.event[chosen, _CARD] = card


@rule
def _spot_to_free(s, cards, spots, chosen):
    """A spot that can have one of the cards left; its own card then goes to another spot, whose card goes to
    a third, and so on until ``chosen`` gets one. As there is a deal that fits, there is such a chain.
    """
    reached = 1 << chosen
    before = 0
    while reached != before:
        before = reached
        for n in range(spots):
            for spot in range(spots):
                new = before >> n & 1 and not reached >> spot & 1 and s.event[spot, _CARD] >= 0
                if new and not s.event[n, _CANNOT_BE] >> s.event[spot, _CARD] & 1:
                    reached |= 1 << spot
                    s.event[spot, _FOR] = n
                    if cards & ~s.event[spot, _CANNOT_BE] != 0:
                        return spot
    return chosen
