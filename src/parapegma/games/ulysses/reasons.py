"""Ulysses: why an action is not legal now, in words for the player who tried it."""

from __future__ import annotations

from typing import Any

from parapegma.core.states import States, handed
from parapegma.games.ulysses.components import (
    CARD_TYPES,
    COLOURS,
    NEIGHBOURS,
    PLACE_NAMES,
    PLACES,
    PLAGUE_DISCS,
)
from parapegma.games.ulysses.names import ASKED, FACTION_NAMES
from parapegma.games.ulysses.rules import choices
from parapegma.games.ulysses.rules.action_phase import temple_cards_needed_at
from parapegma.games.ulysses.rules.cards import strength_at
from parapegma.games.ulysses.rules.discussion import is_bound_at, least_at
from parapegma.games.ulysses.state import (
    ACTION,
    BLACK,
    CHALLENGE,
    COMMIT,
    DECLARE,
    DISC_PLACE,
    FACTION,
    FOR_DISC,
    GIVE,
    NOWHERE,
    PAY,
    PAY_TEMPLE,
    PLAGUE_PLACE,
    PROPOSE,
    REMOVE_PLACE,
    TAKE,
    TEMPLE,
    WIND,
    ZEUS,
)

_ACTION_NUMBERS = range(choices.END_PHASE, choices.AGREE)
_PLACE_PHASES = (PLAGUE_PLACE, REMOVE_PLACE, PROPOSE, DISC_PLACE)


def why_not(states: States, number: int) -> str:
    """The reason, by what is asked."""
    s = states[0]
    phase = int(s["phase"])
    asked = f"asked is {ASKED.get(phase, 'nothing: the game is over')}"
    if phase == ACTION and number in _ACTION_NUMBERS:
        return _why_no_action(states, number)
    if phase in _PLACE_PHASES and number >= choices.PLACE:
        return _why_no_place(s, number - choices.PLACE)
    if phase in (PAY, PAY_TEMPLE) and choices.PAY_CARD <= number < choices.SLOT:
        return _why_no_payment(s, number - choices.PAY_CARD)
    if phase == GIVE and choices.SLOT <= number < choices.COLOUR_TAKEN:
        slot = number - choices.SLOT
        if int(s["revealed"][s["to_move"]]) >> slot & 1:
            return f"objective {slot + 1} is revealed; it stays reached"
        return "no colour is open for it"
    if phase == TAKE and choices.COLOUR_TAKEN <= number < choices.PLACE:
        colour = number - choices.COLOUR_TAKEN
        if PLACES[s["ship"]].colour == colour:
            return f"the ship stands on a {COLOURS[colour]} place"
        return f"the {COLOURS[colour]} pile is empty"
    if phase == DECLARE and number == choices.OPPOSE:
        return _why_no_disc(states, 1)
    if phase == FACTION and number in range(choices.PLACE_BLACK, choices.ADD_CHALLENGE):
        return _why_no_support(states, number)
    if phase == COMMIT and choices.ADD_CHALLENGE <= number <= choices.STOP_ADDING:
        if number == choices.STOP_ADDING:
            return f"{int(s['due'])} more strength cards must be added"
        return _missing("zeus" if number == choices.ADD_ZEUS else "challenge")
    if phase == WIND and number in (choices.WIND_WITH_CARD, choices.WIND_WITH_ZEUS):
        return _missing("zeus" if number == choices.WIND_WITH_ZEUS else "wind")
    return asked


