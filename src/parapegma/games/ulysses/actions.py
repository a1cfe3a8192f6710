"""Ulysses: decisions as numbers, as data and as notation (section 7.1 of the specification).

Atomic: ``end``, ``pandora``, ``plague zeus``, ``at dido``, ``remove``, ``clear dido``, ``change``,
``give 2``, ``take green``, ``build``, ``play temple``, ``pay wind``, ``propose dido``, ``agree``, ``oppose``,
``black``, ``disc olymp``, ``support red``, ``pass``, ``add challenge``, ``stop``, ``wind``, ``no wind``.

Compound, as records write it: ``sail dido`` (end, propose), ``plague dido``, ``remove dido``,
``change 2 green``, ``oppose olymp``, ``black olymp``, ``pay wind wind``, ``add challenge zeus stop``.
"""

from __future__ import annotations

from collections.abc import Callable

from parapegma.core.action import Action
from parapegma.core.compiled.arrays import States
from parapegma.core.game import Entry, Event
from parapegma.errors import IllegalAction, near
from parapegma.games.ulysses import types
from parapegma.games.ulysses.components import CARD_TYPES, COLOURS, OBJECTIVES, PLACE_NAMES
from parapegma.games.ulysses.reasons import ASKED, why_not
from parapegma.games.ulysses.rules.steps import choices
from parapegma.games.ulysses.state import (
    ADDED_ALL,
    AIMED,
    COMMIT,
    DECLARE,
    DISC,
    DISC_PLACE,
    FACTION,
    FACTION_NAMES,
    GIVE,
    GIVES,
    PAID_ALL,
    PAY,
    PAY_TEMPLE,
    PLAGUE_PLACE,
    PROPOSE,
    PROPOSED,
    REMOVE_PLACE,
    STOPPED,
    TAKE,
    WANTS,
)

DESCRIBED_BY = ("phase",)
"""The fields of a state on which it depends what a number means."""
HALF_MADE = frozenset({PLAGUE_PLACE, REMOVE_PLACE, GIVE, TAKE, PAY, PAY_TEMPLE, PROPOSE, DISC_PLACE, COMMIT})
"""Phases that ask for the rest of a decision which the same seat has begun: where, and with which cards."""
ACTION_RANGES = (
    (choices.END_PHASE, choices.END_PHASE, "end", "end the action phase"),
    (choices.DRAW_WITH_PANDORA, choices.DRAW_WITH_PANDORA, "pandora", "play Pandora: draw extra cards"),
    (choices.DRAW_WITH_ZEUS, choices.DRAW_WITH_ZEUS, "pandora zeus", "the same with Zeus"),
    (choices.PLAGUE_WITH_CARD, choices.PLAGUE_WITH_CARD, "plague", "play plague; its place follows"),
    (choices.PLAGUE_WITH_ZEUS, choices.PLAGUE_WITH_ZEUS, "plague zeus", "the same with Zeus"),
    (choices.REMOVE_PLAGUE, choices.REMOVE_PLAGUE, "remove", "remove a plague; its place follows"),
    (choices.CHANGE_OBJECTIVE, choices.CHANGE_OBJECTIVE, "change", "change an objective"),
    (choices.BUILD_WITH_CARD, choices.BUILD_WITH_CARD, "build", "build a temple with a temple card"),
    (choices.BUILD_WITH_ZEUS, choices.BUILD_WITH_ZEUS, "build zeus", "the same with Zeus"),
    (choices.AGREE, choices.AGREE, "agree", "agree to the proposal"),
    (choices.PASS, choices.PASS, "pass", "the same number: leave the discussion"),
    (choices.OPPOSE, choices.OPPOSE, "oppose", "oppose the proposal with the red disc"),
    (choices.PLACE_BLACK, choices.PLACE_BLACK, "black", "oppose both with the black disc"),
    (choices.SUPPORT, choices.ADD_CHALLENGE - 1, "support <faction>", "support blue, red or black"),
    (choices.ADD_CHALLENGE, choices.ADD_CHALLENGE, "add challenge", "add a challenge card for the faction"),
    (choices.ADD_ZEUS, choices.ADD_ZEUS, "add zeus", "add Zeus for the faction"),
    (choices.STOP_ADDING, choices.STOP_ADDING, "stop", "add no more cards"),
    (choices.WIND_WITH_CARD, choices.WIND_WITH_CARD, "wind", "play wind to stay active"),
    (choices.WIND_WITH_ZEUS, choices.WIND_WITH_ZEUS, "wind zeus", "the same with Zeus"),
    (choices.WITHOUT_WIND, choices.WITHOUT_WIND, "no wind", "do not stay active"),
    (choices.PAY_CARD, choices.SLOT - 1, "pay <card>", "pay with a card"),
    (choices.PAY_CARD, choices.SLOT - 1, "play <card>", "the same numbers: a further card for a temple"),
    (choices.SLOT, choices.COLOUR_TAKEN - 1, "give <slot>", "the objective to give up, 1 to 4"),
    (choices.COLOUR_TAKEN, choices.PLACE - 1, "take <colour>", "the colour of the new objective"),
    (choices.PLACE, choices.ACTION_COUNT - 1, "at <place>", "the place for the plague"),
    (choices.PLACE, choices.ACTION_COUNT - 1, "clear <place>", "the same numbers: the plague to remove"),
    (choices.PLACE, choices.ACTION_COUNT - 1, "propose <place>", "the same numbers: where the ship sails"),
    (choices.PLACE, choices.ACTION_COUNT - 1, "disc <place>", "the same numbers: where the disc goes"),
)
"""Every action number: first, last, notation, meaning."""

