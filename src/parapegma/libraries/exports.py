"""Which compiled functions a library exports, and the types of their arguments.

Numba finds types when a function is called; a library is built before anybody calls, so they are written
here: once for every function that Python calls. The types of a game's own entry points stand in its rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np

from parapegma.core.compiled.rules import CONTRACT, OPTIONAL
from parapegma.core.game import Game

STATES = "states"
"""The type of an array of a game's state records."""
RECORDS = "records"
"""An array of the records that the function's own module declares."""

_OF_RULES = {
    "s": STATES,
    "out": "int64[]",
    "options": "int64[]",
    "key": "uint64[]",
    "a": "int64",
    "seat": "int64",
}
_OF_GAMES = {"states": STATES, "number": "int64", "truth": "bool", "numbers": "int64[]", "table": "int64[,]"}
"""The words that a game's ``ENTRY_POINTS`` are written with."""

_FUNCTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "core.compiled.entry_points": {
        **{
            name: tuple(_OF_RULES[each] for each in names.split(", "))
            for name, names in (CONTRACT | OPTIONAL).items()
        },
        "observe": (STATES, "int64", "int16[]"),
        "pick": ("uint64", "int64"),
        "random_games": (STATES, "int64[]", "uint64[]", "int64[]", "uint64", "int64", "bool"),
        "copies": (STATES, "int64"),
        "perft": (STATES, "int64[,]", "int64"),
    },
    "core.compiled.rng": {
        "numbered_key": ("uint64[]", "int64", "uint64[]"),
    },
    "core.compiled.heuristics": {
        "policy_at": (STATES, "int64[]", "int64", "int64[]", "int64[]"),
        "value_at": (STATES, "int64[]", "int64[]"),
    },
    "bots.compiled.playout": {
        "choose_at": (STATES, "int64[,]", "int64", "int64[]", "uint64"),
    },
    "bots.compiled.lookahead": {
        "judge_choices": (
            STATES, STATES, "int64[,]", "int64[]", "int64[]", "int64[,]", "int64[]", "int64[]",
            "int64", "uint64[]", "int64", "int64", "int64",
        ),
    },
    "bots.compiled.foresight": {
        "foresee": (
            STATES, STATES, "int64[,]", "int64[]", "int64[]", "int64[]", "int64[]", "int32[,]", "int64[]",
            "uint64[]", "int64", "int64", "int64", "int64", "int64",
        ),
    },
    "bots.compiled.tree": {
        "grow": (
            STATES, STATES, "int32[,]", "float64[,]", "int64[]", "float64[]", "int64", "uint64[]", "uint64",
            "int64[,]", "int64[]", "float64[]", "int16[]", "int32[,]", "int16[,]", "int16[,]", "int16[,]",
            "int16[,]", "int32[]", "int32[]", "int16[]", "int64", "int64",
        ),
        "transplant": ("int32[,]", "float64[,]", "int64", "int32[,]", "float64[,]", "int64[]"),
    },
    "bots.compiled.network": {
        "evaluate_rows": (
            "int16[,]", "int64[,]", "int64[]", "int64", "int32[,]", "int16[,]", "int16[,]", "int16[,]",
            "int16[,]", "int32[]", "int32[]", "int16[]", "int64[,]", "int64[,]", "int64[]",
        ),
    },
    "envs.compiled.stepping": {
        "step": (
            STATES, RECORDS, "int64[]", "int64[]", "int64[]", "uint64[]", "int64[,]", "int64[]", "int64[]",
            "int16[,]", "int8[,]", "float32[,]", "int8[]", "int8[]", "int8[]", "int16[,]", "int64", "int64",
        ),
        "choose": (RECORDS, "int64[]", "int64", "int64"),
        "first_illegal": (RECORDS, "int64[]", "int64", "int64"),
        "begin_seeds": (RECORDS, "uint64[,]", "int64", "int64"),
        "call_off": (RECORDS, "int64[]", "int8[]", "int64", "int64", "int64", "int64"),
    },
    "envs.compiled.playing": {
        "play_steps": (
            STATES, "int64[]", "uint64[]", "uint64[]", "int64[,]", "int64[]", "int64", "int64", "int64",
            "uint64", "int64",
        ),
    },
    "envs.compiled.looking": {
        "play_looks": (
            STATES, "int64[]", "uint64[]", "uint64[]", "int64[,]", "int64", "int64", "int64", "uint64",
            "int64", "int16[]", "int32[,]", "int16[,]", "int16[,]", "int16[,]", "int16[,]", "int32[]",
            "int32[]", "int16[]", "int64[]",
        ),
    },
    "envs.compiled.observing": {
        "observe_all": (STATES, "int64[]", "int16[]"),
    },
    "lab.compiled.counting": {
        "play_games": (
            STATES, "int64[]", "uint64[]", "uint64[]", "int64", "int64", "int64[,]", "int64[]", "int64[,]",
            "int64[]", "int64[,]", "int64[]", "int64[,,]", "int64[,]", "int64[,]", "int64[,]", "int64[,,]",
            "int64[,]", "int16[,]",
        ),
        "replay_game": (
            STATES, "int64[]", "uint64[]", "int64[]", "int64", "int64[]", "int64[,]", "int64[]",
            "int64[,,]", "int64[,]", "int64[,]", "int64[,]", "int64[,,]",
        ),
        "sum_countables": ("int64[,,]", "int64[,]", "int64[,]", "int64", "int64", "int64[,]"),
    },
}  # fmt: skip


@dataclass(frozen=True)
class Export:
    """A compiled function under the name it has in a library."""

    symbol: str
    function: Any
    """As Numba has wrapped it."""
    parameters: tuple[str, ...]
    """The types of its arguments, as they are written above."""
    state: np.dtype[Any]
    records: np.dtype[Any] | None
    """What ``records`` means, if it is among the types."""

    @property
    def name(self) -> str:
        """Where the function is defined: ``parapegma.bots.compiled.tree:grow``."""
        return f"{self.function.py_func.__module__}:{self.function.py_func.__qualname__}"


def exports_of(game: Game) -> Iterator[Export]:
    """All that the library of a game exports, always in the same order."""
    for place, functions in _FUNCTIONS.items():
        module = import_module(f"parapegma.{place}")
        for name, parameters in functions.items():
            records = _records_of(module) if RECORDS in parameters else None
            prefix = "" if place.endswith("entry_points") else f"{place.rpartition('.')[2]}_"
            yield Export(f"{prefix}{name}", getattr(module, name), parameters, game.state, records)
    listed: dict[Any, tuple[str, ...]] = getattr(game.rules, "ENTRY_POINTS", {})
    for function, words in listed.items():
        symbol = f"game_{function.py_func.__name__}"
        yield Export(symbol, function, tuple(_OF_GAMES[word] for word in words), game.state, None)


def _records_of(module: ModuleType) -> np.dtype[Any]:
    """The one record that a module declares."""
    (found,) = (each for each in vars(module).values() if isinstance(each, np.dtype))
    return found
