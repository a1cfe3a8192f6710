"""What thinking players ask of whatever game a state belongs to.

A game's ``heuristics.py`` gives two compiled functions. Search, playouts and greedy players find them by
the dtype of the state record, as they find the rules (see :mod:`parapegma.core.rules`). A game without
heuristics is played by its points alone.

What a heuristic weighs is not frozen into the code: ``knobs`` are handed over with every call. So two
players can think with different weights at one table, and the arena can tell which is better.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from parapegma.core import engine
from parapegma.core.data import load
from parapegma.core.errors import OptionError, near
from parapegma.core.jit import COMPILED, rule
from parapegma.core.rules import check_contract, scores
from parapegma.core.states import States, handed

CONTRACT: dict[str, str] = {
    "weigh": "s, choices, n, weights, knobs",
    "worth": "s, values, knobs",
}
"""The compiled functions of a game's heuristics, and their parameters."""

POINT = 100
"""One point of the game, in the unit of ``worth``."""

_MOST = 1_000_000
_UNTOUCHED = -(1 << 62)
_HEURISTICS: dict[np.dtype[Any], Any] = {}


@dataclass(frozen=True)
class Knobs:
    """The named weights of a game's heuristics, in the order in which its code knows them."""

    names: tuple[str, ...]
    values: tuple[int, ...]

    def array(self, changes: Mapping[str, int] | None = None) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The weights as compiled code wants them, some of them changed by name."""
        values = dict(zip(self.names, self.values, strict=True))
        for name, value in (changes or {}).items():
            if name not in values:
                known = ", ".join(self.names) or "none"
                raise OptionError(f"there is no weight {name!r}{near(name, values)}; weights: {known}")
            values[name] = value
        # An empty array has no place in compiled code, so there is always one number.
        return np.array([*values.values()] or [0], np.int64)


NO_KNOBS = Knobs((), ())


def load_knobs(package: str, game: str, names: tuple[str, ...]) -> Knobs:
    """Read the weights that a game's ``heuristics.py`` names from its ``data/heuristics.toml``.

    Each is a table with its ``value`` and the reason for it, ``why``.
    """
    data = load(package, game, "heuristics.toml")
    data.only(*names)
    values = []
    for name in names:
        knob = data.part(name)
        knob.only("value", "why")
        knob.get("why", str)
        values.append(knob.whole("value", -_MOST, _MOST))
    return Knobs(names, tuple(values))


def register_heuristics(state: np.dtype[Any], module: ModuleType | None) -> None:
    """Let generic code find a game's heuristics by the dtype of its state."""
    if module is not None:
        check_contract(module, CONTRACT)
    _HEURISTICS[state] = module or _BY_POINTS


def _heuristics_of(state: np.dtype[Any]) -> Any:
    return _HEURISTICS[state]


def weigh(s: Any, choices: Any, n: Any, weights: Any, knobs: Any) -> None:
    """Write how likely each of the first n ``choices`` should be in a quick playout: whole numbers from 0.

    At least one is above 0. It is called at every step of every playout, so it must be cheap.
    """
    _heuristics_of(s.dtype).weigh(s, choices, n, weights, knobs)


def worth(s: Any, values: Any, knobs: Any) -> None:
    """Write what every seat's position is worth: the points it may expect in the end, in hundredths."""
    _heuristics_of(s.dtype).worth(s, values, knobs)


@rule
def _weigh_alike(s, choices, n, weights, knobs):
    for i in range(n):
        weights[i] = 1


@rule
def _worth_its_points(s, values, knobs):
    scores(s, values)
    for seat in range(s.players):
        values[seat] *= POINT


@rule
def _weigh_in(states, choices, n, weights, knobs):
    weigh(states[0], choices, n, weights, knobs)


@rule
def _worth_in(states, values, knobs):
    worth(states[0], values, knobs)


def weights_of(states: States, knobs: np.ndarray[Any, np.dtype[np.int64]]) -> dict[int, int]:
    """How likely each legal action should be in a quick playout."""
    legal = engine.legal(states)
    choices, weights = np.array(legal, np.int64), np.full(len(legal) + 1, _UNTOUCHED, np.int64)
    _weigh_in(handed(states), handed(choices), len(legal), handed(weights), handed(knobs))
    if weights[-1] != _UNTOUCHED:
        raise TypeError("weigh writes more weights than there are choices")
    return dict(zip(legal, weights[:-1].tolist(), strict=True))


def worth_of(states: States, knobs: np.ndarray[Any, np.dtype[np.int64]]) -> list[int]:
    """What every seat may expect in the end, in hundredths of a point."""
    values = np.zeros(int(states[0]["players"]), np.int64)
    _worth_in(handed(states), handed(values), handed(knobs))
    found: list[int] = values.tolist()
    return found


_BY_POINTS = SimpleNamespace(weigh=_weigh_alike, worth=_worth_its_points)

if COMPILED:
    from parapegma.core.rules import overload_by_state

    overload_by_state(weigh, CONTRACT["weigh"], _heuristics_of)
    overload_by_state(worth, CONTRACT["worth"], _heuristics_of)
