"""Ophiuchus: where points come from, and what there is to count."""

from parapegma.core.statistics import Count, Countables, Statistics
from parapegma.games.ophiuchus.components import CARD_NAMES, TILE_NAMES
from parapegma.games.ophiuchus.state import CLAIMED, ENDED, LAID, TOOK_TOKEN

STATISTICS = Statistics(
    sources=("constellations", "tokens", "tiles in hand"),
    things=(
        Countables("constellations claimed", CARD_NAMES, (Count(CLAIMED),)),
        Countables("tiles laid", TILE_NAMES, (Count(LAID),)),
        Countables("rows of 13", ("token taken",), (Count(TOOK_TOKEN),)),
    ),
    length="tiles laid",
    length_count=Count(LAID),
    ending=Count(ENDED),
)
