"""Ulysses: hidden cards of a guess change places at random, as far as they can be elsewhere."""

from parapegma.core.compiled.jit import rule
from parapegma.core.compiled.rng import below
from parapegma.games.ulysses.components import MOST_PLAYERS
from parapegma.games.ulysses.state import TYPES, ZEUS

_TIMES = 64
"""How often two cards are chosen among the old ones, and as often among the fresh ones."""
_DECK = MOST_PLAYERS  # where a card lies that nobody holds


@rule
def mix(s, seat, kind, promised):
    """Two cards drawn or two cards held change places, time and again, where both hands can spare theirs."""
    for i in range(2 * _TIMES):
        one, card = _random_place(s, seat, i & 1)
        two, other_card = _random_place(s, seat, i & 1)
        if card != other_card and one != two:
            spared = _can_spare(s, one, card, other_card, kind, promised)
            if spared and _can_spare(s, two, other_card, card, kind, promised):
                _replace(s, one, card, other_card, i & 1)
                _replace(s, two, other_card, card, i & 1)


@rule
def _random_place(s, seat, fresh):
    """Where a card lies that is chosen at random among the fresh or the old ones, and its type."""
    total = s.deck_n if fresh else 0
    for other in range(s.players):
        if other != seat:
            for card in range(TYPES):
                total += _cards_at(s, other, card, fresh)
    if total == 0:
        return _DECK, 0
    place = below(s, total)
    for other in range(s.players):
        if other != seat:
            for card in range(TYPES):
                place -= _cards_at(s, other, card, fresh)
                if place < 0:
                    return other, card
    card = 0
    while place >= s.deck[card]:
        place -= s.deck[card]
        card += 1
    return _DECK, card


@rule
def _cards_at(s, other, card, fresh):
    """How many cards of a type a player has drawn since the last shuffle, or held then."""
    if fresh:
        return s.drew[other, card]
    return s.hand[other, card] + s.played[other, card] - s.drew[other, card]


@rule
def _can_spare(s, place, card, instead, kind, promised):
    """Whether a hand has a card of this type that it has not played, and keeps its promise without it."""
    if place == _DECK:
        return True
    if place == s.to_move and (card == kind or card == ZEUS) and instead != kind and instead != ZEUS:
        return s.hand[place, card] > 0 and s.hand[place, kind] + s.hand[place, ZEUS] > promised
    return s.hand[place, card] > 0


@rule
def _replace(s, place, card, instead, fresh):
    """A card of another type in the place of one."""
    if place == _DECK:
        s.deck[card] -= 1
        s.deck[instead] += 1
        return
    s.hand[place, card] -= 1
    s.hand[place, instead] += 1
    if fresh:
        s.drew[place, card] -= 1
        s.drew[place, instead] += 1
