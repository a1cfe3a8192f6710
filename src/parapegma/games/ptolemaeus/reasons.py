"""Ptolemaeus: why something on the menu of a turn is not possible, with the rule that says so."""

from __future__ import annotations

from parapegma.core import engine
from parapegma.core.compiled.arrays import States, as_argument, copy_of
from parapegma.core.reasons import Reasons
from parapegma.errors import Reason
from parapegma.games.ptolemaeus.components import (
    ASTEROIDS_PER_BONUS,
    COLOURS,
    CONFIGURATION_SIGNS,
    FACES,
    JOKER,
    N_COLOURS,
    N_SIGNS,
    OPPOSITION,
    PLANETS,
    SIGNS,
)
from parapegma.games.ptolemaeus.rules import turn
from parapegma.games.ptolemaeus.rules.steps import observing
from parapegma.games.ptolemaeus.state import AFTER

MOST_LACKING = 6
"""Cards of one kind that pay for any observation, whatever else is in hand."""

because = Reasons(
    {
        "not-asked": "asked is {asked}",
        "not-offered": "it is not among the choices now",
        "action-done": "the action of this turn has been done (PT-3.3)",
        "action-first": "the action of this turn comes first (PT-3.7)",
        "action-possible": "an action is possible, so it may not be skipped (PT-3.7)",
        "nothing-to-skip": "the action has been done, so there is nothing to skip (PT-3.7)",
        "not-face-up": "no {card} lies face up (PT-4.2)",
        "joker-second": "a face-up joker is never the second card (PT-4.5)",
        "no-cards": "there is no card in the deck or the discards (PT-4.10)",
        "cannot-pay": "{sign} costs a {sign} card, a joker, a pair in {colour} or a triple in another colour;"
        " missing are {missing} more in {colour}, or {others} more in {other}"
        " (PT-5.1, PT-5.2, PT-5.3, PT-5.4)",
        "cannot-pay-signs": "every token of it is paid for, and the hand cannot pay for {signs};"
        " missing are {jokers} jokers or what they stand for (PT-5.7)",
        "cannot-pay-together": "the hand can pay for {signs} one at a time, but not together, since no card"
        " counts twice; missing are {jokers} jokers or what they stand for (PT-5.7)",
        "card-not-held": "there is no {card} in hand (PT-5)",
        "cannot-pay-with": "the payment could not be completed with {card}, or not without paying too much"
        " (PT-5.6, PT-5.7)",
        "empty-sign": "{sign} holds no planet and not the Comet (PT-6.1, PT-7)",
        "one-planet": "{sign} does not hold two planets (PT-7.2)",
        "no-tokens": "it takes {needed} tokens, and {reserve} are in the reserve (PT-8.2, PT-8.3)",
        "third-token": "a third token on {sign} needs a planet there that is not studied yet (PT-8.5)",
        "no-token-there": "no token of this kind may go there (PT-8.5, PT-13)",
        "studied": "{planet} has been studied already (PT-9.3)",
        "study-later": "an optional study comes after the action (PT-9.6)",
        "two-tokens": "it takes two own tokens on {sign}, and {tokens} lie there (PT-9.6)",
        "two-more-tokens": "it takes two more own tokens on other signs (PT-9.6)",
        "few-asteroids": "it takes {asteroids} asteroids; {missing} more are missing (PT-10.3)",
        "no-bonus-cards": "the bonus deck is empty (PT-10.3)",
        "bonus-not-held": "this bonus card is not in hand (PT-12.2)",
        "no-effect": "no unit of its effect can be carried out now (PT-12.4)",
        "never-played": "nova_constellatio is never played; it is worth a point while held (PT-13.11)",
    }
)


def why_not(states: States, number: int) -> Reason | None:
    """The reason why a menu entry is missing; ``None`` if it belongs to no menu."""
    s = states[0]
    after = s["phase"] == AFTER
    if number < turn.PAY_FACE and after:
        return because("action-done")
    if number == turn.DRAW:
        return because("no-cards")
    if number < turn.OBSERVE:
        return because("not-face-up", card=FACES[number - turn.TAKE])
    if number < turn.PAY_FACE:
        return _why_not_observed(states, number)
    if turn.PLANET <= number < turn.OPPONENT:
        return _why_not_studied(states, number - turn.PLANET)
    if turn.PLAY <= number < turn.EXCHANGE:
        kind = number - turn.PLAY
        if int(s["bonus"][s["to_move"]]) >> 4 * kind & 15 == 0:
            return because("bonus-not-held")
        return because("no-effect")
    if number == turn.EXCHANGE:
        if s["asteroids"][s["to_move"]] < ASTEROIDS_PER_BONUS:
            missing = ASTEROIDS_PER_BONUS - int(s["asteroids"][s["to_move"]])
            return because("few-asteroids", asteroids=ASTEROIDS_PER_BONUS, missing=missing)
        return because("no-bonus-cards")
    if number == turn.END:
        return because("action-first")
    if number == turn.PASS:
        return because("nothing-to-skip" if after else "action-possible")
    return None


