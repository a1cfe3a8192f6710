"""Ulysses: why an action is not legal now, with the rule that says so."""

from __future__ import annotations

from typing import Any

from parapegma.core.compiled.arrays import States, as_argument
from parapegma.core.reasons import Reasons
from parapegma.errors import Reason
from parapegma.games.ulysses.components import (
    CARD_TYPES,
    COLOURS,
    NEIGHBOURS,
    PLACE_NAMES,
    PLACES,
    PLAGUE_DISCS,
)
from parapegma.games.ulysses.rules.steps import choices
from parapegma.games.ulysses.rules.steps.action_phase import temple_cards_needed_at
from parapegma.games.ulysses.rules.steps.cards import strength_at
from parapegma.games.ulysses.rules.steps.discussion import is_bound_at, least_at
from parapegma.games.ulysses.state import (
    ACTION,
    BLACK,
    CHALLENGE,
    COMMIT,
    DECLARE,
    DISC_PLACE,
    FACTION,
    FACTION_NAMES,
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

ASKED = {
    ACTION: "an action (pandora, plague, remove, change, build) or 'end', such as 'sail dido'",
    PLAGUE_PLACE: "a place for the plague, such as 'at dido'",
    REMOVE_PLACE: "a plagued place, such as 'clear dido'",
    GIVE: "an objective to give up, such as 'give 2'",
    TAKE: "the colour of the new objective, such as 'take green'",
    PAY: "a card to pay with, such as 'pay wind'",
    PAY_TEMPLE: "'play temple' or 'play zeus'",
    PROPOSE: "a place to propose, such as 'propose dido'",
    DECLARE: "'agree' or 'oppose'",
    DISC_PLACE: "a place for the disc, such as 'disc olymp'",
    FACTION: "'pass', 'support blue', 'support red', 'support black' or 'black'",
    COMMIT: "'add challenge', 'add zeus' or 'stop'",
    WIND: "'wind', 'wind zeus' or 'no wind'",
}
"""What is asked in each phase, for whoever answers something else."""

because = Reasons(
    {
        "not-asked": "asked is {asked}",
        "no-card": "there is no {card} card in hand (UL-4.2)",
        "pandora-once": "extra cards are drawn at most once per turn (UL-4.5)",
        "zeus-not-pandora": "Zeus is not played as Pandora at this table (UL-10)",
        "all-plagues": "all {discs} plague discs are on the board: remove one first (UL-4.7)",
        "plagued-already": "{place} has a plague disc already (UL-4.6)",
        "no-plague": "there is no plague on the board (UL-4.9)",
        "not-plagued": "{place} has no plague disc (UL-4.9)",
        "price": "it costs {temples} cards, a card per temple, and the hand has {hand}:"
        " {missing} more are missing (UL-4.2)",
        "revealed": "objective {slot} is revealed; it stays reached (UL-4.10)",
        "same-colour": "the ship stands on a {colour} place (UL-4.10)",
        "change-once": "an objective is changed at most once per turn (UL-4.11)",
        "no-colour": "no colour is open (UL-4.12)",
        "no-colour-for-it": "no colour is open for it (UL-4.12)",
        "empty-pile": "the {colour} pile is empty (UL-4.12)",
        "temple-cards": "it takes {needed} temple cards (or Zeus), and {missing} more are missing (UL-4.14)",
        "temple-price": "it takes {needed} temple cards and {temples} others,"
        " and the hand has {hand} cards: {missing} more are missing (UL-4.14)",
        "temple-card-first": "a temple card or Zeus as one is needed (UL-4.14)",
        "no-temples": "the reserve has no temples left (UL-4.15)",
        "cannot-pay": "it cannot be paid (UL-4.2)",
        "not-adjacent": "{place} is not adjacent to {ship} (UL-6.1)",
        "plagued": "{place} is plagued (UL-6.2)",
        "clear-first": "all neighbours are plagued: one must be cleared first (UL-6.3)",
        "disc-there": "the {faction} disc lies on {place} (UL-7.4, UL-7.13)",
        "strength": "it takes at least {needed} challenge cards (or Zeus), and {missing} more are missing"
        " (UL-7.10)",
        "keep-strength": "{due} strength cards must be left for the disc (UL-7.6)",
        "plagued-too-dear": "{place} is plagued: clearing it costs {temples} cards besides those"
        " for the disc, and the hand has {hand} (UL-7.6)",
        "no-place-for-disc": "no place for the disc is free of plague, and clearing one costs {temples} cards"
        " besides those for the disc; the hand has {hand} (UL-7.4, UL-7.6)",
        "committed": "seat {seat} is committed to {faction} (UL-7.9)",
        "no-disc": "the {faction} disc is not on the board (UL-7.9)",
        "add-more": "{due} more strength cards must be added (UL-7.10)",
        "black-placed": "the black disc has been placed (UL-7.13)",
        "no-right": "who has agreed, or is active, or has placed a disc places none (UL-7.13)",
    }
)


def why_not(states: States, number: int) -> Reason:
    """The reason, by what is asked."""
    s = states[0]
    phase = int(s["phase"])
    if phase == ACTION and number in _ACTION_NUMBERS:
        return _why_no_action(states, number)
    if phase in _PLACE_PHASES and number >= choices.PLACE:
        return _why_no_place(s, number - choices.PLACE)
    if phase in (PAY, PAY_TEMPLE) and choices.PAY_CARD <= number < choices.SLOT:
        return _why_no_payment(s, number - choices.PAY_CARD)
    if phase == GIVE and choices.SLOT <= number < choices.COLOUR_TAKEN:
        slot = number - choices.SLOT
        if int(s["revealed"][s["to_move"]]) >> slot & 1:
            return because("revealed", slot=slot + 1)
        return because("no-colour-for-it")
    if phase == TAKE and choices.COLOUR_TAKEN <= number < choices.PLACE:
        colour = number - choices.COLOUR_TAKEN
        if PLACES[s["ship"]].colour == colour:
            return because("same-colour", colour=COLOURS[colour])
        return because("empty-pile", colour=COLOURS[colour])
    if phase == DECLARE and number == choices.OPPOSE:
        return _why_no_disc(states, 1)
    if phase == FACTION and number in range(choices.PLACE_BLACK, choices.ADD_CHALLENGE):
        return _why_no_support(states, number)
    if phase == COMMIT and choices.ADD_CHALLENGE <= number <= choices.STOP_ADDING:
        if number == choices.STOP_ADDING:
            return because("add-more", due=int(s["due"]))
        return _missing("zeus" if number == choices.ADD_ZEUS else "challenge")
    if phase == WIND and number in (choices.WIND_WITH_CARD, choices.WIND_WITH_ZEUS):
        return _missing("zeus" if number == choices.WIND_WITH_ZEUS else "wind")
    return because("not-asked", asked=ASKED.get(phase, "nothing: the game is over"))


def _why_no_action(states: States, number: int) -> Reason:
    s = states[0]
    seat = int(s["active"])
    hand, temples = int(s["hand_n"][seat]), int(s["temples"][seat])
    price = because("price", temples=temples, hand=hand, missing=max(0, temples - hand))
    if number == choices.END_PHASE:
        return because("clear-first")
    if number in (choices.DRAW_WITH_PANDORA, choices.DRAW_WITH_ZEUS):
        if s["pandora_used"]:
            return because("pandora-once")
        if number == choices.DRAW_WITH_ZEUS and not s["zeus_as_pandora"]:
            return because("zeus-not-pandora")
        return _missing("zeus" if number == choices.DRAW_WITH_ZEUS else "pandora")
    if number in (choices.PLAGUE_WITH_CARD, choices.PLAGUE_WITH_ZEUS):
        if s["plague_n"] == PLAGUE_DISCS:
            return because("all-plagues", discs=PLAGUE_DISCS)
        return _missing("zeus" if number == choices.PLAGUE_WITH_ZEUS else "plague")
    if number == choices.REMOVE_PLAGUE:
        return because("no-plague") if s["plague_n"] == 0 else price
    if number == choices.CHANGE_OBJECTIVE:
        if s["objective_changed"]:
            return because("change-once")
        return price if hand < temples else because("no-colour")
    if s["reserve"] == 0:
        return because("no-temples")
    needed = int(temple_cards_needed_at(as_argument(states), seat))
    held = int(s["hand"][seat][TEMPLE]) + int(s["hand"][seat][ZEUS])
    if held < needed:
        return because("temple-cards", needed=needed, missing=needed - held)
    if hand < needed + temples:
        missing = needed + temples - hand
        return because("temple-price", needed=needed, temples=temples, hand=hand, missing=missing)
    return _missing("zeus" if number == choices.BUILD_WITH_ZEUS else "temple")


def _missing(card: str) -> Reason:
    return because("no-card", card=card)


def _why_no_place(s: Any, place: int) -> Reason:
    name = PLACE_NAMES[place]
    phase = int(s["phase"])
    plagued = bool(int(s["plague"]) >> place & 1)
    if phase == PLAGUE_PLACE:
        return because("plagued-already", place=name)
    if phase == REMOVE_PLACE:
        return because("not-plagued", place=name)
    if place not in NEIGHBOURS[s["ship"]]:
        return because("not-adjacent", place=name, ship=PLACE_NAMES[s["ship"]])
    if place in list(s["disc"]):
        faction = FACTION_NAMES[list(s["disc"]).index(place)]
        return because("disc-there", faction=faction, place=name)
    if phase == DISC_PLACE and plagued:
        temples, hand = int(s["temples"][s["to_move"]]), int(s["hand_n"][s["to_move"]])
        return because("plagued-too-dear", place=name, temples=temples, hand=hand)
    return because("plagued", place=name)


def _why_no_payment(s: Any, card: int) -> Reason:
    if s["hand"][s["to_move"]][card] == 0:
        return _missing(CARD_TYPES[card])
    if s["phase"] == PAY_TEMPLE:
        return because("temple-card-first")
    if s["pays_for"] == FOR_DISC and card in (CHALLENGE, ZEUS):
        return because("keep-strength", due=int(s["due"]))
    return because("cannot-pay")


def _why_no_disc(states: States, needed: int) -> Reason:
    s = states[0]
    seat = int(s["to_move"])
    strength = int(strength_at(as_argument(states), seat))
    if strength < needed:
        return because("strength", needed=needed, missing=needed - strength)
    return because("no-place-for-disc", temples=int(s["temples"][seat]), hand=int(s["hand_n"][seat]))


def _why_no_support(states: States, number: int) -> Reason:
    s = states[0]
    seat = int(s["to_move"])
    own = int(s["faction"][seat])
    if number != choices.SUPPORT + own and is_bound_at(as_argument(states), seat):
        return because("committed", seat=seat, faction=FACTION_NAMES[own])
    if number == choices.PLACE_BLACK:
        if s["disc"][BLACK] != NOWHERE:
            return because("black-placed")
        if not int(s["right"]) >> seat & 1:
            return because("no-right")
        return _why_no_disc(states, int(least_at(as_argument(states), BLACK)))
    faction = number - choices.SUPPORT
    if s["disc"][faction] == NOWHERE:
        return because("no-disc", faction=FACTION_NAMES[faction])
    return _why_no_disc(states, int(least_at(as_argument(states), faction)))
