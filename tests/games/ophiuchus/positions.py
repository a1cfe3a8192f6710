"""Positions out of random games, for tests that look at many of them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from parapegma.core.match import Match

SETTINGS = (
    (1, {}),
    (2, {"closed_zone": "corner"}),
    (3, {"end_mode": "play_out"}),
    (4, {"deal": "full", "closed_zone": "off"}),
    (2, {"deal": "full"}),
    (3, {"deal": "full", "closed_zone": "corner"}),
)


def random_turns(games: int, share: float) -> Iterator[tuple[Match, random.Random]]:
    """Some beginnings of turns out of random games over several options."""
    for seed in range(games):
        choose = random.Random(seed)
        players, options = SETTINGS[seed % len(SETTINGS)]
        match = Match("ophiuchus", players, seed, **options)
        while not match.over:
            if match.view().phase == "take" and match.view(match.actor).picked is None:
                if choose.random() < share:
                    yield match, choose
            match.act(choose.choice(match.position.legal()))