def _why_no_action(states: States, number: int) -> str:
    s = states[0]
    seat = int(s["active"])
    hand, temples = int(s["hand_n"][seat]), int(s["temples"][seat])
    price = f"it costs {temples} cards, a card per temple, and the hand has {hand}"
    if number == choices.END_PHASE:
        return "all neighbours are plagued: one must be cleared first"
    if number in (choices.DRAW_WITH_PANDORA, choices.DRAW_WITH_ZEUS):
        if s["pandora_used"]:
            return "extra cards are drawn at most once per turn"
        if number == choices.DRAW_WITH_ZEUS and not s["zeus_as_pandora"]:
            return "Zeus is not played as Pandora at this table"
        return _missing("zeus" if number == choices.DRAW_WITH_ZEUS else "pandora")
    if number in (choices.PLAGUE_WITH_CARD, choices.PLAGUE_WITH_ZEUS):
        if s["plague_n"] == PLAGUE_DISCS:
            return f"all {PLAGUE_DISCS} plague discs are on the board: remove one first"
        return _missing("zeus" if number == choices.PLAGUE_WITH_ZEUS else "plague")
    if number == choices.REMOVE_PLAGUE:
        return "there is no plague on the board" if s["plague_n"] == 0 else price
    if number == choices.CHANGE_OBJECTIVE:
        if s["objective_changed"]:
            return "an objective is changed at most once per turn"
        return price if hand < temples else "no colour is open"
    if s["reserve"] == 0:
        return "the reserve has no temples left"
    needed = int(temple_cards_needed_at(handed(states), seat))
    if int(s["hand"][seat][TEMPLE]) + int(s["hand"][seat][ZEUS]) < needed:
        return f"it takes {needed} temple cards (or Zeus)"
    if hand < needed + temples:
        return f"it takes {needed} temple cards and {temples} others, and the hand has {hand}"
    return _missing("zeus" if number == choices.BUILD_WITH_ZEUS else "temple")


def _missing(card: str) -> str:
    return f"there is no {card} card in hand"


def _why_no_place(s: Any, place: int) -> str:
    name = PLACE_NAMES[place]
    phase = int(s["phase"])
    plagued = bool(int(s["plague"]) >> place & 1)
    if phase == PLAGUE_PLACE:
        return f"{name} has a plague disc already"
    if phase == REMOVE_PLACE:
        return f"{name} has no plague disc"
    if place not in NEIGHBOURS[s["ship"]]:
        return f"{name} is not adjacent to {PLACE_NAMES[s['ship']]}"
    if place in list(s["disc"]):
        return f"the {FACTION_NAMES[list(s['disc']).index(place)]} disc lies on {name}"
    if phase == DISC_PLACE and plagued:
        return f"{name} is plagued, and clearing it cannot be paid besides the cards for the disc"
    return f"{name} is plagued"


def _why_no_payment(s: Any, card: int) -> str:
    if s["hand"][s["to_move"]][card] == 0:
        return _missing(CARD_TYPES[card])
    if s["phase"] == PAY_TEMPLE:
        return "a temple card or Zeus as one is needed"
    if s["pays_for"] == FOR_DISC and card in (CHALLENGE, ZEUS):
        return f"{int(s['due'])} strength cards must be left for the disc"
    return "it cannot be paid"


def _why_no_disc(states: States, needed: int) -> str:
    if int(strength_at(handed(states), int(states[0]["to_move"]))) < needed:
        return f"it takes at least {needed} challenge cards (or Zeus)"
    return "there is no place for the disc that could be paid"


def _why_no_support(states: States, number: int) -> str:
    s = states[0]
    seat = int(s["to_move"])
    own = int(s["faction"][seat])
    if number != choices.SUPPORT + own and is_bound_at(handed(states), seat):
        return f"seat {seat} is committed to {FACTION_NAMES[own]}"
    if number == choices.PLACE_BLACK:
        if s["disc"][BLACK] != NOWHERE:
            return "the black disc has been placed"
        if not int(s["right"]) >> seat & 1:
            return "who has agreed, or is active, or has placed a disc places none"
        return _why_no_disc(states, int(least_at(handed(states), BLACK)))
    faction = number - choices.SUPPORT
    if s["disc"][faction] == NOWHERE:
        return f"the {FACTION_NAMES[faction]} disc is not on the board"
    return _why_no_disc(states, int(least_at(handed(states), faction)))
