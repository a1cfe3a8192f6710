"""Ptolemaeus: a guess at the other hands, at random among all that fits what a seat has seen."""

from parapegma.core.compiled.bits import count, lowest, nth
from parapegma.core.compiled.jit import rule
from parapegma.core.compiled.rng import below, shuffle
from parapegma.games.ptolemaeus.components import N_FACES
from parapegma.games.ptolemaeus.rules.knowledge.memory import (
    doubtful_missing,
    held_by_others,
    is_needed,
    unseen_cards,
)
from parapegma.games.ptolemaeus.rules.steps.packs import how_many, nth_card, one, size_of

_DEALS_OF_HANDS = 96
"""Deals of hands tried at random before one is built with care."""


@rule
def deal_hands(s, seat):
    """Known cards stay; of the doubtful ones some have gone to a robber; the rest comes from the pool."""
    pool = -1
    for attempt in range(_DEALS_OF_HANDS):
        # The last attempt takes no more from a hand than must be gone.
        pool = _deal_what_is_known(s, seat, attempt < _DEALS_OF_HANDS - 1)
        if pool >= 0:
            break
    n = 0
    for face in range(N_FACES):
        for _ in range(how_many(pool, face)):
            s.deck[n] = face
            n += 1
    shuffle(s, s.deck, n)
    for other in range(s.players):
        if other != seat:
            for _ in range(s.hand_n[other] - size_of(s.hand[other])):
                n -= 1
                s.hand[other] += one(s.deck[n])
                s.deck[n] = 0
    s.deck_n = n


@rule
def _deal_what_is_known(s, seat, freely):
    """Deal certain and doubtful cards, and what the hands must hold among them besides.

    Return the cards left, or -1 if too many would be missing.
    """
    pool = unseen_cards(s, seat)
    for other in range(s.players):
        if other != seat:
            s.hand[other] = s.known[seat, other]
            pool -= s.known[seat, other]
    left = 0
    for other in range(s.players):
        if other != seat and s.maybe[seat, other] != 0:
            left |= 1 << other
    while left != 0:
        other = lowest(left) if freely else _least_slack(s, seat, left, pool)
        left ^= 1 << other
        pool, missing = _deal_doubtful(s, seat, other, pool, freely)
        if missing > s.slack[seat, other] and freely:
            return -1
    for face in range(N_FACES):
        for _ in range(how_many(s.others[seat], face) - held_by_others(s, seat, face)):
            hands = _hands_for(s, seat, face)
            if hands == 0:
                if freely:
                    return -1
                pool += _make_room(s, seat)
                hands = _hands_for(s, seat, face)
            if hands != 0:
                s.hand[nth(hands, below(s, count(hands)))] += one(face)
                pool -= one(face)
    return pool


@rule
def _least_slack(s, seat, hands, pool):
    """Of some hands, the one that may miss the fewest cards besides those that are in no hand any more."""
    best = -1
    least = 0
    for other in range(s.players):
        if hands >> other & 1:
            slack = s.slack[seat, other]
            for face in range(N_FACES):
                gone = how_many(s.maybe[seat, other], face) - how_many(pool, face)
                if gone > 0:
                    slack -= gone
            if best < 0 or slack < least:
                best = other
                least = slack
    return best


@rule
def _hands_for(s, seat, face):
    """The hands with room for a card that must be in one of them: if possible, who had it or robbed him."""
    suspects = 0
    roomy = 0
    for other in range(s.players):
        if other != seat:
            if how_many(s.maybe[seat, other], face) > 0:
                suspects |= 1 << other | s.robbers[seat, other]
            if s.hand_n[other] > size_of(s.hand[other]):
                roomy |= 1 << other
    return roomy & suspects if roomy & suspects else roomy


@rule
def _make_room(s, seat):
    """Take back a doubtful card that no hand must hold, best where one more may be missing; 0 if none."""
    found = -1
    card = 0
    for other in range(s.players):
        if other != seat:
            spare = doubtful_missing(s, seat, other) < s.slack[seat, other]
            for face in range(N_FACES):
                doubtful = how_many(s.hand[other], face) > how_many(s.known[seat, other], face)
                if doubtful and held_by_others(s, seat, face) > how_many(s.others[seat], face):
                    if found < 0 or spare:
                        found = other
                        card = one(face)
    if found >= 0:
        s.hand[found] -= card
    return card


@rule
def _deal_doubtful(s, seat, holder, pool, freely):
    """Deal the cards a hand had before thefts: each theft may have taken one of them to a robber.

    Return the cards left, and how many of the doubtful ones are missing from the hand.
    """
    maybe = s.maybe[seat, holder]
    missing = 0
    for face in range(N_FACES):
        while how_many(maybe, face) > how_many(pool, face):
            # It was stolen, and has been played since.
            maybe -= one(face)
            missing += 1
    left = size_of(maybe)
    room = s.hand_n[holder] - size_of(s.hand[holder])
    losses = 0
    if freely:
        for _ in range(s.slack[seat, holder] - missing):
            if below(s, s.hand_n[holder] + s.slack[seat, holder]) < left - losses:
                losses += 1
    if left - losses > room:
        losses = left - room
    while left > 0:
        face = nth_card(maybe, below(s, left))
        if not freely:
            face = _needed_first(s, seat, maybe, face)
        maybe -= one(face)
        left -= 1
        lost = losses > 0 if freely else room == 0
        if lost:
            losses -= 1
            robbers = _robbers_with_room(s, seat, holder)
            if not is_needed(s, seat, face) and (not freely or below(s, 2) == 0):
                # A card of this face has been played since, perhaps this one.
                missing += 1
                continue
            if robbers != 0:
                s.hand[nth(robbers, below(s, count(robbers)))] += one(face)
                pool -= one(face)
                missing += 1
                continue
        if room > 0:
            s.hand[holder] += one(face)
            pool -= one(face)
            room -= 1
        else:
            missing += 1
    return pool, missing


@rule
def _needed_first(s, seat, cards, otherwise):
    """A card that the hands must hold among them and do not yet, else the other one."""
    for face in range(N_FACES):
        if how_many(cards, face) > 0 and is_needed(s, seat, face):
            return face
    return otherwise


@rule
def _robbers_with_room(s, seat, holder):
    """Who may hold a card stolen from a hand, as far as his other cards leave room for it."""
    robbers = 0
    for other in range(s.players):
        if other != seat and s.robbers[seat, holder] >> other & 1:
            if s.hand_n[other] > size_of(s.hand[other]) + size_of(s.maybe[seat, other]):
                robbers |= 1 << other
    return robbers
