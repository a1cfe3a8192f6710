"""Ulysses: where points come from, and what there is to count."""

from parapegma.core.statistics import Count, Countables, Statistics
from parapegma.games.ulysses.components import CARD_TYPES, COLOURS, PLACE_NAMES, TEMPLES
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

STATISTICS = Statistics(
    sources=tuple(f"{colour.replace('_', ' ')} objective" for colour in COLOURS),
    things=(
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
)
