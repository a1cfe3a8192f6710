"""Ptolemaeus: where points come from, and what there is to count."""

from collections.abc import Sequence

from parapegma.core import engine
from parapegma.core.compiled.arrays import States
from parapegma.core.scoring_steps import ScoringStep
from parapegma.core.statistics import Count, Countables, Statistics
from parapegma.games.ptolemaeus.components import (
    BONUS_KINDS,
    FACES,
    LAPS,
    N_CONFIGURATIONS,
    N_SIGNS,
    NOVA_CONSTELLATIO,
    OBJECTIVE_NAMES,
    OBJECTIVE_PLANETS,
    OPPOSITION,
    PLANET_COUNT,
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

_SOURCES = ("planets", "objective", "asteroids", "nova constellatio")
_OBSERVATIONS = ("one sign", "conjunction", "opposition", "trine", "square")


def _observation(action: int) -> int:
    """The kind of observation that an action announces, or -1."""
    if OBSERVE <= action < OBSERVE + N_SIGNS:
        return 0
    configuration = action - CONFIGURE
    if not 0 <= configuration < N_CONFIGURATIONS:
        return -1
    return 1 + sum(configuration >= first for first in (OPPOSITION, TRINE, SQUARE))


def scoring_steps(states: States, events: Sequence[tuple[int, int, int, int]]) -> list[ScoringStep]:
    """Planets, objectives with the planets they name, asteroids, Nova Constellatio; and where they lie."""
    seats = range(int(states[0]["players"]))
    points = [list(of_source) for of_source in zip(*engine.sources(states, len(_SOURCES)), strict=True)]
    studied, objective, asteroids, bonus = (
        states[name][0].tolist() for name in ("studied", "objective", "asteroids", "bonus")
    )
    planets = [int(PLANET_COUNT[studied[seat]]) for seat in seats]
    by_anyone = 0
    for seat in seats:
        by_anyone |= studied[seat]
    steps = [ScoringStep(source=_SOURCES[0], points=points[0], counts=planets, places=_planets(by_anyone))]
    for seat in seats:
        aims = int(OBJECTIVE_PLANETS[objective[seat]])
        steps.append(
            ScoringStep(
                source=_SOURCES[1],
                what=OBJECTIVE_NAMES[objective[seat]],
                seat=seat,
                points=[points[1][seat] if each == seat else 0 for each in seats],
                counts=[int(PLANET_COUNT[studied[seat] & aims]) if each == seat else 0 for each in seats],
                places=_planets(aims),
            )
        )
    stones = [asteroids[seat] for seat in seats]
    novae = [bonus[seat] >> 4 * NOVA_CONSTELLATIO & 15 for seat in seats]
    taken = [f"asteroid:{SIGNS[sign]}" for kind, _, sign, _ in events if kind == TOOK_ASTEROID]
    for source, counts, places in ((2, stones, taken), (3, novae, ["nova"])):
        if any(counts):
            step = ScoringStep(source=_SOURCES[source], points=points[source], counts=counts, places=places)
            steps.append(step)
    return steps


def _planets(bits: int) -> list[str]:
    return [planet for n, planet in enumerate(PLANETS) if bits >> n & 1]


STATISTICS = Statistics(
    sources=_SOURCES,
    countables=(
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
    steps=scoring_steps,
)
