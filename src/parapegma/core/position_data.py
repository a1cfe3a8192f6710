"""Positions: what FEN is to chess, for any game.

A position is plain data in the game's own words (its ``position.py`` says which), and the state of
chance: the key of the shuffles and how many random numbers have been used.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from parapegma.core import engine
from parapegma.core.compiled.arrays import States
from parapegma.core.game import Game
from parapegma.errors import PositionError


def read_position(game: Game, states: States) -> dict[str, Any]:
    """The whole position, hidden parts included."""
    s = states[0]
    key = np.asarray(s["key"], dtype="<u8").tobytes().hex()
    return {**game.positions.read(states), "chance": {"key": key, "counter": int(s["counter"])}}


def build_position(game: Game, states: States, data: Mapping[str, Any]) -> None:
    """Change a dealt position into the one described; impossible ones are refused."""
    if not isinstance(data, Mapping):
        raise PositionError(f"a position is a table of its parts, not {data!r}")
    chance = data.get("chance")
    if chance is not None:
        _set_chance(states, chance)
    game.positions.build(states, {part: value for part, value in data.items() if part != "chance"})
    broken = engine.broken(states)
    if broken:
        raise PositionError(f"this position cannot occur; it breaks: {game.invariants[broken]}")


def _set_chance(states: States, chance: Any) -> None:
    s = states[0]
    try:
        key = np.frombuffer(bytes.fromhex(chance["key"]), dtype="<u8")
        counter = int(chance["counter"])
        if len(key) != 2 or not 0 <= counter < 1 << 63:
            raise ValueError
    except (KeyError, TypeError, ValueError):
        raise PositionError("chance must be {key: 32 hexadecimal digits, counter: a whole number}") from None
    s["key"] = key
    s["counter"] = counter
