"""Ptolemaeus: why something on the menu of a turn is not possible, with the rule that says so."""

from __future__ import annotations

from parapegma.core.states import States, handed
from parapegma.games.ptolemaeus.components import (
    ASTEROIDS_PER_BONUS,
    CONFIGURATION_SIGNS,
    FACES,
    OPPOSITION,
    PLANETS,
    SIGNS,
)
from parapegma.games.ptolemaeus.rules import observing, turn
from parapegma.games.ptolemaeus.state import AFTER


def why_not(states: States, number: int) -> str | None:
    """The reason why a menu entry is missing; ``None`` if it belongs to no menu."""
    s = states[0]
    after = s["phase"] == AFTER
    if number < turn.PAY_FACE and after:
        return "the action of this turn has been done (PT-3.3)"
    if number == turn.DRAW:
        return "there is no card in the deck or the discards (PT-4.10)"
    if number < turn.OBSERVE:
        return f"no {FACES[number - turn.TAKE]} lies face up (PT-4.2)"
    if number < turn.PAY_FACE:
        return _why_not_observed(states, number)
    if turn.PLANET <= number < turn.OPPONENT:
        return _why_not_studied(states, number - turn.PLANET)
    if turn.PLAY <= number < turn.EXCHANGE:
        kind = number - turn.PLAY
        if int(s["bonus"][s["to_move"]]) >> 4 * kind & 15 == 0:
            return "this bonus card is not in hand"
        return "no unit of its effect can be carried out now (PT-12.4)"
    if number == turn.EXCHANGE:
        if s["asteroids"][s["to_move"]] < ASTEROIDS_PER_BONUS:
            return f"it takes {ASTEROIDS_PER_BONUS} asteroids (PT-10.3)"
        return "the bonus deck is empty (PT-10.3)"
    if number == turn.END:
        return "the action of this turn comes first (PT-3.7)"
    if number == turn.PASS:
        return (
            "the action has been done"
            if after
            else "an action is possible, so it may not be skipped (PT-3.7)"
        )
    return None


def _why_not_observed(states: States, number: int) -> str:
    """Bodies, the third token, tokens to place, and the price, in this order."""
    s = states[0]
    seat = int(s["to_move"])
    conjunction = turn.CONFIGURE <= number < turn.CONFIGURE + OPPOSITION
    signs = (
        (number - turn.OBSERVE,) if number < turn.CONFIGURE else CONFIGURATION_SIGNS[number - turn.CONFIGURE]
    )
    for sign in signs:
        if conjunction and int(s["planets_at"][sign]).bit_count() < 2:
            return f"{SIGNS[sign]} does not hold two planets (PT-7.2)"
        if not int(s["bodies"]) >> sign & 1:
            return f"{SIGNS[sign]} holds no planet and not the Comet (PT-6.1, PT-7)"
    observed = sum(1 << sign for sign in set(signs))
    full = int(observing.without_room_at(handed(states), seat, observed, conjunction))
    for sign in signs:
        if full >> sign & 1:
            return f"a third token on {SIGNS[sign]} needs a planet there that is not studied yet (PT-8.5)"
    if not observing.has_tokens_at(handed(states), seat, observed, len(signs)):
        return "there are not enough tokens to place (PT-8.3)"
    return "the hand cannot pay for it (PT-5)"


def _why_not_studied(states: States, planet: int) -> str:
    s = states[0]
    seat = int(s["to_move"])
    sign = int(s["place"][planet])
    if int(s["studied"][seat]) >> planet & 1:
        return f"{PLANETS[planet]} has been studied already (PT-9.3)"
    if s["phase"] != AFTER and not s["study_before"]:
        return "an optional study comes after the action (PT-9.6)"
    if s["tokens"][seat][sign] < 2:
        return f"it takes two own tokens on {SIGNS[sign]} (PT-9.6)"
    return "it takes two more own tokens on other signs (PT-9.6)"
