"""Ptolemaeus: what a seat has seen of other hands, and what it cannot see.

Seen by all are the cards taken from the display and all discards. A card stolen by Iupiter Orientalis is
seen by thief and victim; for the others, one of the cards they knew may be gone: those cards become
``maybe``, with a ``slack`` of one, and the thief is one of the ``robbers`` who may hold it. It is still in
one of the hands: what the ``others`` hold among them is less only when such a card is openly lost.
"""

from parapegma.core.compiled.jit import rule
from parapegma.games.ptolemaeus.components import COPIES, DISPLAY, N_FACES
from parapegma.games.ptolemaeus.rules.steps.packs import how_many, one


@rule
def see_gain(s, holder, face):
    """Everybody sees a hand take a card."""
    for knower in range(s.players):
        if knower != holder:
            s.known[knower, holder] += one(face)
            s.others[knower] += one(face)


@rule
def see_loss(s, holder, face):
    """Everybody sees a card leave a hand."""
    for knower in range(s.players):
        if knower != holder:
            know_loss(s, knower, holder, face)


@rule
def know_loss(s, knower, holder, face):
    """A knower sees a card leave a hand for good, or for his own: one card less is certain to be there."""
    if how_many(s.others[knower], face) > 0:
        s.others[knower] -= one(face)
    if how_many(s.known[knower, holder], face) > 0:
        s.known[knower, holder] -= one(face)
    elif how_many(s.maybe[knower, holder], face) > 0:
        s.maybe[knower, holder] -= one(face)
        if s.maybe[knower, holder] == 0:
            s.slack[knower, holder] = 0
            s.robbers[knower, holder] = 0


@rule
def see_theft(s, thief, victim, face):
    """Thief and victim know the stolen card; the others only that some card is gone (PT-13.10)."""
    know_loss(s, thief, victim, face)
    s.known[victim, thief] += one(face)
    s.others[victim] += one(face)
    for knower in range(s.players):
        if knower != thief and knower != victim:
            s.maybe[knower, victim] += s.known[knower, victim]
            s.known[knower, victim] = 0
            if s.maybe[knower, victim] != 0:
                s.slack[knower, victim] += 1
                s.robbers[knower, victim] |= 1 << thief
            for holder in range(s.players):
                if s.robbers[knower, holder] >> victim & 1 and holder != thief:
                    s.robbers[knower, holder] |= 1 << thief


@rule
def look_into_hand(s, knower, holder):
    """A knower sees a whole hand (R-32, option ``choose``)."""
    s.known[knower, holder] = s.hand[holder]
    s.maybe[knower, holder] = 0
    s.slack[knower, holder] = 0
    s.robbers[knower, holder] = 0
    for face in range(N_FACES):
        more = certain(s, knower, face) - how_many(s.others[knower], face)
        if more > 0:
            s.others[knower] += more * one(face)


@rule
def certain(s, knower, face):
    """How many cards of a face a knower can point at in other hands."""
    n = 0
    for holder in range(s.players):
        if holder != knower:
            n += how_many(s.known[knower, holder], face)
    return n


@rule
def held_by_others(s, seat, face):
    """How many cards of a face the hands of the others hold."""
    n = 0
    for other in range(s.players):
        if other != seat:
            n += how_many(s.hand[other], face)
    return n


@rule
def doubtful_missing(s, knower, holder):
    """How many of the cards a knower has seen in a hand are not there."""
    missing = 0
    for face in range(N_FACES):
        seen = how_many(s.known[knower, holder], face) + how_many(s.maybe[knower, holder], face)
        if seen > how_many(s.hand[holder], face):
            missing += seen - how_many(s.hand[holder], face)
    return missing


@rule
def is_needed(s, seat, face):
    """Whether the hands of the others must hold one more card of a face than they do."""
    return held_by_others(s, seat, face) < how_many(s.others[seat], face)


@rule
def unseen_cards(s, seat):
    """The constellation cards that lie in no place this seat can see."""
    pack = 0
    for face in range(N_FACES):
        pack += COPIES[face] * one(face)
    for slot in range(DISPLAY):
        if s.display[slot] >= 0:
            pack -= one(s.display[slot])
    return pack - s.discards - s.away - s.hand[seat]


@rule
def unseen_bonus(s, seat):
    """The bonus cards that lie in no place this seat can see; Umbra's lie open."""
    pack = s.bonus_total - s.bonus_discards - s.bonus_away - s.bonus[seat]
    for other in range(s.players, s.sides):
        pack -= s.bonus[other]
    return pack
