"""Ptolemaeus: where points come from, and what there is to count."""

from parapegma.core.statistics import Count, Countables, Statistics
from parapegma.games.ptolemaeus.components import (
    BONUS_KINDS,
    FACES,
    LAPS,
    N_CONFIGURATIONS,
    N_SIGNS,
    OBJECTIVE_NAMES,
    OPPOSITION,
    PLANETS,
    SIGNS,
    SQUARE,
    TRINE,
)
from parapegma.games.ptolemaeus.rules.turn import CONFIGURE, OBSERVE
from parapegma.games.ptolemaeus.state import (
    BEGAN_LAP,
    DREW_BONUS,
    ENDED,
    OBSERVED,
    PLACED,
    PLAYED,
    STUDIED,
    TOOK,
    TOOK_ASTEROID,
)

_OBSERVATIONS = ("one sign", "conjunction", "opposition", "trine", "square")


def _observation(action: int) -> int:
    """The kind of observation that an action announces, or -1."""
    if OBSERVE <= action < OBSERVE + N_SIGNS:
        return 0
    configuration = action - CONFIGURE
    if not 0 <= configuration < N_CONFIGURATIONS:
        return -1
    return 1 + sum(configuration >= first for first in (OPPOSITION, TRINE, SQUARE))


STATISTICS = Statistics(
    sources=("planets", "objective", "asteroids", "nova constellatio"),
    things=(
        Countables("planets studied", PLANETS, (Count(STUDIED),)),
        Countables("bonus cards drawn", BONUS_KINDS, (Count(DREW_BONUS),)),
        Countables("bonus cards played", BONUS_KINDS[:-1], (Count(PLAYED),)),
        Countables("objectives dealt", OBJECTIVE_NAMES, field="objective"),
        Countables(
            "observations",
            _OBSERVATIONS,
            (Count(OBSERVED, "a", tuple(map(_observation, range(CONFIGURE + N_CONFIGURATIONS)))),),
        ),
        Countables("signs a token was placed on", SIGNS, (Count(PLACED),)),
        Countables("asteroids taken", SIGNS, (Count(TOOK_ASTEROID),)),
        Countables("cards taken face up", FACES, (Count(TOOK),)),
    ),
    length="rounds",
    # A round begins with its first lap; the first round has begun before anything happens.
    length_count=Count(BEGAN_LAP, "a", tuple(0 if lap == 1 else -1 for lap in range(LAPS + 1))),
    length_start=1,
    ending=Count(ENDED),
)
