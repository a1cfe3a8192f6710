"""Ptolemaeus: who is asked, and what there is to choose from, counted afresh."""

from parapegma.core.compiled.jit import rule
from parapegma.games.ptolemaeus.components import ALL_SIGNS, JOKER, N_COLOURS, N_FACES, SIGNUM_IGNIS
from parapegma.games.ptolemaeus.rules.steps.bonus import (
    luna_targets,
    mercurius_sources,
    opponents_with_cards,
    signum_targets,
)
from parapegma.games.ptolemaeus.rules.steps.cards import sources
from parapegma.games.ptolemaeus.rules.steps.observing import next_signs, observed_signs, order_matters
from parapegma.games.ptolemaeus.rules.steps.packs import faces_of, how_many
from parapegma.games.ptolemaeus.rules.steps.payment import group_size, payments
from parapegma.games.ptolemaeus.rules.steps.tokens import may_take_token
from parapegma.games.ptolemaeus.state import (
    AFTER,
    BEFORE,
    DRAW_SECOND,
    ECLIPSIS_DISCARD,
    IUPITER_FACE,
    IUPITER_SEAT,
    LUNA_OWNER,
    LUNA_SIGN,
    MARS_GIVE,
    MERCURIUS_FROM,
    MERCURIUS_TO,
    MOVE_FROM,
    NOTHING,
    OBSERVING,
    ORDER,
    OVER,
    PAY,
    RUNNING,
    SATURNUS_DISCARD,
    SIGNUM_SIGN,
    STUDY_OTHER,
    STUDY_WHICH,
    VENUS_DRAW,
)

NOTHING_FITS = -1


@rule
def choice_is_right(s):
    """Whether the right seat is asked, and has exactly the choices that the rules offer."""
    phase = s.phase
    if phase == OVER:
        return True
    if phase == RUNNING or s.to_move >= s.players:
        return False
    if phase == MARS_GIVE or phase == SATURNUS_DISCARD:
        if s.to_move == s.turn_of or s.to_move != s.victim:
            return False
    elif phase == ECLIPSIS_DISCARD:
        if s.to_move != s.victim:
            return False
    elif s.to_move != s.turn_of:
        return False
    if phase != PAY and (s.picked != 0 or s.group_n != 0):
        return False
    if phase == BEFORE or phase == AFTER:
        return s.doing == NOTHING and s.announced < 0 and s.sign_n == 0 and s.paid_n == 0 and s.unplaced == 0
    return s.choices != 0 and s.choices == right_choices(s)


@rule
def right_choices(s):
    """What the seat to move chooses from, a bit each; NOTHING_FITS where nothing is under way that asks."""
    phase = s.phase
    seat = s.turn_of
    if phase == DRAW_SECOND:
        return sources(s, False)
    if phase == VENUS_DRAW:
        return sources(s, True)
    if phase == PAY:
        return _faces_to_pay(s)
    if phase == ORDER and _signs_are_named(s):
        return _signs_to_order(s)
    if phase == SIGNUM_SIGN and s.doing == NOTHING:
        return _signs_of_signum(s)
    if phase == MOVE_FROM and _signs_are_named(s):
        return s.held[seat] & ~observed_signs(s)
    if phase == STUDY_WHICH and s.study_sign >= 0:
        return s.planets_at[s.study_sign] & ~s.studied[seat]
    if phase == STUDY_OTHER and s.study_sign >= 0:
        return s.held[seat] & ~(1 << s.study_sign)
    if phase == LUNA_SIGN:
        return luna_targets(s, seat)
    if phase == LUNA_OWNER and s.placing >= 0:
        owners = 0
        for step in range(s.sides - 1):
            if s.tokens[(seat + 1 + step) % s.sides, s.placing] > 0:
                owners |= 1 << step
        return owners
    if phase == MERCURIUS_FROM:
        return mercurius_sources(s)
    if phase == MERCURIUS_TO and s.placing >= 0:
        return may_take_token(s, seat) & ALL_SIGNS & ~(1 << s.placing)
    if phase == IUPITER_SEAT:
        return opponents_with_cards(s, seat)
    if phase == IUPITER_FACE and s.victim >= 0:
        return faces_of(s.hand[s.victim])
    if phase == MARS_GIVE:
        return s.held[s.to_move]
    if phase == SATURNUS_DISCARD or phase == ECLIPSIS_DISCARD:
        return faces_of(s.hand[s.to_move])
    return NOTHING_FITS


@rule
def _signs_are_named(s):
    """Whether an observation is under way that names its signs."""
    for i in range(s.sign_n):
        if s.signs[i] < 0:
            return False
    return s.sign_n > 0


@rule
def _signs_to_order(s):
    """All is paid, no sign has been chosen, and several may get the next token (PT-8.8, PT-8.9)."""
    if s.doing != OBSERVING or s.paid_n != s.sign_n or s.placing >= 0 or s.unplaced >> s.sign_n != 0:
        return NOTHING_FITS
    signs = next_signs(s)
    return signs if order_matters(s) and signs & (signs - 1) != 0 else NOTHING_FITS


@rule
def _signs_of_signum(s):
    """The signs of a card that has been discarded: those it leaves to choose from, if several (PT-13.12)."""
    found = NOTHING_FITS
    for kind in range(SIGNUM_IGNIS, SIGNUM_IGNIS + N_COLOURS):
        signs = signum_targets(s, s.turn_of, kind)
        if how_many(s.bonus_discards, kind) > 0 and signs & (signs - 1) != 0:
            if signs == s.choices:
                return signs
            if found == NOTHING_FITS:
                found = signs
    return found


@rule
def _group_fits(s):
    """A pair or triple that has been begun lacks a card at least (PT-5.3, PT-5.4)."""
    if s.group_n == 0:
        return s.group_last < 0
    sign = s.signs[s.paid_n]
    if s.group_last < 0 or s.group_last == sign or s.group_last == JOKER:
        return False
    return s.group_n < group_size(sign, s.group_last % N_COLOURS)


@rule
def _faces_to_pay(s):
    if s.paid_n >= s.sign_n or not _signs_are_named(s) or not _group_fits(s):
        return NOTHING_FITS
    for face in range(N_FACES):
        if how_many(s.picked, face) > how_many(s.hand[s.turn_of], face):
            return NOTHING_FITS
    return payments(s, s.hand[s.turn_of] - s.picked)


# An entry point for Python (see parapegma.core.compiled.entry_points).


@rule
def right_choices_at(states):
    """The same for a position set up by hand."""
    return right_choices(states[0])
