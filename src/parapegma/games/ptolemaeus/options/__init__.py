"""Ptolemaeus: the options of a table (PT-17)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parapegma.core.options import Option, Value
from parapegma.errors import OptionError
from parapegma.games.ptolemaeus.components import BONUS_KINDS, BONUS_PRESETS, N_BONUS, START_DATES
from parapegma.games.ptolemaeus.options.calendar import start_numbers, start_text

IMMEDIATE_WIN = ("table", "objective", "all", "off")
LEVELS = ("tiro", "discipulus", "magister")
IUPITER = ("random", "choose")
JOKER_IN_WIPE = ("colourless", "wild")
TIE = ("shared", "last_in_turn_order")
_FIRST = ("random", "0", "1", "2", "3")


def bonus_counts(text: Value) -> list[int]:
    """How many bonus cards there are of each kind: a preset, or twelve counts.

    >>> bonus_counts("B")
    [2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 7]
    """
    wanted = str(text)
    if wanted in BONUS_PRESETS:
        return list(BONUS_PRESETS[wanted])
    parts = [part.strip() for part in wanted.split(",")]
    if len(parts) != len(BONUS_KINDS) or not all(part.isascii() and part.isdecimal() for part in parts):
        raise OptionError(
            f"bonus_deck cannot be {text!r}; it must be A or B or {len(BONUS_KINDS)} counts such as"
            " 2,2,2,2,2,2,2,2,2,2,2,3"
        )
    counts = [int(part) for part in parts]
    if sum(counts) != N_BONUS:
        raise OptionError(f"bonus_deck: the counts add up to {sum(counts)}, but must make {N_BONUS}")
    if max(counts) > 15:
        kind = BONUS_KINDS[counts.index(max(counts))]
        raise OptionError(f"bonus_deck: there are {max(counts)} of {kind}, but at most 15 may be of a kind")
    return counts


def bonus_text(total: int) -> str:
    """The bonus deck of a position, as its option is written: a preset, or twelve counts.

    >>> bonus_text(0x722222222222 - 0x11110000000)
    'B'
    """
    counts = tuple(total >> 4 * kind & 15 for kind in range(len(BONUS_KINDS)))
    presets = [name for name, preset in BONUS_PRESETS.items() if preset == counts]
    return presets[0] if presets else ",".join(str(n) for n in counts)


OPTIONS = (
    Option(
        "start", "1969-07-20", None,
        f"where the planets stand: a date of the table ({', '.join(START_DATES)}); any other date, with or"
        " without a time (1975-03-21T14:30+01:00, else 12:00 UT); random, a day from 1900 to 2099; or every"
        " planet's sign (sol: leo, luna: aries, ...)",
        numbers=start_numbers,
    ),
    Option(
        "immediate_win", "table", IMMEDIATE_WIN,
        "12 points end the game at once; which points count: planets and Nova Constellatio, the own"
        " objective too, all, or there is no such end",
    ),
    Option(
        "solo_level", "discipulus", LEVELS,
        "the game for one: how well Umbra plays; tiro is easiest, magister hardest",
    ),
    Option(
        "bonus_deck", "A", None,
        "the bonus cards: preset A (three points in it), preset B (seven), or twelve counts such as"
        f" 2,2,2,2,2,2,2,2,2,2,2,3 in the order {', '.join(BONUS_KINDS)}", expert=True,
        field="bonus_total", numbers=bonus_counts, spelled=bonus_text,
    ),
    Option(
        "iupiter", "random", IUPITER,
        "Iupiter Orientalis takes a card unseen, or looks into the hand and chooses", expert=True,
        field="iupiter_chooses",
    ),
    Option(
        "joker_in_wipe", "colourless", JOKER_IN_WIPE,
        "whether a joker counts as any colour when five face-up cards of a colour are wiped", expert=True,
        field="joker_is_wild",
    ),
    Option(
        "optional_study_before_action", False, (False, True),
        "four tokens may also study a planet before the action of the turn", expert=True,
        field="study_before",
    ),
    Option(
        "tie", "shared", TIE,
        "who wins when points, planets and tokens are equal: all of them, or the last in turn order",
        expert=True, field="last_wins_tie",
    ),
    Option("first_player", "random", _FIRST, "the seat that begins", expert=True),
)  # fmt: skip


def fit(players: int, options: dict[str, Value], given: Mapping[str, Any]) -> dict[str, Value]:
    """Check the start and the bonus deck, and what the number of players decides (PT-16.1, PT-17)."""
    fitted = {**options, "start": start_text(str(options["start"]))}
    bonus_counts(options["bonus_deck"])
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
