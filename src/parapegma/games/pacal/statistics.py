"""Pacal's Rocket: where points come from, and what there is to count."""

from parapegma.core.statistics import Count, Countables, Statistics
from parapegma.games.pacal.components import CELLS, DISTRICT_NAMES, HEIGHTS, SACRED_STONES
from parapegma.games.pacal.components.board import BOARD
from parapegma.games.pacal.components.constellations import PATTERNS, Pattern
from parapegma.games.pacal.state import BUILT, CHOSE, DISCARDED, ENDED, MOVED, MOVES, ROLLED, SCORED


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

STATISTICS = Statistics(
    sources=("building", "penultimate pyramid", "river", "lake", "districts", "sacred stones"),
    things=(
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
)
