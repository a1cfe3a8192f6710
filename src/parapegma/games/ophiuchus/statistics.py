"""Ophiuchus: where points come from, and what there is to count."""

from collections.abc import Sequence

from parapegma.core import engine
from parapegma.core.compiled.arrays import States
from parapegma.core.scoring_steps import ScoringStep
from parapegma.core.statistics import Count, Countables, Statistics
from parapegma.games.ophiuchus.components import CARD_NAMES, POINTS, TILE_NAMES
from parapegma.games.ophiuchus.state import CLAIMED, ENDED, LAID, TOOK_TOKEN

_SOURCES = ("constellations", "tokens", "tiles in hand")


def scoring_steps(states: States, events: Sequence[tuple[int, int, int, int]]) -> list[ScoringStep]:
    """Each constellation, in the order in which they were claimed, with the tile that completed it."""
    seats = range(int(states[0]["players"]))
    won, tokens, hands = (states[name][0].tolist() for name in ("won", "tokens", "hand"))
    steps, tile = [], ""
    for kind, seat, a, _ in events:
        if kind == LAID:
            tile = TILE_NAMES[a]
        elif kind == CLAIMED and won[seat] >> a & 1:
            steps.append(
                ScoringStep(
                    source=_SOURCES[0],
                    what=CARD_NAMES[a],
                    seat=seat,
                    points=[int(POINTS[a]) if each == seat else 0 for each in seats],
                    places=[f"card:{CARD_NAMES[a]}", f"tile:{tile}"],
                )
            )
    points = engine.sources(states, len(_SOURCES))
    held = {1: [tokens[seat] for seat in seats], 2: [hands[seat].bit_count() for seat in seats]}
    for source, counts in held.items():
        if any(counts):
            of_seats = [points[seat][source] for seat in seats]
            steps.append(ScoringStep(source=_SOURCES[source], points=of_seats, counts=counts))
    return steps


STATISTICS = Statistics(
    sources=_SOURCES,
    countables=(
        Countables("constellations claimed", CARD_NAMES, (Count(CLAIMED),)),
        Countables("tiles laid", TILE_NAMES, (Count(LAID),)),
        Countables("rows of 13", ("token taken",), (Count(TOOK_TOKEN),)),
    ),
    length="tiles laid",
    length_count=Count(LAID),
    ending=Count(ENDED),
    steps=scoring_steps,
)
