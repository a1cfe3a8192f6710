"""Ptolemaeus: the options of a table (PT-17)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parapegma.core.options import Option, Value
from parapegma.errors import OptionError
from parapegma.games.ptolemaeus.calendar import packed, start_skies, start_text
from parapegma.games.ptolemaeus.components import BONUS_KINDS, BONUS_PRESETS, N_BONUS, START_DATES

IMMEDIATE_WIN = ("table", "objective", "all", "off")
LEVELS = ("tiro", "discipulus", "magister")
_FIRST = ("random", "0", "1", "2", "3")

OPTIONS = (
    Option(
        "start", "1969-07-20", None,
        f"where the planets stand: a date of the table ({', '.join(START_DATES)}); any other date, with or"
        " without a time (1975-03-21T14:30+01:00, else 12:00 UT); random, a day from 1900 to 2099; or every"
        " planet's sign (sol: leo, luna: aries, ...)",
    ),
    Option(
        "immediate_win", "table", IMMEDIATE_WIN,
        "12 points end the game at once; which points count: planets and Nova Constellatio, the own"
        " objective too, all, or there is no such end",
    ),
    Option(
        "solo_level", "discipulus", ("discipulus", "tiro", "magister"),
        "the game for one: how well Umbra plays; tiro is easiest, magister hardest",
    ),
    Option(
        "bonus_deck", "A", None,
        "the bonus cards: preset A (three points in it), preset B (seven), or twelve counts such as"
        f" 2,2,2,2,2,2,2,2,2,2,2,3 in the order {', '.join(BONUS_KINDS)}", expert=True,
    ),
    Option(
        "iupiter", "random", ("random", "choose"),
        "Iupiter Orientalis takes a card unseen, or looks into the hand and chooses", expert=True,
    ),
    Option(
        "joker_in_wipe", "colourless", ("colourless", "wild"),
        "whether a joker counts as any colour when five face-up cards of a colour are wiped", expert=True,
    ),
    Option(
        "optional_study_before_action", False, (False, True),
        "four tokens may also study a planet before the action of the turn", expert=True,
    ),
    Option(
        "tie", "shared", ("shared", "last_in_turn_order"),
        "who wins when points, planets and tokens are equal: all of them, or the last in turn order",
        expert=True,
    ),
    Option("first_player", "random", _FIRST, "the seat that begins", expert=True),
)  # fmt: skip


def fit(players: int, options: dict[str, Value], given: Mapping[str, Any]) -> dict[str, Value]:
    """Check the start and the bonus deck, and what the number of players decides (PT-16.1, PT-17)."""
    fitted = {**options, "start": start_text(str(options["start"]))}
    _bonus_counts(str(options["bonus_deck"]))
    first = str(options["first_player"])
    if first != "random" and int(first) >= players:
        raise OptionError(f"first_player: there is no seat {first}; seats are 0 to {players - 1}")
    if players == 1:
        if options["iupiter"] == "choose":
            raise OptionError("iupiter = choose is for 2 to 4 players; Umbra has no hand to look into")
        if options["tie"] != "shared":
            raise OptionError("tie = last_in_turn_order is for 2 to 4 players; against Umbra a tie is a draw")
        fitted["first_player"] = "0"
    elif options["solo_level"] != "discipulus":
        raise OptionError("solo_level belongs to the game for one player")
    return fitted


def encode(players: int, options: dict[str, Value]) -> list[int]:
    """The options as the rules read them: numbers, bonus counts, then the skies to start from."""
    first = str(options["first_player"])
    return [
        players,
        IMMEDIATE_WIN.index(str(options["immediate_win"])),
        int(options["iupiter"] == "choose"),
        int(options["joker_in_wipe"] == "wild"),
        int(options["optional_study_before_action"]),
        int(options["tie"] == "last_in_turn_order"),
        LEVELS.index(str(options["solo_level"])),
        -1 if first == "random" else int(first),
        *_bonus_counts(str(options["bonus_deck"])),
        *(packed(signs) for signs in start_skies(str(options["start"]))),
    ]


def _bonus_counts(text: str) -> tuple[int, ...]:
    if text in BONUS_PRESETS:
        return BONUS_PRESETS[text]
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != len(BONUS_KINDS) or not all(part.isascii() and part.isdecimal() for part in parts):
        raise OptionError(
            f"bonus_deck cannot be {text!r}; it must be A or B or {len(BONUS_KINDS)} counts such as"
            " 2,2,2,2,2,2,2,2,2,2,2,3"
        )
    counts = tuple(int(part) for part in parts)
    if sum(counts) != N_BONUS:
        raise OptionError(f"bonus_deck: the counts add up to {sum(counts)}, but must make {N_BONUS}")
    if max(counts) > 15:
        kind = BONUS_KINDS[counts.index(max(counts))]
        raise OptionError(f"bonus_deck: there are {max(counts)} of {kind}, but at most 15 may be of a kind")
    return counts
