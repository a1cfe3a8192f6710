"""Ulysses: where points come from, and what there is to count."""

from collections.abc import Sequence

from parapegma.core.compiled.arrays import States
from parapegma.core.scoring_steps import ScoringStep
from parapegma.core.statistics import Count, Countables, Statistics
from parapegma.games.ulysses.components import CARD_TYPES, COLOUR, COLOURS, PLACE_NAMES, TEMPLES
from parapegma.games.ulysses.state import (
    BACKED,
    BUILT,
    CLEARED,
    DISC,
    ENDED,
    FACTION_NAMES,
    NO_WIND,
    OPPOSED,
    PLAGUED,
    PLAYED,
    REVEALED,
    SAILED,
    TOOK,
    TURN,
)

_ANY_PLACE = len(PLACE_NAMES)
_SOURCES = tuple(f"{colour.replace('_', ' ')} objective" for colour in COLOURS)


def scoring_steps(states: States, events: Sequence[tuple[int, int, int, int]]) -> list[ScoringStep]:
    """Every objective: those reached, in the order in which they were shown, and those that were not."""
    objective, revealed = (states[name][0].tolist() for name in ("objective", "revealed"))
    seats = range(int(states[0]["players"]))
    shown = [(seat, slot) for kind, seat, _, slot in events if kind == REVEALED]
    every = [(seat, slot) for seat in seats for slot in range(len(objective[seat]))]
    return [
        ScoringStep(
            source=_SOURCES[COLOUR[objective[seat][slot]]],
            what=PLACE_NAMES[objective[seat][slot]],
            seat=seat,
            points=[revealed[seat] >> slot & 1 if each == seat else 0 for each in seats],
            places=[PLACE_NAMES[objective[seat][slot]]],
        )
        for seat, slot in dict.fromkeys([*shown, *every])
    ]


STATISTICS = Statistics(
    sources=_SOURCES,
    countables=(
        Countables("objectives shown", PLACE_NAMES, (Count(REVEALED),)),
        Countables("objectives held at the end", PLACE_NAMES, field="objective"),
        Countables("cards played", CARD_TYPES, (Count(PLAYED),)),
        Countables(
            "actions",
            ("plague placed", "plague cleared", "objective changed", "temple built", "opposition begun"),
            (
                Count(PLAGUED, "a", (0,) * _ANY_PLACE),
                Count(CLEARED, "a", (1,) * _ANY_PLACE),
                Count(TOOK, "a", (2,) * _ANY_PLACE),
                Count(BUILT, "a", (3,) * (TEMPLES + 1)),
                Count(OPPOSED, "a", (4,) * len(FACTION_NAMES)),
            ),
        ),
        Countables("discs placed", FACTION_NAMES, (Count(DISC),)),
        Countables("sides supported", FACTION_NAMES, (Count(BACKED),)),
        Countables("ends of a leg", ("turn ended without wind",), (Count(NO_WIND),)),
        Countables("places sailed to in the own turn", PLACE_NAMES, (Count(SAILED),)),
    ),
    length="turns",
    length_count=Count(TURN, "a", (0,) * 32768),
    ending=Count(ENDED),
    steps=scoring_steps,
)
