"""Ulysses: the ladder of phases (sections 7.2 and 7.3).

Each phase that asks has one function that lists the choices and one that carries the choice out; the
phases after ``OVER`` pass by themselves, or ask only if there is something to choose.
"""

from parapegma.core.compiled.events import clear_events
from parapegma.core.compiled.jit import rule
from parapegma.games.ulysses.components import (
    ADJACENT,
)
from parapegma.games.ulysses.rules.steps.action_phase import (
    action_choices,
    choose_colour,
    choose_removal,
    choose_slot,
    colour_choices,
    place_plague,
    places_without_plague,
    plagued_places,
    play_temple_card,
    slot_choices,
    take_action,
)
from parapegma.games.ulysses.rules.steps.arrival import decide_wind, end_turn, sail, wind_choices
from parapegma.games.ulysses.rules.steps.cards import pay_with
from parapegma.games.ulysses.rules.steps.choices import COLOUR_TAKEN, END_PHASE, PAY_CARD, PLACE, SLOT
from parapegma.games.ulysses.rules.steps.discussion import (
    ask_for_place,
    ask_to_commit,
    ask_to_speak,
    choose_disc_place,
    commit,
    commit_choices,
    faction_choices,
    speak,
)
from parapegma.games.ulysses.rules.steps.payment import ask_to_pay, pay_choices, temple_card_choices
from parapegma.games.ulysses.rules.steps.proposal import (
    ask_to_declare,
    declare,
    declare_choices,
    disc_targets,
    end_action_phase,
    neighbours_in,
    propose,
)
from parapegma.games.ulysses.state import (
    ACTION,
    COMMIT,
    COMMITTING,
    DECLARE,
    DECLARING,
    DISC_PLACE,
    FACTION,
    GIVE,
    OVER,
    PAY,
    PAY_TEMPLE,
    PAYING,
    PLACING,
    PLAGUE_PLACE,
    PROPOSE,
    REMOVE_PLACE,
    SAILING,
    SPEAKING,
    TAKE,
    TURN_ENDS,
    WIND,
)


@rule
def actor(s):
    """The seat that decides; -1 after the end."""
    return -1 if s.phase == OVER else s.to_move


@rule
def legal(s, out):
    """The choices of the seat to move, by what it is asked (section 7.2)."""
    seat = s.to_move
    if s.phase == COMMIT:
        return commit_choices(s, seat, out)
    if s.phase == FACTION:
        return faction_choices(s, seat, out)
    if s.phase == DECLARE:
        return declare_choices(s, seat, out)
    if s.phase == ACTION:
        return action_choices(s, out)
    if s.phase == PAY:
        return pay_choices(s, seat, out)
    if s.phase == PROPOSE:
        return neighbours_in(s, ADJACENT[s.ship] & ~s.plague, out)
    if s.phase == DISC_PLACE:
        return neighbours_in(s, disc_targets(s, seat, s.due), out)
    if s.phase == WIND:
        return wind_choices(s, seat, out)
    if s.phase == PLAGUE_PLACE:
        return places_without_plague(s, out)
    if s.phase == REMOVE_PLACE:
        return plagued_places(s, out)
    if s.phase == GIVE:
        return slot_choices(s, seat, out)
    if s.phase == TAKE:
        return colour_choices(s, seat, out)
    if s.phase == PAY_TEMPLE:
        return temple_card_choices(s, seat, out)
    return 0


@rule
def apply(s, a):
    """Play one decision and what follows from it."""
    clear_events(s)
    if s.phase == COMMIT:
        commit(s, a)
    elif s.phase == FACTION:
        speak(s, a)
    elif s.phase == DECLARE:
        declare(s, a)
    elif s.phase == ACTION:
        if a == END_PHASE:
            end_action_phase(s)
        else:
            take_action(s, a)
    elif s.phase == PAY:
        pay_with(s, s.to_move, a - PAY_CARD)
        s.phase = PAYING
    elif s.phase == PROPOSE:
        propose(s, a - PLACE)
    elif s.phase == DISC_PLACE:
        choose_disc_place(s, a - PLACE)
    elif s.phase == WIND:
        decide_wind(s, a)
    elif s.phase == PLAGUE_PLACE:
        place_plague(s, a - PLACE)
    elif s.phase == REMOVE_PLACE:
        choose_removal(s, a - PLACE)
    elif s.phase == GIVE:
        choose_slot(s, s.to_move, a - SLOT)
    elif s.phase == TAKE:
        choose_colour(s, s.to_move, a - COLOUR_TAKEN)
    elif s.phase == PAY_TEMPLE:
        play_temple_card(s, s.to_move, a - PAY_CARD)
    go_on(s)


@rule
def go_on(s):
    """Whatever follows without a choice, up to the next question (section 7.3)."""
    while s.phase > OVER:
        if s.phase == COMMITTING:
            ask_to_commit(s)
        elif s.phase == SPEAKING:
            ask_to_speak(s)
        elif s.phase == DECLARING:
            ask_to_declare(s)
        elif s.phase == PAYING:
            ask_to_pay(s)
        elif s.phase == PLACING:
            ask_for_place(s)
        elif s.phase == SAILING:
            sail(s)
        elif s.phase == TURN_ENDS:
            end_turn(s)
