"""Bots by name: the levels that people choose from, and the players that researchers compare.

A name may carry a budget: ``search:800`` thinks for 800 iterations, ``search:1.5s`` for one and a half
seconds. Weights of the game's heuristics may be changed for one bot: ``greedy[claim=300]``.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable

from parapegma.bots.bot import Bot
from parapegma.bots.greedy import Greedy
from parapegma.bots.search import Search
from parapegma.bots.simple import Light, Random
from parapegma.core.errors import OptionError, near
from parapegma.core.game import Game

Changes = dict[str, int]

LEVELS: dict[str, Callable[[Game, int, Changes], Bot]] = {
    "novice": lambda game, seed, changes: Search(game.knobs, 40, None, seed, changes),
    "adept": lambda game, seed, changes: Search(game.knobs, 600, 0.5, seed, changes),
    "master": lambda game, seed, changes: Search(game.knobs, None, 1.8, seed, changes),
}
"""Whom people play against. A master thinks at most two seconds."""

BOTS: dict[str, Callable[[Game, int, Changes], Bot]] = {
    "random": lambda game, seed, changes: Random(seed),
    "light": lambda game, seed, changes: Light(game.knobs, seed, changes),
    "greedy": lambda game, seed, changes: Greedy(game.knobs, seed, changes=changes),
    **LEVELS,
}
"""Everyone who can take a seat by name alone."""

_NAME = re.compile(
    r"(?P<name>[a-z]+)(:(?P<budget>\d+(\.\d+)?)(?P<unit>s?))?(\[(?P<changes>[a-z_0-9=,\-]*)\])?"
)


def bot_named(name: str, game: Game, seed: int | None = None) -> Bot:
    """A bot for a game, by its name.

    >>> from parapegma import find_game
    >>> type(bot_named("search:800", find_game("ulysses"))).__name__
    'Search'
    """
    read = _NAME.fullmatch(name)
    kind = read["name"] if read else name
    seed = secrets.randbits(63) if seed is None else seed
    if read is None or (kind not in BOTS and kind != "search"):
        known = [*BOTS, "search:800", "search:1s"]
        raise OptionError(f"there is no bot {name!r}{near(kind, known)}; bots: {', '.join(known)}")
    changes = _changes(name, read["changes"])
    if kind != "search":
        if read["budget"]:
            raise OptionError(f"{name!r}: only a search takes a budget, as in search:800 or search:1s")
        return BOTS[kind](game, seed, changes)
    if not read["budget"] or float(read["budget"]) <= 0 or (not read["unit"] and "." in read["budget"]):
        raise OptionError(f"{name!r}: a search needs iterations or seconds, as in search:800 or search:1s")
    if read["unit"]:
        return Search(game.knobs, None, float(read["budget"]), seed, changes)
    return Search(game.knobs, int(read["budget"]), None, seed, changes)


def _changes(name: str, text: str | None) -> Changes:
    changes: Changes = {}
    for part in filter(None, (text or "").split(",")):
        knob, _, value = part.partition("=")
        try:
            changes[knob] = int(value)
        except ValueError:
            raise OptionError(f"{name!r}: {part!r} is not a weight and a number, as in claim=300") from None
    return changes
