"""Ulysses: cards that are owed, and what happens when they are paid (UL-0.5, UL-4.2)."""

from parapegma.core.compiled.jit import rule
from parapegma.games.ulysses.rules.steps.action_phase import change_objective, clear_target, take_temple
from parapegma.games.ulysses.rules.steps.cards import may_pay_with, pay_whole_hand
from parapegma.games.ulysses.rules.steps.choices import PAY_CARD
from parapegma.games.ulysses.rules.steps.discussion import put_disc
from parapegma.games.ulysses.state import (
    ACTION,
    FOR_CHANGE,
    FOR_DISC,
    FOR_NOTHING,
    FOR_REMOVAL,
    FOR_TEMPLE,
    PAY,
    PAY_TEMPLE,
    TEMPLE,
    TYPES,
    ZEUS,
)


@rule
def ask_to_pay(s):
    """The next card that is owed; a hand of no more cards is paid whole, unasked (UL-0.5, UL-4.2)."""
    seat = s.to_move
    if s.owed + s.owed_temples > 0:
        if s.hand_n[seat] > s.owed + s.owed_temples:
            s.phase = PAY_TEMPLE if s.owed_temples > 0 else PAY
            return
        pay_whole_hand(s, seat)
    take_effect(s, seat)


@rule
def take_effect(s, seat):
    """What has been paid for happens (UL-4.2)."""
    paid_for = s.pays_for
    s.pays_for = FOR_NOTHING
    s.phase = ACTION
    if paid_for == FOR_TEMPLE:
        take_temple(s, seat)
    elif paid_for == FOR_CHANGE:
        change_objective(s, seat)
    elif paid_for == FOR_REMOVAL:
        clear_target(s, seat)
    elif paid_for == FOR_DISC:
        place = s.target
        clear_target(s, seat)
        put_disc(s, place)


@rule
def pay_choices(s, seat, out):
    """The types of card that can be paid (UL-0.5, UL-7.6)."""
    n = 0
    for card in range(TYPES):
        if may_pay_with(s, seat, card):
            out[n] = PAY_CARD + card
            n += 1
    return n


@rule
def temple_card_choices(s, seat, out):
    """A temple card or Zeus as one (UL-4.14)."""
    n = 0
    if s.hand[seat, TEMPLE] > 0:
        out[n] = PAY_CARD + TEMPLE
        n += 1
    if s.hand[seat, ZEUS] > 0:
        out[n] = PAY_CARD + ZEUS
        n += 1
    return n
