"""Ulysses: action cards drawn, played and paid (UL-0.5, UL-3.2 to UL-3.4, UL-4.2).

The deck has no order: its cards are counted by type, and each draw takes one of them at random, which is
the same as turning up a shuffled deck one by one.
"""

from parapegma.core.compiled.events import emit
from parapegma.core.compiled.jit import rule
from parapegma.core.compiled.rng import below
from parapegma.games.ulysses.state import (
    CHALLENGE,
    DREW,
    FOR_DISC,
    LOST,
    PAID,
    PAID_ALL,
    PLAYED,
    RESHUFFLED,
    TYPES,
    ZEUS,
)


@rule
def strength(s, seat):
    """How many cards of a hand count in a discussion: challenge cards and Zeus (UL-0.6)."""
    return s.hand[seat, CHALLENGE] + s.hand[seat, ZEUS]


@rule
def draw_cards(s, seat, n):
    """Draw n cards, or as many as there are; how many are missing.

    UL-3.3, UL-3.4
    """
    first = 0
    rest = 0
    while n > 0:
        if s.deck_n == 0:
            if s.discard_n == 0:
                break
            # What emptied the deck is told before the shuffle.
            if first + rest > 0:
                emit(s, DREW, seat, first, rest)
                first = 0
                rest = 0
            reshuffle(s, seat)
        card = _random_card(s)
        s.deck[card] -= 1
        s.deck_n -= 1
        s.hand[seat, card] += 1
        s.hand_n[seat] += 1
        s.drew[seat, card] += 1
        n -= 1
        if card < 3:
            first += 1 << 5 * card
        else:
            rest += 1 << 5 * (card - 3)
    if first + rest > 0:
        emit(s, DREW, seat, first, rest)
    return n


@rule
def _random_card(s):
    place = below(s, s.deck_n)
    card = 0
    while place >= s.deck[card]:
        place -= s.deck[card]
        card += 1
    return card


@rule
def reshuffle(s, seat):
    """The whole discard pile becomes the new deck (UL-3.3). Everybody has seen what is in it."""
    for card in range(TYPES):
        s.deck[card] = s.discard[card]
        s.shuffled[card] = s.discard[card]
        s.discard[card] = 0
        for other in range(s.players):
            s.drew[other, card] = 0
            s.played[other, card] = 0
    s.deck_n = s.discard_n
    s.discard_n = 0
    emit(s, RESHUFFLED, seat, s.deck_n, 0)


@rule
def draw_phase(s):
    """All players draw a card per temple, the active player first, then clockwise (UL-3.2, UL-3.4)."""
    lost = 0
    loser = s.active
    for i in range(s.players):
        seat = (s.active + i) % s.players
        missing = draw_cards(s, seat, s.temples[seat])
        if lost == 0:
            loser = seat
        lost += missing
    if lost > 0:
        emit(s, LOST, loser, lost, 0)


@rule
def discard(s, seat, card):
    """A card of the hand goes face up to the discard pile (UL-4.2)."""
    s.hand[seat, card] -= 1
    s.hand_n[seat] -= 1
    s.played[seat, card] += 1
    s.discard[card] += 1
    s.discard_n += 1


@rule
def play_as(s, seat, card, kind):
    """Play a card as one of a kind: itself, or Zeus in its place (UL-5.1)."""
    discard(s, seat, card)
    emit(s, PLAYED, seat, card, kind)


@rule
def pay_with(s, seat, card):
    """Pay one of the cards that are owed (UL-0.5, UL-5.3)."""
    discard(s, seat, card)
    s.owed -= 1
    emit(s, PAID, seat, card, s.pays_for)


@rule
def pay_whole_hand(s, seat):
    """Pay with all cards at once, when exactly as many are owed: there is nothing to choose."""
    first = 0
    rest = 0
    for card in range(TYPES):
        n = s.hand[seat, card]
        s.discard[card] += n
        s.hand[seat, card] = 0
        s.played[seat, card] += n
        if card < 3:
            first += n << 5 * card
        else:
            rest += n << 5 * (card - 3)
    s.discard_n += s.hand_n[seat]
    s.hand_n[seat] = 0
    s.owed = 0
    s.owed_temples = 0
    emit(s, PAID_ALL, seat, first, rest)


@rule
def may_pay_with(s, seat, card):
    """Whether a card can be paid; strength must be left for the disc that is paid for (UL-7.6, R-27)."""
    if s.hand[seat, card] == 0:
        return False
    if s.pays_for == FOR_DISC and (card == CHALLENGE or card == ZEUS):
        return strength(s, seat) > s.due
    return True


# Entry points for Python (see parapegma.core.compiled.entry_points).


@rule
def strength_at(states, seat):
    """How many cards of a hand count in a discussion."""
    return strength(states[0], seat)
