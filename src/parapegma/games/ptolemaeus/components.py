"""Ptolemaeus: signs, planets and cards from the data file, as names for people and tables for the rules."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from parapegma.core.compiled import data
from parapegma.core.compiled.jit import table

MOST_PLAYERS = 4
N_SIGNS = 12
N_COLOURS = 4
N_PLANETS = 7
COMET = N_PLANETS
"""The Comet's place among the bodies, after the seven planets."""
JOKER = N_SIGNS
"""The face of a joker, after the twelve signs."""
N_FACES = N_SIGNS + 1

BONUS_KINDS = (
    "nova_luna", "venus_retrograda", "maleficus_mars", "maleficus_saturnus", "mercurius_retrogradus",
    "sol_in_medio_caeli", "iupiter_orientalis", "signum_ignis", "signum_terrae", "signum_aeris",
    "signum_aquae", "nova_constellatio",
)  # fmt: skip
NOVA_LUNA, VENUS_RETROGRADA, MALEFICUS_MARS, MALEFICUS_SATURNUS, MERCURIUS_RETROGRADUS = range(5)
SOL_IN_MEDIO_CAELI, IUPITER_ORIENTALIS = 5, 6
SIGNUM_IGNIS = 7
"""The first of the four Signa; their elements come in the order of the colours (PT-1.3)."""
NOVA_CONSTELLATIO = 11
N_BONUS_KINDS = len(BONUS_KINDS)

# The order of planets is part of the rules: Umbra prefers the later, slower ones (PT-16.6).
LUNA, MERCURIUS, VENUS, SOL, MARS, IUPITER, SATURNUS = range(N_PLANETS)
_PLANET_NAMES = ("luna", "mercurius", "venus", "sol", "mars", "iupiter", "saturnus")
_DATE_ORDER = (SOL, LUNA, MERCURIUS, VENUS, MARS, IUPITER, SATURNUS)
_TOTALS = {"constellation_cards": 65, "bonus": 25}


@dataclass(frozen=True)
class StartDate:
    """A date of the table, and the sign of each planet on it (section 2.1)."""

    date: str
    occasion: str
    signs: tuple[int, ...]


def _names(source: data.Data, key: str, number: int) -> tuple[str, ...]:
    found = source.get(key, list)
    if len(found) != number or len(set(found)) != number or any(not isinstance(name, str) for name in found):
        source.refuse(key, f"must be {number} different names")
    return tuple(found)


def _planets(source: data.Data) -> tuple[str, ...]:
    found = _names(source, "planets", N_PLANETS)
    if found != _PLANET_NAMES:
        source.refuse("planets", f"must be {', '.join(_PLANET_NAMES)}, in this order: cards name them")
    return found


def _trios(source: data.Data, key: str) -> dict[str, int]:
    """Cards with three different planets each, as a bit per planet."""
    part = source.part(key)
    found = {}
    for card in part.values:
        names = part.get(card, list)
        for name in names:
            if name not in PLANETS:
                part.refuse(card, f"names {name!r}, which is none of the planets {', '.join(PLANETS)}")
        if len(names) != 3 or len(set(names)) != 3:
            part.refuse(card, "must name three different planets")
        found[card] = sum(1 << PLANETS.index(name) for name in names)
    return found


def _events(source: data.Data) -> dict[str, int]:
    found = _trios(source, "events")
    if len(found) != 12:
        source.refuse("events", f"has {len(found)} cards, but must have 12 besides Eclipsis")
    if sum(trio >> MARS & 1 for trio in found.values()) != 4:
        source.refuse("events", "must name mars four times, the number printed on the planet")
    return found


def _objectives(source: data.Data) -> dict[str, int]:
    found = _trios(source, "objectives")
    if len(found) != 7:
        source.refuse("objectives", f"has {len(found)} cards, but must have 7")
    return found


def _bonus(source: data.Data) -> dict[str, tuple[int, ...]]:
    presets = source.part("bonus")
    presets.only("A", "B")
    found = {}
    for preset in ("A", "B"):
        part = presets.part(preset)
        part.only(*BONUS_KINDS)
        counts = tuple(part.whole(kind, 0, 15) for kind in BONUS_KINDS)
        if sum(counts) != _TOTALS["bonus"]:
            presets.refuse(preset, f"adds up to {sum(counts)} cards, but must be {_TOTALS['bonus']}")
        found[preset] = counts
    return found


def _cards(source: data.Data) -> tuple[int, int]:
    part = source.part("constellation_cards")
    part.only("per_sign", "jokers")
    # At most five of a sign, so that the fifteen of a colour fit four bits.
    per_sign, jokers = part.whole("per_sign", 1, 5), part.whole("jokers", 0, 15)
    total = N_SIGNS * per_sign + jokers
    if total != _TOTALS["constellation_cards"]:
        source.refuse("constellation_cards", f"add up to {total}, but must be 65")
    return per_sign, jokers


def _points(source: data.Data, key: str, number: int) -> tuple[int, ...]:
    found = source.get(key, list)
    if len(found) != number or any(type(n) is not int or not 0 <= n <= 30 for n in found):
        source.refuse(key, f"must be {number} whole numbers from 0 to 30")
    return tuple(found)


def _solo_ranks(source: data.Data) -> tuple[tuple[int, str], ...]:
    found = tuple(
        (part.whole("from", 0, 99), str(part.get("rank", str))) for part in source.parts("solo_ranks")
    )
    if not found or list(found) != sorted(found) or found[0][0] != 0:
        source.refuse("solo_ranks", "must be a list of ranks by rising score, the first from 0")
    return found


