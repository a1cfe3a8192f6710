"""Pacal's Rocket: where points come from, and what there is to count."""

from collections.abc import Sequence

import numpy as np

from parapegma.core import engine
from parapegma.core.compiled.arrays import States, as_argument
from parapegma.core.scoring_steps import ScoringStep
from parapegma.core.statistics import Count, Countables, Statistics
from parapegma.games.pacal.components import (
    CELLS,
    DISTRICT_NAMES,
    HEIGHTS,
    LAKE,
    MOST_PLAYERS,
    N_DISTRICTS,
    RIVER,
    SACRED_STONES,
)
from parapegma.games.pacal.components.board import BOARD
from parapegma.games.pacal.components.constellations import PATTERNS, Pattern
from parapegma.games.pacal.rules import scoring
from parapegma.games.pacal.state import BUILT, CHOSE, DISCARDED, ENDED, MOVED, MOVES, OVER, ROLLED, SCORED

_SOURCES = ("building", "penultimate pyramid", "river", "lake", "districts", "sacred stones")


def _shape(pattern: Pattern) -> str:
    """A constellation without its direction: how many stones, and how far apart.

    >>> _shape(PATTERNS[0]), _shape(PATTERNS[-1])
    ('single', 'square 10')
    """
    if pattern.height == 1:
        return "single"
    steps = [max(abs(down), abs(right)) for down, right in pattern.cells]
    apart = min(step for step in steps if step > 0)
    if pattern.height == 2:
        return "pair"
    return f"square {apart}" if pattern.height == HEIGHTS else f"line of {pattern.height}, {apart} apart"


_SHAPES = tuple(dict.fromkeys(_shape(pattern) for pattern in PATTERNS))
_DISTRICT_OF = tuple(
    -1 if BOARD.letter(cell) == BOARD.lake else DISTRICT_NAMES.index(BOARD.letter(cell))
    for cell in range(CELLS)
)
_SACRED_OF = tuple(
    SACRED_STONES.index(value) if value in SACRED_STONES else -1 for value in range(max(SACRED_STONES) + 1)
)
_DISTRICTS = tuple(f"{name} ({value})" for name, value in BOARD.values.items())


def scoring_steps(states: States, events: Sequence[tuple[int, int, int, int]]) -> list[ScoringStep]:
    """What building brought in each district; then river, lake, and who is strongest in which district."""
    seats = range(int(states[0]["players"]))
    built = [[0 for _ in seats] for _ in DISTRICT_NAMES]
    for kind, seat, won_now, district in events:
        if kind == SCORED:
            built[district][seat] += won_now
    steps = [
        _in_district("building", district, points) for district, points in enumerate(built) if any(points)
    ]
    if states[0]["phase"] != OVER:
        return steps
    sources = engine.sources(states, len(_SOURCES))
    water = RIVER | (LAKE if states[0]["combined_waters"] else 0)
    for source, waters in ((2, water), (3, LAKE)):
        points = [sources[seat][source] for seat in seats]
        if any(points):
            counts = [int(scoring.water_strength_at(as_argument(states), seat, waters)) for seat in seats]
            name = _SOURCES[source]
            steps.append(ScoringStep(source=name, points=points, counts=counts, places=[name]))
    won = np.zeros((N_DISTRICTS, MOST_PLAYERS), np.int64)
    scoring.all_districts_at(as_argument(states), as_argument(won))
    storeys = states["strength"][0].tolist()
    for district, gives in enumerate(won.tolist()):
        points = [gives[seat] for seat in seats]
        if any(points):
            counts = [storeys[district][seat] for seat in seats]
            steps.append(_in_district("districts", district, points, counts))
    return steps


def _in_district(
    source: str, district: int, points: list[int], counts: list[int] | None = None
) -> ScoringStep:
    name = DISTRICT_NAMES[district]
    return ScoringStep(source=source, what=name, points=points, counts=counts, places=[f"district {name}"])


STATISTICS = Statistics(
    sources=_SOURCES,
    countables=(
        Countables("districts built in", _DISTRICTS, (Count(BUILT, "a", _DISTRICT_OF),)),
        Countables("districts led when building", _DISTRICTS, (Count(SCORED, "b"),)),
        Countables(
            "pyramids built",
            tuple(f"height {height}" for height in range(1, HEIGHTS + 1)),
            (Count(BUILT, "b", tuple(b // 8 - 1 for b in range(8 * (HEIGHTS + 1)))),),
        ),
        Countables(
            "constellations used",
            _SHAPES,
            (Count(CHOSE, "b", tuple(_SHAPES.index(_shape(pattern)) for pattern in PATTERNS)),),
        ),
        Countables(
            "sacred stones given up",
            tuple(f"stone {value}" for value in SACRED_STONES),
            (Count(DISCARDED, "a", _SACRED_OF),),
        ),
        Countables(
            "moves",
            MOVES,
            (Count(MOVED, "b", tuple(b % 8 if b % 8 < len(MOVES) else -1 for b in range(8 * CELLS))),),
        ),
    ),
    length="rounds",
    length_count=Count(ROLLED),
    ending=Count(ENDED),
    steps=scoring_steps,
)
