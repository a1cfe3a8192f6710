"""Ptolemaeus: decisions as numbers, as data and as notation (section 7.2 of the specification).

The turn: ``draw``, ``take leo``, ``observe leo``, ``conjunction pisces``, ``opposition aries-libra``,
``trine red``, ``square aries-cancer``, ``play nova_luna``, ``exchange``, ``study mars``, ``end``, ``pass``.
Within it: ``pay leo``, ``place leo``, ``from leo``, ``to leo``, ``spend leo``, ``replace leo``,
``give leo``, ``seat 2``, ``discard leo``, ``stop``.
"""

from __future__ import annotations

from parapegma.core import engine
from parapegma.core.compiled.arrays import States
from parapegma.core.game import Action, Entry, Event
from parapegma.errors import IllegalAction, near
from parapegma.games.ptolemaeus.components import (
    BONUS_KINDS,
    COLOURS,
    CONFIGURATION_SIGNS,
    FACES,
    N_COLOURS,
    N_SIGNS,
    NOVA_CONSTELLATIO,
    OPPOSITION,
    PLANETS,
    SIGNS,
    SQUARE,
    TRINE,
)
from parapegma.games.ptolemaeus.reasons import because, why_not
from parapegma.games.ptolemaeus.rules import turn
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
    ORDER,
    PAY,
    SATURNUS_DISCARD,
    SIGNUM_SIGN,
    STUDY_OTHER,
    STUDY_WHICH,
    VENUS_DRAW,
)

PLAYABLE = BONUS_KINDS[:NOVA_CONSTELLATIO]
_SIGN_VERBS = {
    ORDER: "place",
    SIGNUM_SIGN: "place",
    MOVE_FROM: "from",
    MERCURIUS_FROM: "from",
    MERCURIUS_TO: "to",
    STUDY_OTHER: "spend",
    LUNA_SIGN: "replace",
    MARS_GIVE: "give",
}
ASKED = {
    BEFORE: "an action: draw, take, observe, a configuration, or a free play",
    DRAW_SECOND: "a second card, such as 'draw' or 'take leo'",
    PAY: "a card to pay with, such as 'pay leo'",
    ORDER: "the sign for the next token, such as 'place leo'",
    MOVE_FROM: "the sign a token is moved from, such as 'from leo'",
    STUDY_WHICH: "the planet to study, such as 'study mars'",
    AFTER: "'end', or a free play or study before it",
    STUDY_OTHER: "the sign of another token for the study, such as 'spend leo'",
    LUNA_SIGN: "the sign where a token is replaced, such as 'replace leo'",
    LUNA_OWNER: "whose token is replaced, such as 'seat 2'",
    MERCURIUS_FROM: "the sign a token moves from, such as 'from leo'",
    MERCURIUS_TO: "the sign it moves to, such as 'to virgo'",
    SIGNUM_SIGN: "the sign for the token, such as 'place leo'",
    VENUS_DRAW: "a card, such as 'draw' or 'take leo'",
    IUPITER_SEAT: "whose hand a card is taken from, such as 'seat 2'",
    IUPITER_FACE: "the card to take from the hand, such as 'take leo'",
    MARS_GIVE: "the sign to give a token up from, such as 'give leo'",
    SATURNUS_DISCARD: "a card to discard, such as 'discard leo'",
    ECLIPSIS_DISCARD: "a card to discard, such as 'discard leo'",
}
_SIGN_WORDS = tuple(sorted({*_SIGN_VERBS.values()}))


def configuration_name(configuration: int) -> str:
    """A configuration in notation.

    >>> configuration_name(33)
    'square gemini-pisces'
    """
    signs = [SIGNS[sign] for sign in CONFIGURATION_SIGNS[configuration]]
    if configuration < OPPOSITION:
        return f"conjunction {signs[0]}"
    if configuration < TRINE:
        return f"opposition {'-'.join(signs)}"
    if configuration < SQUARE:
        return f"trine {COLOURS[configuration - TRINE]}"
    return f"square {'-'.join(signs)}"


def describe(states: States, number: int) -> Action:
    """An action taken apart; the phase says what naming a sign means."""
    s = states[0]
    if number == turn.DRAW:
        return Action(number, "draw", {}, "draw")
    if number < turn.OBSERVE:
        face = FACES[number - turn.TAKE]
        return Action(number, "take", {"card": face}, f"take {face}")
    if number < turn.CONFIGURE:
        sign = SIGNS[number - turn.OBSERVE]
        return Action(number, "observe", {"sign": sign}, f"observe {sign}")
    if number < turn.PAY_FACE:
        name = configuration_name(number - turn.CONFIGURE)
        signs = [SIGNS[sign] for sign in CONFIGURATION_SIGNS[number - turn.CONFIGURE]]
        data = {"configuration": name.split()[0], "signs": signs}
        return Action(number, "configuration", data, name)
    if number < turn.SIGN:
        face = FACES[number - turn.PAY_FACE]
        return Action(number, "pay", {"card": face}, f"pay {face}")
    if number < turn.PLANET:
        verb = _SIGN_VERBS.get(int(s["phase"]), "place")
        sign = SIGNS[number - turn.SIGN]
        return Action(number, verb, {"sign": sign}, f"{verb} {sign}")
    if number < turn.OPPONENT:
        planet = PLANETS[number - turn.PLANET]
        return Action(number, "study", {"planet": planet}, f"study {planet}")
    if number < turn.DISCARD:
        seat = (int(s["turn_of"]) + 1 + number - turn.OPPONENT) % max(int(s["sides"]), 1)
        return Action(number, "seat", {"seat": seat}, f"seat {seat}")
    if number < turn.PLAY:
        face = FACES[number - turn.DISCARD]
        return Action(number, "discard", {"card": face}, f"discard {face}")
    if number < turn.EXCHANGE:
        kind = BONUS_KINDS[number - turn.PLAY]
        return Action(number, "play", {"bonus": kind}, f"play {kind}")
    words = {turn.EXCHANGE: "exchange", turn.STOP: "stop", turn.END: "end", turn.PASS: "pass"}
    if number in words:
        return Action(number, words[number], {}, words[number])
    raise IllegalAction(f"there is no action {number}; actions are numbered 0 to {turn.ACTIONS - 1}")


