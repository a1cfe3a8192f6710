"""Ophiuchus: where points come from, and what there is to count."""

from parapegma.core.study import Count, Study, Things
from parapegma.games.ophiuchus.components import CARDS, TILE_NAMES
from parapegma.games.ophiuchus.state import CLAIMED, ENDED, LAID, TOOK_TOKEN

STUDY = Study(
    sources=("constellations", "tokens", "tiles in hand"),
    things=(
        Things("constellations claimed", tuple(card.id for card in CARDS), (Count(CLAIMED),)),
        Things("tiles laid", TILE_NAMES, (Count(LAID),)),
        Things("rows of 13", ("token taken",), (Count(TOOK_TOKEN),)),
    ),
    length="tiles laid",
    length_count=Count(LAID),
    ending=Count(ENDED),
)
