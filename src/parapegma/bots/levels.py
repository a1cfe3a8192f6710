"""Bots by name: the levels that people choose from, and the players that researchers compare.

A name may carry a budget: ``search:800`` thinks for 800 iterations, ``search:1.5s`` for one and a half
seconds. Weights of the game's heuristics may be changed for one bot: ``greedy[claim=300]``. Other packages
add bots under the entry point group ``parapegma.bots``; ``module:name`` finds one in any module.
"""

from __future__ import annotations

import functools
import re
import secrets
from collections.abc import Callable
from importlib import import_module, metadata
from typing import Any

from parapegma.bots.bot import Bot, Limits
from parapegma.bots.greedy import Greedy
from parapegma.bots.search import Search
from parapegma.bots.simple import Light, Random
from parapegma.core.game import Game
from parapegma.errors import OptionError, ParapegmaError, near

BOT_ENTRY_POINTS = "parapegma.bots"
"""Other packages offer bots under this entry point group: functions of a game and a seed."""

Changes = dict[str, int]
Maker = Callable[[Game, int, Changes], Bot]

LEVELS: dict[str, Maker] = {
    "novice": lambda game, seed, changes: Search(game, Limits(20), seed, changes, sample=True),
    "adept": lambda game, seed, changes: Search(game, Limits(120, 0.5), seed, changes),
    "master": lambda game, seed, changes: Search(game, Limits(10_000, 1.8), seed, changes),
}
"""Whom people play against. A master thinks half a second on a quiet machine, two on the busiest."""

BOTS: dict[str, Maker] = {
    "random": lambda game, seed, changes: Random(seed),
    "light": Light,
    "greedy": Greedy,
    **LEVELS,
}
"""Everyone who can take a seat by name alone."""

_NAME = re.compile(
    r"(?P<name>[a-z]+)(:(?P<budget>\d+(\.\d+)?)(?P<unit>s?))?(\[(?P<changes>[a-z_0-9=,\-]*)\])?"
)
_ELSEWHERE = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")


def bot_named(name: str, game: Game, seed: int | None = None) -> Bot:
    """A bot for a game, by its name.

    >>> from parapegma import find_game
    >>> type(bot_named("search:800", find_game("ulysses"))).__name__
    'Search'
    """
    seed = secrets.randbits(63) if seed is None else seed
    others = _from_other_packages()
    if name in others:
        return _made(name, others[name].load(), game, seed)
    read = _NAME.fullmatch(name)
    if read and read["name"] == "search":
        return _search(name, read, game, seed)
    if read and read["name"] in BOTS:
        if read["budget"]:
            raise OptionError(f"{name!r}: only a search takes a budget, as in search:800 or search:1s")
        return BOTS[read["name"]](game, seed, _changes(name, read["changes"]))
    if name.partition(":")[0] == "search":
        raise _no_budget(name)
    if _ELSEWHERE.fullmatch(name):
        return _made(name, _found(name), game, seed)
    known = [*BOTS, "search:800", "search:1s", *others]
    raise OptionError(f"there is no bot {name!r}{near(name, known)}; bots: {', '.join(known)}")


@functools.cache
def _from_other_packages() -> dict[str, metadata.EntryPoint]:
    return {entry.name: entry for entry in metadata.entry_points(group=BOT_ENTRY_POINTS)}


def _search(name: str, read: re.Match[str], game: Game, seed: int) -> Bot:
    budget, changes = read["budget"], _changes(name, read["changes"])
    if not budget or float(budget) <= 0 or (not read["unit"] and "." in budget):
        raise _no_budget(name)
    limits = Limits(seconds=float(budget)) if read["unit"] else Limits(int(budget))
    return Search(game, limits, seed, changes)


def _no_budget(name: str) -> OptionError:
    return OptionError(f"{name!r}: a search needs iterations or seconds, as in search:800 or search:1s")


def _changes(name: str, text: str | None) -> Changes:
    changes: Changes = {}
    for part in filter(None, (text or "").split(",")):
        weight, _, value = part.partition("=")
        try:
            changes[weight] = int(value)
        except ValueError:
            raise OptionError(f"{name!r}: {part!r} is not a weight and a number, as in claim=300") from None
    return changes


def _found(name: str) -> Any:
    module, _, attribute = name.partition(":")
    try:
        return getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise OptionError(f"{name!r}: {error}; say module:name of something that makes a bot") from None


def _made(name: str, maker: Any, game: Game, seed: int) -> Bot:
    try:
        bot: Bot = maker(game, seed)
    except ParapegmaError:
        raise
    except Exception as error:
        raise OptionError(
            f"{name!r} makes no bot of a game and a seed: {type(error).__name__}: {error}"
        ) from error
    missing = [part for part in ("think", "forget") if not callable(getattr(bot, part, None))]
    missing += [
        part
        for part, kind in (("limits", Limits), ("memory", int))
        if not isinstance(getattr(bot, part, None), kind)
    ]
    if missing:
        raise OptionError(
            f"{name!r} makes no bot: what it gives has no {' and no '.join(missing)}; a subclass of"
            " parapegma.bots.Bot has all but think"
        )
    return bot