def _start_dates(source: data.Data) -> dict[str, StartDate]:
    dates = source.part("start_dates")
    found = {}
    for date in dates.values:
        part = dates.part(date)
        part.only("occasion", "signs")
        names = part.get("signs", list)
        for name in names:
            if name not in SIGNS:
                part.refuse("signs", f"names {name!r}, which is none of the signs {', '.join(SIGNS)}")
        if len(names) != N_PLANETS:
            part.refuse("signs", f"must name {N_PLANETS} signs")
        by_planet = dict(zip(_DATE_ORDER, (SIGNS.index(name) for name in names), strict=True))
        signs = tuple(by_planet[planet] for planet in range(N_PLANETS))
        found[date] = StartDate(date, str(part.get("occasion", str)), signs)
    if not found:
        source.refuse("start_dates", "must have at least one date")
    return found


_SOURCE = data.load(__file__, "ptolemaeus", "components.toml")
_SOURCE.only(
    "signs", "colours", "planets", "hand_at_start", "display", "wipe_at", "wipes_in_a_row",
    "tokens_per_player", "laps_per_round", "win_at", "asteroids_per_point", "asteroids_per_bonus",
    "planet_points", "objective_points", "constellation_cards", "events", "bonus", "objectives",
    "solo_ranks", "start_dates",
)  # fmt: skip

SIGNS = _names(_SOURCE, "signs", N_SIGNS)
COLOURS = _names(_SOURCE, "colours", N_COLOURS)
PLANETS = _planets(_SOURCE)
BODIES = (*PLANETS, "comet")
FACES = (*SIGNS, "joker")
HAND_AT_START = _SOURCE.whole("hand_at_start", 0, 10)
DISPLAY = _SOURCE.whole("display", 1, 8)
WIPE_AT = _SOURCE.whole("wipe_at", 2, 9)
WIPES_IN_A_ROW = _SOURCE.whole("wipes_in_a_row", 0, 3)
TOKENS = _SOURCE.whole("tokens_per_player", 7, 15)
LAPS = _SOURCE.whole("laps_per_round", 1, 9)
WIN_AT = _SOURCE.whole("win_at", 1, 99)
ASTEROIDS_PER_POINT = _SOURCE.whole("asteroids_per_point", 1, 12)
ASTEROIDS_PER_BONUS = _SOURCE.whole("asteroids_per_bonus", 1, 12)
PER_SIGN, JOKERS = _cards(_SOURCE)
EVENTS = _events(_SOURCE)
OBJECTIVES = _objectives(_SOURCE)
BONUS_PRESETS = _bonus(_SOURCE)
SOLO_RANKS = _solo_ranks(_SOURCE)
START_DATES = _start_dates(_SOURCE)
DIGEST = _SOURCE.digest()

N_CARDS = N_SIGNS * PER_SIGN + JOKERS
N_BONUS = _TOTALS["bonus"]
EVENT_NAMES = (*EVENTS, "eclipsis")
N_EVENTS = len(EVENT_NAMES)
ECLIPSIS = N_EVENTS - 1
OBJECTIVE_NAMES = tuple(OBJECTIVES)
N_OBJECTIVES = len(OBJECTIVES)
ALL_SIGNS = (1 << N_SIGNS) - 1

# What the rules read.
PLANET_POINTS = table(_points(_SOURCE, "planet_points", N_PLANETS + 1), np.int64)
OBJECTIVE_POINTS = table(_points(_SOURCE, "objective_points", 4), np.int64)
EVENT_PLANETS = table([*EVENTS.values(), 0], np.int64)
OBJECTIVE_PLANETS = table(list(OBJECTIVES.values()), np.int64)
COPIES = table([PER_SIGN] * N_SIGNS + [JOKERS], np.int64)
SIGNS_OF_COLOUR = table(
    [sum(1 << sign for sign in range(colour, N_SIGNS, N_COLOURS)) for colour in range(N_COLOURS)], np.int64
)
PLANET_COUNT = table([bits.bit_count() for bits in range(1 << N_PLANETS)], np.int64)
"""How many planets a set has."""
IMPROVED_BY = table([LUNA, VENUS, MARS, SATURNUS, MERCURIUS, SOL, IUPITER, -1, -1, -1, -1, -1], np.int64)
"""The planet whose study improves a bonus card (PT-12.5), or -1."""

# Configurations (PT-7.7): 12 conjunctions, 6 oppositions, 4 trines, 12 squares.
CONFIGURATION_KINDS = ("conjunction", "opposition", "trine", "square")
OPPOSITION, TRINE, SQUARE = 12, 18, 22
CONFIGURATION_SIGNS = (
    *((sign, sign) for sign in range(N_SIGNS)),
    *((sign, sign + 6) for sign in range(6)),
    *((sign, sign + 4, sign + 8) for sign in range(4)),
    *(tuple(sorted((sign, (sign + 3) % N_SIGNS))) for sign in range(N_SIGNS)),
)
N_CONFIGURATIONS = len(CONFIGURATION_SIGNS)
CONFIGURATION = table([(*signs, -1)[:3] for signs in CONFIGURATION_SIGNS], np.int64)
CONFIGURATION_SIZE = table([len(signs) for signs in CONFIGURATION_SIGNS], np.int64)
CONFIGURATION_MASK = table([sum(1 << sign for sign in set(signs)) for signs in CONFIGURATION_SIGNS], np.int64)
