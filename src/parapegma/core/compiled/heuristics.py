"""What thinking players ask of whatever game a state belongs to.

A game's ``heuristics.py`` gives two compiled functions, a policy and a value. Search, playouts and greedy
players find them by the dtype of the state record, as they find the rules (see
:mod:`parapegma.core.compiled.rules`). A game without heuristics is played by its points alone.

The weights of a heuristic are not frozen into the code: they are handed over with every call. So two players
can think with different weights at one table, and the arena can tell which is better.
"""

from __future__ import annotations

from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from parapegma.core.compiled.jit import COMPILED, rule
from parapegma.core.compiled.rules import check_contract, contract_of, scores

POINT = 100
"""One point of the game, in the unit of ``value``."""

_HEURISTICS: dict[np.dtype[Any], Any] = {}


def register_heuristics(state: np.dtype[Any], module: ModuleType | None) -> None:
    """Let generic code find a game's heuristics by the dtype of its state."""
    if module is not None:
        check_contract(module, CONTRACT)
    _HEURISTICS[state] = module or _BY_POINTS


def _heuristics_of(state: np.dtype[Any]) -> Any:
    return _HEURISTICS[state]


def policy(s: Any, choices: Any, n: Any, priors: Any, weights: Any) -> None:
    """Write how likely each of the first n ``choices`` should be in a quick playout: whole numbers from 0.

    At least one is above 0. It is called at every step of every playout, so it must be cheap.
    """
    _heuristics_of(s.dtype).policy(s, choices, n, priors, weights)


def value(s: Any, values: Any, weights: Any) -> None:
    """Write the value of the position for every seat: the points it may expect in the end, in hundredths."""
    _heuristics_of(s.dtype).value(s, values, weights)


CONTRACT = contract_of(policy, value)
"""The compiled functions of a game's heuristics, and their parameters."""


@rule
def _all_alike(s, choices, n, priors, weights):
    for i in range(n):
        priors[i] = 1


@rule
def _points_now(s, values, weights):
    scores(s, values)
    for seat in range(s.players):
        values[seat] *= POINT


@rule
def policy_at(states, choices, n, priors, weights):
    """The policy for a position in Python's hands."""
    policy(states[0], choices, n, priors, weights)


@rule
def value_at(states, values, weights):
    """The value of a position in Python's hands."""
    value(states[0], values, weights)


_BY_POINTS = SimpleNamespace(policy=_all_alike, value=_points_now)

if COMPILED:
    from parapegma.core.compiled.rules import overload_by_state

    overload_by_state(policy, CONTRACT["policy"], _heuristics_of)
    overload_by_state(value, CONTRACT["value"], _heuristics_of)