def parse(states: States, text: str) -> int:
    """The number of an action in notation; whether it is legal is another question."""
    s = states[0]
    phase = int(s["phase"])
    match text.lower().split():
        case ["draw"]:
            return turn.DRAW
        case ["take", face]:
            return turn.TAKE + _name(face, FACES, "card")
        case ["observe", sign]:
            return turn.OBSERVE + _name(sign, SIGNS, "sign")
        case ["conjunction" | "opposition" | "trine" | "square" as kind, signs]:
            return turn.CONFIGURE + _configuration(kind, signs)
        case ["pay", face]:
            return turn.PAY_FACE + _name(face, FACES, "card")
        case [verb, sign] if verb in _SIGN_WORDS and verb == _SIGN_VERBS.get(phase):
            return turn.SIGN + _name(sign, SIGNS, "sign")
        case ["study", planet]:
            return turn.PLANET + _name(planet, PLANETS, "planet")
        case ["seat", seat] if seat.isdigit():
            return turn.OPPONENT + _opponent(int(seat), int(s["turn_of"]), int(s["sides"]))
        case ["discard", face]:
            return turn.DISCARD + _name(face, FACES, "card")
        case ["play", kind]:
            if kind == BONUS_KINDS[NOVA_CONSTELLATIO]:
                raise IllegalAction(reason := because("never-played"), reason)
            return turn.PLAY + _name(kind, PLAYABLE, "bonus card")
        case ["exchange"]:
            return turn.EXCHANGE
        case ["stop"]:
            return turn.STOP
        case ["end"]:
            return turn.END
        case ["pass"]:
            return turn.PASS
    asked = ASKED.get(phase, "nothing: the game is over")
    raise IllegalAction(f"{text!r} is not understood here; asked is {asked}")


def explain(states: States, number: int) -> str | None:
    """Why an action is not legal now, with the rule that says so."""
    phase = int(states[0]["phase"])
    action = describe(states, number)
    if phase in (BEFORE, AFTER):
        reason = why_not(states, number)
        return reason or because("not-asked", asked=ASKED[phase])
    if action.kind not in {describe(states, legal).kind for legal in engine.legal(states)}:
        return because("not-asked", asked=ASKED.get(phase, "nothing: the game is over"))
    if phase == DRAW_SECOND and number == turn.TAKE + N_SIGNS:
        return because("joker-second")
    if phase == PAY:
        return because("cannot-pay-with")
    if phase in (SIGNUM_SIGN, LUNA_SIGN, MERCURIUS_TO):
        return because("no-token-there")
    return because("not-offered")


def expand(text: str) -> tuple[str, ...]:
    """Every decision is one action; there are no compound ones."""
    return (text,)


def settled(part: str, events: tuple[Event, ...]) -> bool:
    """Nothing is settled in advance: there are no compound actions."""
    return False


def compact(entries: list[Entry]) -> list[tuple[int, str]]:
    """The lines of a record, one for each decision."""
    return [(entry.seat, entry.notation) for entry in entries]


def _name(text: str, names: tuple[str, ...], what: str) -> int:
    if text not in names:
        raise IllegalAction(f"there is no {what} {text!r}{near(text, names)}; choose from {', '.join(names)}")
    return names.index(text)


def _opponent(seat: int, turn_of: int, sides: int) -> int:
    if not 0 <= seat < sides or seat == turn_of:
        raise IllegalAction(f"seat {seat} is no opponent of seat {turn_of}")
    return (seat - turn_of - 1) % sides


def _configuration(kind: str, text: str) -> int:
    """The number of a configuration; its signs may be named in any order."""
    if kind == "trine" and text in COLOURS:
        return TRINE + COLOURS.index(text)
    signs = [_name(word, SIGNS, "sign") for word in text.split("-")]
    if kind == "conjunction" and len(signs) == 1:
        signs *= 2
    wanted = tuple(sorted(signs))
    span = {
        "conjunction": range(OPPOSITION),
        "opposition": range(OPPOSITION, TRINE),
        "trine": range(TRINE, SQUARE),
        "square": range(SQUARE, len(CONFIGURATION_SIGNS)),
    }[kind]
    for configuration in span:
        if CONFIGURATION_SIGNS[configuration] == wanted:
            return configuration
    example = configuration_name(span[0] + (N_COLOURS - 1 if kind == "trine" else 0))
    raise IllegalAction(f"{text!r} is no {kind}; one is written {example!r}")
