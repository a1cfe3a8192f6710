"""Ptolemaeus: decisions as numbers, as data and as notation (section 7.2 of the specification).

The turn: ``draw``, ``take leo``, ``observe leo``, ``conjunction pisces``, ``opposition aries-libra``,
``trine red``, ``square aries-cancer``, ``play nova_luna``, ``exchange``, ``study mars``, ``end``, ``pass``.
Within it: ``pay leo``, ``place leo``, ``from leo``, ``to leo``, ``spend leo``, ``replace leo``,
``give leo``, ``seat 2``, ``discard leo``, ``stop``.
"""

from __future__ import annotations

from collections.abc import Callable

from parapegma.core import engine
from parapegma.core.action import Action
from parapegma.core.compiled.arrays import States
from parapegma.core.notation import compact, expand, settled
from parapegma.errors import IllegalAction, near
from parapegma.games.ptolemaeus import types
from parapegma.games.ptolemaeus.components import (
    BONUS_KINDS,
    COLOURS,
    CONFIGURATION_KINDS,
    CONFIGURATION_SIGNS,
    FACES,
    N_SIGNS,
    NOVA_CONSTELLATIO,
    OPPOSITION,
    PLANETS,
    SIGNS,
    SQUARE,
    TRINE,
)
from parapegma.games.ptolemaeus.reasons import because, why_not, why_not_paid_with
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

__all__ = ["ACTION_RANGES", "HALF_MADE", "compact", "describe", "expand", "explain", "parse", "settled"]