_PLAIN: dict[int, tuple[str, type[Action]]] = {
    choices.END_PHASE: ("end", types.EndPhase),
    choices.REMOVE_PLAGUE: ("remove", types.Remove),
    choices.CHANGE_OBJECTIVE: ("change", types.Change),
    choices.OPPOSE: ("oppose", types.Oppose),
    choices.PLACE_BLACK: ("black", types.Black),
    choices.STOP_ADDING: ("stop", types.Stop),
    choices.WITHOUT_WIND: ("no wind", types.NoWind),
}
_WITH_CARD: dict[int, tuple[str, str, Callable[..., Action]]] = {
    choices.DRAW_WITH_PANDORA: ("pandora", "pandora", types.Pandora),
    choices.DRAW_WITH_ZEUS: ("pandora zeus", "zeus", types.Pandora),
    choices.PLAGUE_WITH_CARD: ("plague", "plague", types.Plague),
    choices.PLAGUE_WITH_ZEUS: ("plague zeus", "zeus", types.Plague),
    choices.BUILD_WITH_CARD: ("build", "temple", types.Build),
    choices.BUILD_WITH_ZEUS: ("build zeus", "zeus", types.Build),
    choices.ADD_CHALLENGE: ("add challenge", "challenge", types.Add),
    choices.ADD_ZEUS: ("add zeus", "zeus", types.Add),
    choices.WIND_WITH_CARD: ("wind", "wind", types.Wind),
    choices.WIND_WITH_ZEUS: ("wind zeus", "zeus", types.Wind),
}
_NUMBERS = {words: number for number, (words, *_) in (*_PLAIN.items(), *_WITH_CARD.items())}
_PLACE_VERBS = {PLAGUE_PLACE: "at", REMOVE_PLACE: "clear", PROPOSE: "propose", DISC_PLACE: "disc"}
_PLACE_TYPES: dict[str, Callable[..., Action]] = {
    "at": types.At,
    "clear": types.Clear,
    "propose": types.Propose,
    "disc": types.PlaceDisc,
}


def describe(states: States, number: int) -> Action:
    """An action taken apart; the phase tells agreeing from passing, and what a place is for."""
    phase = int(states[0]["phase"])
    if number in _PLAIN:
        words, plain = _PLAIN[number]
        return plain(number=number, notation=words)
    if number in _WITH_CARD:
        words, card, kind = _WITH_CARD[number]
        return kind(number=number, notation=words, card=card)
    if number == choices.PASS:
        if phase == DECLARE:
            return types.Agree(number=number, notation="agree")
        return types.Pass(number=number, notation="pass")
    if choices.SUPPORT <= number < choices.ADD_CHALLENGE:
        faction = FACTION_NAMES[number - choices.SUPPORT]
        return types.Support(number=number, notation=f"support {faction}", faction=faction)
    if choices.PAY_CARD <= number < choices.SLOT:
        card = CARD_TYPES[number - choices.PAY_CARD]
        if phase == PAY_TEMPLE:
            return types.Play(number=number, notation=f"play {card}", card=card)
        return types.Pay(number=number, notation=f"pay {card}", card=card)
    if choices.SLOT <= number < choices.COLOUR_TAKEN:
        slot = number - choices.SLOT + 1
        return types.Give(number=number, notation=f"give {slot}", slot=slot)
    if choices.COLOUR_TAKEN <= number < choices.PLACE:
        colour = COLOURS[number - choices.COLOUR_TAKEN]
        return types.Take(number=number, notation=f"take {colour}", colour=colour)
    if choices.PLACE <= number < choices.ACTION_COUNT:
        place = PLACE_NAMES[number - choices.PLACE]
        verb = _PLACE_VERBS.get(phase, "at")
        return _PLACE_TYPES[verb](number=number, notation=f"{verb} {place}", place=place)
    raise IllegalAction(f"there is no action {number}; actions are numbered 0 to {choices.ACTION_COUNT - 1}")


