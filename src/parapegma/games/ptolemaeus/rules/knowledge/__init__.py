"""Ptolemaeus: how a seat guesses what it cannot know (section 6).

Hidden are the cards drawn unseen, bonus cards, objectives and the order of the decks, and which
observation another player is paying for before it is paid.
"""

from parapegma.core.compiled.events import clear_events
from parapegma.core.compiled.jit import rule
from parapegma.core.compiled.rng import set_key, shuffle
from parapegma.games.ptolemaeus.components import N_EVENTS
from parapegma.games.ptolemaeus.rules.knowledge.bonus import deal_bonus_and_objectives
from parapegma.games.ptolemaeus.rules.knowledge.hands import deal_hands
from parapegma.games.ptolemaeus.rules.knowledge.memory import look_into_hand
from parapegma.games.ptolemaeus.rules.steps.packs import faces_of
from parapegma.games.ptolemaeus.state import (
    BEFORE,
    ECLIPSIS_DISCARD,
    IUPITER_FACE,
    NOTHING,
    OVER,
    PAY,
    SATURNUS_DISCARD,
)


@rule
def determinize(s, seat, key):
    """Deal anew all that this seat cannot know, at random among what fits all it has seen."""
    clear_events(s)
    set_key(s, key)
    if s.phase == OVER:
        return
    if choice_is_hidden(s, seat):
        s.phase = BEFORE
        s.doing = NOTHING
        s.choices = 0
        forget_observation(s)
    deal_hands(s, seat)
    deal_bonus_and_objectives(s, seat)
    _shuffle_events(s)
    for knower in range(s.players):
        for holder in range(s.players):
            if knower != seat and holder != seat and knower != holder:
                s.known[knower, holder] = s.known[seat, holder]
                s.maybe[knower, holder] = 0
                s.slack[knower, holder] = 0
                s.robbers[knower, holder] = 0
    for knower in range(s.players):
        if knower != seat:
            s.others[knower] = 0
            for holder in range(s.players):
                if holder != knower:
                    s.others[knower] += s.known[knower, holder]
    if s.phase == IUPITER_FACE:
        s.choices = faces_of(s.hand[s.victim])
        look_into_hand(s, s.turn_of, s.victim)
    elif s.phase == SATURNUS_DISCARD or s.phase == ECLIPSIS_DISCARD:
        s.choices = faces_of(s.hand[s.to_move])


@rule
def choice_is_hidden(s, seat):
    """Whether another player is choosing a payment: until it is made, nobody sees what for."""
    return s.phase == PAY and s.to_move != seat


@rule
def forget_observation(s):
    """No observation is under way."""
    s.announced = -1
    s.sign_n = 0
    s.paid_n = 0
    s.unplaced = 0
    s.placing = -1
    s.picked = 0
    s.group_n = 0
    s.group_last = -1
    for i in range(3):
        s.signs[i] = -1


@rule
def _shuffle_events(s):
    """The event cards not seen yet lie in an unknown order."""
    n = 0
    for card in range(N_EVENTS):
        if card != s.event_card and not s.event_used >> card & 1:
            s.event_deck[n] = card
            n += 1
    s.event_deck_n = n
    shuffle(s, s.event_deck, n)