PLAYABLE = BONUS_KINDS[:NOVA_CONSTELLATIO]
_CONJUNCTION, _OPPOSITION = turn.CONFIGURE, turn.CONFIGURE + OPPOSITION
_TRINE, _SQUARE = turn.CONFIGURE + TRINE, turn.CONFIGURE + SQUARE
DESCRIBED_BY = ("phase", "turn_of", "sides")
"""The fields of a state on which it depends what a number means."""
HALF_MADE = frozenset(
    {
        PAY, ORDER, MOVE_FROM, STUDY_WHICH, STUDY_OTHER, LUNA_SIGN, LUNA_OWNER, MERCURIUS_FROM, MERCURIUS_TO,
        SIGNUM_SIGN, IUPITER_SEAT, IUPITER_FACE, MARS_GIVE, SATURNUS_DISCARD, ECLIPSIS_DISCARD,
    }
)  # fmt: skip
"""Phases that ask for the rest of a decision which the same seat has begun: what is paid with,
where tokens come from and go. Drawing cards is none: what was drawn has been seen."""
ACTION_RANGES = (
    (turn.DRAW, turn.DRAW, "draw", "draw a card from the deck"),
    (turn.TAKE, turn.OBSERVE - 1, "take <card>", "a face-up card, or one of the hand Iupiter looks into"),
    (turn.OBSERVE, turn.CONFIGURE - 1, "observe <sign>", "observe one sign, in the order of the zodiac"),
    (_CONJUNCTION, _OPPOSITION - 1, "conjunction <sign>", "observe a sign with two planets"),
    (_OPPOSITION, _TRINE - 1, "opposition <sign>-<sign>", "observe two opposite signs"),
    (_TRINE, _SQUARE - 1, "trine <colour>", "observe the three signs of a colour"),
    (_SQUARE, turn.PAY_FACE - 1, "square <sign>-<sign>", "observe two signs three apart"),
    (turn.PAY_FACE, turn.SIGN - 1, "pay <card>", "pick a card for the payment"),
    (turn.SIGN, turn.PLANET - 1, "place <sign>", "where the next token goes"),
    (turn.SIGN, turn.PLANET - 1, "from <sign>", "the same numbers: where a token is taken up"),
    (turn.SIGN, turn.PLANET - 1, "to <sign>", "the same numbers: where Mercurius moves it"),
    (turn.SIGN, turn.PLANET - 1, "spend <sign>", "the same numbers: another token for a study"),
    (turn.SIGN, turn.PLANET - 1, "replace <sign>", "the same numbers: where Nova Luna replaces a token"),
    (turn.SIGN, turn.PLANET - 1, "give <sign>", "the same numbers: a token to give up"),
    (turn.PLANET, turn.OPPONENT - 1, "study <planet>", "study a planet, in the order of their speed"),
    (turn.OPPONENT, turn.DISCARD - 1, "seat <seat>", "the opponent one, two or three seats clockwise"),
    (turn.DISCARD, turn.PLAY - 1, "discard <card>", "discard a card of the hand"),
    (turn.PLAY, turn.EXCHANGE - 1, "play <bonus card>", "play a bonus card"),
    (turn.EXCHANGE, turn.EXCHANGE, "exchange", "exchange asteroids for a bonus card"),
    (turn.STOP, turn.STOP, "stop", "leave out the rest of an effect"),
    (turn.END, turn.END, "end", "end the turn"),
    (turn.PASS, turn.PASS, "pass", "go without an action, where none is possible"),
)
"""Every action number: first, last, notation, meaning."""
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
_SIGN_TYPES: dict[str, Callable[..., Action]] = {
    "place": types.Place,
    "from": types.MoveFrom,
    "to": types.MoveTo,
    "spend": types.Spend,
    "replace": types.Replace,
    "give": types.Give,
}
_PLAIN: dict[int, tuple[str, type[Action]]] = {
    turn.EXCHANGE: ("exchange", types.Exchange),
    turn.STOP: ("stop", types.Stop),
    turn.END: ("end", types.End),
    turn.PASS: ("pass", types.Pass),
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


def configuration_kind(configuration: int) -> str:
    """What kind of configuration it is.

    >>> configuration_kind(33)
    'square'
    """
    return CONFIGURATION_KINDS[sum(configuration >= first for first in (OPPOSITION, TRINE, SQUARE))]


def configuration_name(configuration: int) -> str:
    """A configuration in notation.

    >>> configuration_name(33)
    'square gemini-pisces'
    """
    signs = [SIGNS[sign] for sign in CONFIGURATION_SIGNS[configuration]]
    kind = configuration_kind(configuration)
    if kind == "conjunction":
        return f"conjunction {signs[0]}"
    if kind == "trine":
        return f"trine {COLOURS[configuration - TRINE]}"
    return f"{kind} {'-'.join(signs)}"


def describe(states: States, number: int) -> Action:
    """An action taken apart; the phase says what naming a sign means."""
    if number == turn.DRAW:
        return types.Draw(number=number, notation="draw")
    if number < turn.OBSERVE:
        face = FACES[number - turn.TAKE]
        return types.Take(number=number, notation=f"take {face}", card=face)
    if number < turn.CONFIGURE:
        sign = SIGNS[number - turn.OBSERVE]
        return types.Observe(number=number, notation=f"observe {sign}", sign=sign)
    if number < turn.PAY_FACE:
        configuration = number - turn.CONFIGURE
        name = configuration_name(configuration)
        signs = [SIGNS[sign] for sign in CONFIGURATION_SIGNS[configuration]]
        kind = configuration_kind(configuration)
        return types.ObserveConfiguration(number=number, notation=name, configuration=kind, signs=signs)
    if number < turn.SIGN:
        face = FACES[number - turn.PAY_FACE]
        return types.Pay(number=number, notation=f"pay {face}", card=face)
    if number < turn.PLANET:
        verb = _SIGN_VERBS.get(int(states[0]["phase"]), "place")
        sign = SIGNS[number - turn.SIGN]
        return _SIGN_TYPES[verb](number=number, notation=f"{verb} {sign}", sign=sign)
    if number < turn.OPPONENT:
        planet = PLANETS[number - turn.PLANET]
        return types.Study(number=number, notation=f"study {planet}", planet=planet)
    if number < turn.DISCARD:
        s = states[0]
        seat = (int(s["turn_of"]) + 1 + number - turn.OPPONENT) % max(int(s["sides"]), 1)
        return types.ChooseSeat(number=number, notation=f"seat {seat}", seat=seat)
    if number < turn.PLAY:
        face = FACES[number - turn.DISCARD]
        return types.Discard(number=number, notation=f"discard {face}", card=face)
    if number < turn.EXCHANGE:
        bonus = BONUS_KINDS[number - turn.PLAY]
        return types.Play(number=number, notation=f"play {bonus}", bonus=bonus)
    if number in _PLAIN:
        word, plain = _PLAIN[number]
        return plain(number=number, notation=word)
    raise IllegalAction(f"there is no action {number}; actions are numbered 0 to {turn.ACTION_COUNT - 1}")


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
        case [verb, sign] if verb == _SIGN_VERBS.get(phase):
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
        return why_not_paid_with(states, number - turn.PAY_FACE)
    if phase in (SIGNUM_SIGN, LUNA_SIGN, MERCURIUS_TO):
        return because("no-token-there")
    return because("not-offered")


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
    words = text.split("-")
    if kind == "trine" and len(words) == 1:
        raise IllegalAction(
            f"there is no trine {text!r}{near(text, COLOURS)}; choose from {', '.join(COLOURS)}, or name its"
            " three signs"
        )
    signs = [_name(word, SIGNS, "sign") for word in words]
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
    names = ", ".join(configuration_name(other).removeprefix(f"{kind} ") for other in span)
    raise IllegalAction(f"{text!r} is no {kind}; choose from {names}")
