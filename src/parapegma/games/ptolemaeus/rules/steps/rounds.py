"""Ptolemaeus: from turn to turn, lap to lap and round to round (PT-3, PT-14)."""

from parapegma.core.compiled.events import emit
from parapegma.core.compiled.jit import rule
from parapegma.games.ptolemaeus.components import COMET, ECLIPSIS, LAPS, N_SIGNS
from parapegma.games.ptolemaeus.rules.steps.cards import complete_display
from parapegma.games.ptolemaeus.rules.steps.sky import move_bodies
from parapegma.games.ptolemaeus.rules.steps.tokens import end_game, return_all
from parapegma.games.ptolemaeus.state import (
    BEGAN_LAP,
    ECLIPSE,
    ENDED_COMET,
    EVENT_TURNED,
    EXTRA_TURN,
    NOTHING,
)


@rule
def end_turn(s):
    """An extra turn, the next player, the next lap or the end of the round.

    PT-3.1, PT-3.2, PT-13.8, PT-13.9
    """
    s.acted = 1
    if s.extra_turns > 0:
        s.extra_turns -= 1
        emit(s, EXTRA_TURN, s.turn_of, 0, 0)
        begin_turn(s, s.turn_of)
        return
    after = (s.turn_of + 1) % s.sides
    if after != s.first:
        begin_turn(s, after)
    elif s.lap < LAPS:
        s.lap += 1
        emit(s, BEGAN_LAP, s.first, s.lap, 0)
        begin_turn(s, after)
    else:
        end_round(s)


@rule
def begin_turn(s, seat):
    """A seat begins its turn, with a display as full as can be (PT-3.1, PT-4.10)."""
    s.turn_of = seat
    s.to_move = seat
    s.acted = 0
    s.doing = NOTHING
    complete_display(s)


@rule
def end_round(s):
    """Planets and Comet move, tokens on the Comet's sign return; the end, or the next event card.

    PT-14.1 to PT-14.8, PT-15.4
    """
    move_bodies(s)
    return_all(s, s.place[COMET])
    discard_event(s)
    if s.comet_steps >= N_SIGNS:
        end_game(s, ENDED_COMET)
        return
    turn_up_event(s)
    if s.event_card != ECLIPSIS:
        begin_round(s)
        return
    for sign in range(N_SIGNS):
        if s.planets_at[sign] == 0:
            return_all(s, sign)
    s.doing = ECLIPSE
    s.victim = s.first
    s.each = 2
    s.units = 2


@rule
def end_eclipse(s):
    """When all have discarded, Eclipsis gives way to the next event card (PT-14.8)."""
    discard_event(s)
    turn_up_event(s)
    begin_round(s)


@rule
def discard_event(s):
    """The event card is used up (PT-14.5)."""
    if s.event_card >= 0:
        s.event_used |= 1 << s.event_card
        s.event_card = -1


@rule
def turn_up_event(s):
    """The next event card, if there is one (PT-14.7, PT-14.11)."""
    if s.event_deck_n > 0:
        s.event_deck_n -= 1
        s.event_card = s.event_deck[s.event_deck_n]
        s.event_deck[s.event_deck_n] = 0
        emit(s, EVENT_TURNED, -1, s.event_card, 0)


@rule
def begin_round(s):
    """The first-player marker passes on, the turn marker goes back to 1 (PT-14.9, PT-14.10)."""
    s.victim = -1
    s.first = (s.first + 1) % s.sides
    s.lap = 1
    emit(s, BEGAN_LAP, s.first, 1, 0)
    begin_turn(s, s.first)
