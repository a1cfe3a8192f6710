"""Bots by name: the levels that people choose from, and the players that researchers compare.

A name may carry a budget: ``search:800`` thinks for 800 iterations, ``search:1.5s`` for one and a half
seconds, ``search:800x2`` with two trees that share them. ``master:untimed`` is a level without its clock: all
its iterations, however long they take. ``look`` plays by the game's network alone, ``look:FILE`` by one of
your own; ``search:800@FILE``, ``oracle@FILE`` search with it, ``search:800@game`` with the game's if it comes
with one. Weights of the game's heuristics may be changed
for one bot: ``greedy[claim=300]``. Other packages add bots under the entry point group ``parapegma.bots``;
``module:name`` finds one in any module.
"""

from __future__ import annotations

import functools
import re
import secrets
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module, metadata
from typing import Any

from parapegma.bots.bot import Bot, Limits
from parapegma.bots.greedy import Greedy
from parapegma.bots.grove import Grove
from parapegma.bots.network import Network, has_network, network_in, network_of
from parapegma.bots.search import Search
from parapegma.bots.simple import Light, Random
from parapegma.core.game import Game
from parapegma.errors import OptionError, ParapegmaError, near

BOT_ENTRY_POINTS = "parapegma.bots"
"""Other packages offer bots under this entry point group: functions of a game and a seed."""

OF_GAME = "game"
"""In the place of a file: the network that the game comes with, if it comes with one."""

Changes = dict[str, int]
"""Weights that are changed for one bot."""
Maker = Callable[[Game, int, Changes], Bot]

_BLIND: Changes = {"search_foresight": 0}
"""A novice does not look through his whole turn."""

LEVELS: dict[str, Maker] = {
    "novice": lambda game, seed, changes: Search(game, Limits(20), seed, _BLIND | changes, sample=True),
    "adept": lambda game, seed, changes: Search(game, Limits(250, 0.5), seed, changes),
    "master": lambda game, seed, changes: Search(game, Limits(10_000, 1.8), seed, changes),
    "oracle": lambda game, seed, changes: _oracle(game, seed, changes),
}
"""Whom people play against. A master thinks half a second on a quiet machine, an oracle up to three."""
_ORACLE_TREES, _ORACLE_LIMITS = 2, Limits(60_000, 3.0)

BOTS: dict[str, Maker] = {
    "random": lambda game, seed, changes: Random(seed),
    "light": Light,
    "greedy": Greedy,
    **LEVELS,
}
"""Everyone who can take a seat by name alone."""

_NAME = re.compile(
    r"(?P<name>[a-z]+)(:((?P<budget>\d+(\.\d+)?)(?P<unit>s?)(x(?P<trees>\d+))?|(?P<untimed>untimed)))?"
    r"(@(?P<file>[^@\[\]]+))?(\[(?P<changes>[a-z_0-9=,\-]*)\])?"
)
_ELSEWHERE = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")
_MOST_TREES = 64


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
    if name.partition(":")[0] == "look":
        from parapegma.bots.look import Look

        return Look(game, name.partition(":")[2])
    read = _NAME.fullmatch(name)
    if read and read["name"] == "search":
        return _search(name, read, game, seed)
    if read and read["name"] in BOTS:
        if read["budget"]:
            raise OptionError(f"{name!r}: only a search takes a budget, as in search:800 or search:1s")
        if read["untimed"] and read["name"] not in LEVELS:
            raise OptionError(f"{name!r}: only a level has a clock to do without: {', '.join(LEVELS)}")
        changes = _changes(name, read["changes"])
        if not read["file"]:
            bot = BOTS[read["name"]](game, seed, changes)
        elif read["name"] == "oracle":
            bot = _oracle(game, seed, changes, read["file"])
        else:
            raise OptionError(f"{name!r}: only a search and an oracle take a network, as in search:800@FILE")
        if read["untimed"]:
            bot.limits = replace(bot.limits, seconds=None)
        return bot
    if name.partition(":")[0] == "search":
        raise _no_budget(name)
    if _ELSEWHERE.fullmatch(name):
        return _made(name, _found(name), game, seed)
    known = [*BOTS, "look", "search:800", "search:1s", *others]
    raise OptionError(f"there is no bot {name!r}{near(name, known)}; bots: {', '.join(known)}")


@functools.cache
def _from_other_packages() -> dict[str, metadata.EntryPoint]:
    return {entry.name: entry for entry in metadata.entry_points(group=BOT_ENTRY_POINTS)}


def _search(name: str, read: re.Match[str], game: Game, seed: int) -> Bot:
    budget, changes = read["budget"], _changes(name, read["changes"])
    if not budget or float(budget) <= 0 or (not read["unit"] and "." in budget):
        raise _no_budget(name)
    limits = Limits(seconds=float(budget)) if read["unit"] else Limits(int(budget))
    trees = int(read["trees"] or 1)
    if not 1 <= trees <= _MOST_TREES:
        raise OptionError(f"{name!r}: a search has 1 to {_MOST_TREES} trees, not {trees}")
    network = _network(game, read["file"])
    if trees == 1:
        return Search(game, limits, seed, changes, network=network)
    return Grove(game, trees, limits, seed, changes, network)


def _oracle(game: Game, seed: int, changes: Changes, file: str = OF_GAME) -> Bot:
    return Grove(game, _ORACLE_TREES, _ORACLE_LIMITS, seed, changes, _network(game, file))


def asks_network_of_game(name: str) -> bool:
    """Whether a bot of that name asks the network that its game comes with, if it comes with one.

    >>> [asks_network_of_game(name) for name in ("oracle", "oracle@my.bin", "search:800@game", "master")]
    [True, False, True, False]
    """
    read = _NAME.fullmatch(name)
    return read is not None and (read["file"] or (OF_GAME if read["name"] == "oracle" else "")) == OF_GAME


def _network(game: Game, file: str | None) -> Network | None:
    """That of a file, or that which a game comes with, if there is one."""
    if file == OF_GAME:
        return network_of(game) if has_network(game) else None
    return network_in(game, file) if file else None


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
