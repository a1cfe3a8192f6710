"""Bots by name, and the three levels that people choose from."""

from __future__ import annotations

import random
from collections.abc import Callable

from parapegma.bots.bot import Bot, Thought
from parapegma.bots.search import Search
from parapegma.core import engine
from parapegma.core.errors import OptionError, near
from parapegma.core.states import States


class Random:
    """Any legal action, each as likely as the others."""

    def __init__(self, seed: int | None = None) -> None:
        self._choose = random.Random(seed)

    def think(self, states: States, seat: int) -> Thought:
        return Thought(self._choose.choice(engine.legal(states)))


LEVELS: dict[str, Callable[[], Bot]] = {
    "random": Random,
    "novice": lambda: Search(iterations=40),
    "adept": lambda: Search(iterations=800, seconds=0.5),
    "master": lambda: Search(seconds=1.5),
}
"""Who can take a seat. A master thinks at most two seconds."""


def bot_named(name: str) -> Bot:
    """A bot of a level.

    >>> type(bot_named("master")).__name__
    'Search'
    """
    if name not in LEVELS:
        raise OptionError(f"there is no bot {name!r}{near(name, LEVELS)}; bots: {', '.join(LEVELS)}")
    return LEVELS[name]()