def parse(states: States, text: str) -> int:
    """The number of an action in notation; whether it is legal is another question."""
    phase = int(states[0]["phase"])
    words = text.lower().split()
    joined = " ".join(words)
    if joined in _NUMBERS:
        return _NUMBERS[joined]
    match words:
        case ["agree"] if phase == DECLARE:
            return choices.AGREE
        case ["pass"] if phase == FACTION:
            return choices.PASS
        case ["support", faction]:
            return choices.SUPPORT + _named(faction, "faction", FACTION_NAMES)
        case ["pay", card] if phase != PAY_TEMPLE:
            return choices.PAY_CARD + _named(card, "type of card", CARD_TYPES)
        case ["play", card] if phase == PAY_TEMPLE:
            return choices.PAY_CARD + _named(card, "type of card", CARD_TYPES)
        case ["give", slot]:
            return choices.SLOT + _named(slot, "slot", tuple(str(n + 1) for n in range(OBJECTIVES)))
        case ["take", colour]:
            return choices.COLOUR_TAKEN + _named(colour, "colour", COLOURS)
        case [verb, place] if verb == _PLACE_VERBS.get(phase):
            return choices.PLACE + _named(place, "place", PLACE_NAMES)
    asked = ASKED.get(phase, "nothing: the game is over")
    raise IllegalAction(f"{text!r} is not understood here; asked is {asked}")


def explain(states: States, number: int) -> str | None:
    """Why an action is not legal now, as far as the player himself may know."""
    return why_not(states, number)


def expand(text: str) -> tuple[str, ...]:
    """A compound notation as its atomic parts.

    >>> expand("plague zeus dido")
    ('plague zeus', 'at dido')
    >>> expand("add challenge zeus stop")
    ('add challenge', 'add zeus', 'stop')
    """
    words = text.lower().split()
    match words:
        case ["sail", place]:
            return "end", f"propose {place}"
        case ["plague", place] if place != "zeus":
            return "plague", f"at {place}"
        case ["plague", "zeus", place]:
            return "plague zeus", f"at {place}"
        case ["remove", place]:
            return "remove", f"clear {place}"
        case ["change", slot, colour]:
            return "change", f"give {slot}", f"take {colour}"
        case ["oppose" | "black" as verb, place]:
            return verb, f"disc {place}"
        case ["pay" | "play" | "add" as verb, _, *_]:
            return tuple("stop" if card == "stop" else f"{verb} {card}" for card in words[1:])
    return (text,)


def settled(part: str, events: tuple[Event, ...]) -> bool:
    """Whether a part of a compound was carried out already, because there was only one way."""
    verb, _, what = part.partition(" ")
    for kind, _, a, b in events:
        if kind == PROPOSED and verb == "propose" and PLACE_NAMES[a] == what:
            return True
        if kind == AIMED and verb in ("clear", "disc") and PLACE_NAMES[a] == what:
            return True
        if kind == DISC and verb == "disc" and PLACE_NAMES[b] == what:
            return True
        if kind == GIVES and verb == "give" and str(a + 1) == what:
            return True
        if kind == WANTS and verb == "take" and COLOURS[a] == what:
            return True
        if kind == PAID_ALL and verb in ("pay", "play"):
            return True
        if kind == ADDED_ALL and verb == "add":
            return True
        if kind == STOPPED and verb == "stop":
            return True
    return False


_FOLLOWS = {
    "end": ("propose",),
    "plague": ("at",),
    "remove": ("clear",),
    "change": ("give", "take"),
    "oppose": ("disc",),
    "black": ("disc",),
}
_REPEATED = {"pay": ("pay",), "play": ("play",), "add": ("add", "stop")}


def compact(entries: list[Entry]) -> list[tuple[int, str]]:
    """The lines of a record: decisions of one seat that belong together become one line."""
    lines: list[tuple[int, str]] = []
    place = 0
    while place < len(entries):
        seat, words = entries[place].seat, entries[place].notation.split()
        place += 1
        taken = [entry.notation.split() for entry in entries[place : place + 2] if entry.seat == seat]
        follows = _FOLLOWS.get(words[0], ())
        if follows and tuple(part[0] for part in taken[: len(follows)]) == follows:
            place += len(follows)
            verb = "sail" if words[0] == "end" else words[0]
            lines.append((seat, " ".join([verb, *words[1:], *(part[1] for part in taken[: len(follows)])])))
            continue
        while words[0] in _REPEATED and words[-1] != "stop" and place < len(entries):
            after = entries[place].notation.split()
            if entries[place].seat != seat or after[0] not in _REPEATED[words[0]]:
                break
            words.append(after[-1])
            place += 1
        lines.append((seat, " ".join(words)))
    return lines


def _named(text: str, what: str, names: tuple[str, ...]) -> int:
    if text not in names:
        listed = f"; {what}s: {', '.join(names)}" if len(names) < 10 else ""
        raise IllegalAction(f"there is no {what} {text!r}{near(text, names)}{listed}")
    return names.index(text)
