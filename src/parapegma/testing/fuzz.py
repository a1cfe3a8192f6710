"""Random games over all options and player counts, with every position checked for broken invariants."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from parapegma.core.compiled import entry_points
from parapegma.core.compiled.arrays import MOST_CHOICES, as_argument, new_states
from parapegma.core.compiled.jit import COMPILED
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.game import Game
from parapegma.core.options import Value
from parapegma.core.position import Position
from parapegma.errors import OptionError

NO_CHOICE = -99
MOST_COMBINATIONS = 250
"""Combinations of options, for each number of players, up to which all are tried."""


@dataclass(frozen=True)
class Setting:
    """A number of players and options that go together."""

    players: int
    options: dict[str, Value]

    def __str__(self) -> str:
        return ", ".join(
            [f"{self.players} players", *(f"{name}={value}" for name, value in self.options.items())]
        )


def every_setting(game: Game) -> list[Setting]:
    """Every combination of options, for every number of players, that the game accepts, each once.

    Of an option with more than four values the first, the last and two between are taken; of a text
    option the default. Where there are very many combinations, each value is taken once with all else
    by default, and then combinations at random, always the same ones.
    """
    found: dict[str, Setting] = {}
    choices = [_sample(option.values, option.default) for option in game.options]
    names = [option.name for option in game.options]
    defaults = [option.default for option in game.options]
    for players in game.players:
        for values in _combinations(choices, defaults):
            try:
                seats, options = game.check(players, dict(zip(names, values, strict=True)))
            except OptionError:
                continue
            setting = Setting(seats, options)
            found.setdefault(str(setting), setting)
    return list(found.values())


def _combinations(choices: list[list[Value]], defaults: list[Value]) -> Iterator[tuple[Value, ...]]:
    if math.prod(len(values) for values in choices) <= MOST_COMBINATIONS:
        yield from itertools.product(*choices)
        return
    for n, values in enumerate(choices):
        for value in values:
            yield (*defaults[:n], value, *defaults[n + 1 :])
    choose = random.Random(1)
    for _ in range(MOST_COMBINATIONS):
        yield tuple(choose.choice(values) for values in choices)


def covering(settings: list[Setting]) -> list[Setting]:
    """A few settings in which every number of players and every value of every option occurs."""
    chosen, missing = [], {fact for setting in settings for fact in _facts(setting)}
    while missing:
        best = max(settings, key=lambda setting: len(missing & _facts(setting)))
        chosen.append(best)
        missing -= _facts(best)
    return chosen


def _facts(setting: Setting) -> set[tuple[str, Value]]:
    return {("players", setting.players), *setting.options.items()}


def _sample(values: Any, default: Value) -> list[Value]:
    if values is None:
        return [default]
    listed = list(values)
    if len(listed) <= 4:
        return listed
    return [listed[0], listed[len(listed) // 3], listed[2 * len(listed) // 3], listed[-1]]


def fuzz(game: Game, games: int, seed: int = 1, check: bool = True) -> Iterator[tuple[Setting, int]]:
    """Play ``games`` random games spread over every setting; yield each setting's number of decisions.

    A broken invariant stops it with an error that names the setting and the key of the game, from
    which the same game can be played again.
    """
    settings = every_setting(game)
    for n, setting in enumerate(settings):
        share = games // len(settings) + (n < games % len(settings))
        if share:
            yield setting, random_games(game, setting, share, f"fuzz {seed} {n}", check)


def random_games(game: Game, setting: Setting, games: int, seed: int | str, check: bool) -> int:
    """Play whole random games of one setting; return the number of decisions."""
    states = new_states(game.state)
    options = np.array(game.encode(setting.players, setting.options), np.int64)
    out = np.zeros(MOST_CHOICES, np.int64)
    key = key_of_seed(seed)
    choose = np.uint64(1) if COMPILED else 1
    arguments = (as_argument(states), as_argument(options), as_argument(key), as_argument(out))
    steps = int(entry_points.random_games(*arguments, choose, games, check))
    if steps < 0:
        actor = Position(game, states).actor
        what = "no legal action before the end" if steps == NO_CHOICE else game.invariants[-steps]
        played_key = np.asarray(states[0]["key"], dtype="<u8").tobytes().hex()
        raise AssertionError(
            f"{game.name} ({setting}): {what}; seat {actor} to decide, seed key:{played_key}"
        )
    return steps