def _why_not_observed(states: States, number: int) -> Reason:
    """Bodies, the third token, tokens to place, and the price, in this order."""
    s = states[0]
    seat = int(s["to_move"])
    conjunction = turn.CONFIGURE <= number < turn.CONFIGURE + OPPOSITION
    signs = (
        (number - turn.OBSERVE,) if number < turn.CONFIGURE else CONFIGURATION_SIGNS[number - turn.CONFIGURE]
    )
    for sign in signs:
        if conjunction and int(s["planets_at"][sign]).bit_count() < 2:
            return because("one-planet", sign=SIGNS[sign])
        if not int(s["bodies"]) >> sign & 1:
            return because("empty-sign", sign=SIGNS[sign])
    observed = sum(1 << sign for sign in set(signs))
    full = int(observing.without_room_at(as_argument(states), seat, observed, conjunction))
    for sign in signs:
        if full >> sign & 1:
            return because("third-token", sign=SIGNS[sign])
    if not observing.has_tokens_at(as_argument(states), seat, observed, len(signs)):
        return because("no-tokens", needed=len(signs), reserve=int(s["reserve"][seat]))
    return _why_not_paid(states, number, signs)


def _why_not_paid(states: States, number: int, signs: tuple[int, ...]) -> Reason:
    """The price of an observation, and what the hand lacks. What is lacking is found by asking the rules
    about the same table with more cards in hand.
    """
    if len(signs) == 1:
        colour = signs[0] % N_COLOURS
        lacking = [_lacking(states, number, _card_of(each, but=signs[0])) for each in range(N_COLOURS)]
        other = min((each for each in range(N_COLOURS) if each != colour), key=lacking.__getitem__)
        return because(
            "cannot-pay",
            sign=SIGNS[signs[0]],
            colour=COLOURS[colour],
            missing=lacking[colour],
            other=COLOURS[other],
            others=lacking[other],
        )
    alone = set(engine.legal(states))
    unpaid = [sign for sign in dict.fromkeys(signs) if turn.OBSERVE + sign not in alone]
    return because(
        "cannot-pay-signs" if unpaid else "cannot-pay-together",
        signs=" ".join(SIGNS[sign] for sign in unpaid or signs),
        jokers=_lacking(states, number, JOKER),
    )


def _card_of(colour: int, but: int) -> int:
    """A card of a colour that is not the one named."""
    return next(sign for sign in range(colour, N_SIGNS, N_COLOURS) if sign != but)


def _lacking(states: States, number: int, face: int) -> int:
    """How many more cards of a face would make an action legal."""
    richer = copy_of(states)
    hand = richer["hand"][0]
    for more in range(1, MOST_LACKING + 1):
        hand[int(states[0]["to_move"])] += 1 << 4 * face
        if number in engine.legal(richer):
            return more
    raise AssertionError(f"action {number} is not refused for its price")


def why_not_paid_with(states: States, face: int) -> Reason:
    """Why a card cannot be picked for the payment that is under way."""
    s = states[0]
    held = (int(s["hand"][s["to_move"]]) - int(s["picked"])) >> 4 * face & 15
    return because("cannot-pay-with" if held else "card-not-held", card=FACES[face])


def _why_not_studied(states: States, planet: int) -> Reason:
    s = states[0]
    seat = int(s["to_move"])
    sign = int(s["place"][planet])
    if int(s["studied"][seat]) >> planet & 1:
        return because("studied", planet=PLANETS[planet])
    if s["phase"] != AFTER and not s["study_before"]:
        return because("study-later")
    if s["tokens"][seat][sign] < 2:
        return because("two-tokens", sign=SIGNS[sign], tokens=int(s["tokens"][seat][sign]))
    return because("two-more-tokens")
