"""The rules of whatever game a state belongs to.

Search, playouts, batches and environments are written once, against the functions below. Which
game's rules they mean is decided by the dtype of the state record: in the interpreter at each call,
in compiled code once, when it is compiled. (A closure over a game's functions would work too, but is
never found again in Numba's disk cache.)
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from parapegma.core.compiled.jit import COMPILED, rule
from parapegma.core.compiled.mode import MODE

_RULES: dict[np.dtype[Any], ModuleType] = {}


def register_rules(state: np.dtype[Any], module: ModuleType) -> None:
    """Let generic code find a game's rules by the dtype of its state."""
    check_contract(module, CONTRACT)
    check_contract(module, {name: OPTIONAL[name] for name in OPTIONAL if hasattr(module, name)})
    _RULES[state] = module
    if MODE == "loaded":
        from parapegma.core.compiled.loaded import attach

        attach(state, module.__name__)


def check_contract(module: ModuleType, contract: dict[str, str]) -> None:
    """Refuse a module that lacks a function or has it with other parameters."""
    for name, parameters in contract.items():
        function = getattr(module, name, None)
        if function is None:
            raise TypeError(f"{module.__name__} lacks the function {name}({parameters})")
        found = ", ".join(inspect.signature(getattr(function, "py_func", function)).parameters)
        if found != parameters:
            raise TypeError(f"{module.__name__}.{name} takes ({found}), not ({parameters})")


def _rules_of(state: np.dtype[Any]) -> ModuleType:
    try:
        return _RULES[state]
    except KeyError:
        raise TypeError("no registered game has this state record") from None


def setup(s: Any, options: Any, key: Any) -> None:
    """Deal a new game into ``s``."""
    _rules_of(s.dtype).setup(s, options, key)


def actor(s: Any) -> Any:
    """The seat that decides now, or -1 when the game is over."""
    return _rules_of(s.dtype).actor(s)


def legal(s: Any, out: Any) -> Any:
    """Write the legal action numbers to ``out`` and return how many there are."""
    return _rules_of(s.dtype).legal(s, out)


def apply(s: Any, a: Any) -> None:
    """Play one decision and everything that follows without a choice."""
    _rules_of(s.dtype).apply(s, a)


def scores(s: Any, out: Any) -> None:
    """Write every seat's points now."""
    _rules_of(s.dtype).scores(s, out)


def ranks(s: Any, out: Any) -> None:
    """Write every seat's place, 1 for the best, equals sharing a place."""
    _rules_of(s.dtype).ranks(s, out)


def sources(s: Any, seat: Any, out: Any) -> None:
    """Write a seat's points now by where they come from; they add up to its score."""
    _rules_of(s.dtype).sources(s, seat, out)


def determinize(s: Any, seat: Any, key: Any) -> None:
    """Replace all that ``seat`` cannot know by a random guess that fits all it does know."""
    _rules_of(s.dtype).determinize(s, seat, key)


def observe(s: Any, seat: Any, out: Any) -> None:
    """Write what ``seat`` knows as a vector of fixed length."""
    _rules_of(s.dtype).observe(s, seat, out)


def broken(s: Any) -> Any:
    """The number of the first invariant that does not hold, or 0."""
    return _rules_of(s.dtype).broken(s)


def solo_result(s: Any) -> Any:
    """What a finished game for one came to, in hundredths: 0 is lost, 100 all that can be had.

    A game may leave it out: who plays alone has then won by playing.
    """
    return getattr(_rules_of(s.dtype), "solo_result", _won)(s)


def contract_of(*functions: Callable[..., Any]) -> dict[str, str]:
    """Functions that a module must have, by name, with their parameters."""
    return {each.__name__: ", ".join(inspect.signature(each).parameters) for each in functions}


CONTRACT = contract_of(
    setup, actor, legal, apply, scores, ranks, sources, determinize, observe, broken
)  # fmt: skip
"""The compiled functions every game provides, and their parameters."""

OPTIONAL = contract_of(solo_result)
"""What a game may provide besides."""


# Numba holds its parameters to those of the functions of games, which have no types either.
@rule
def _won(s):  # type: ignore[no-untyped-def]
    return 100


if COMPILED:
    from numba.core import types
    from numba.extending import overload
    from numba.np.numpy_support import as_dtype

    def overload_by_state(
        generic: Any, parameters: str, find: Callable[[np.dtype[Any]], Any], otherwise: Any = None
    ) -> None:
        """Let compiled code find a game's function where it calls the generic one."""

        def resolve(s: Any, *rest: Any) -> Any:
            if not isinstance(s, types.Record):
                return None
            # The plain function, not the compiled one: a layer between them would be compiled as well.
            return getattr(find(as_dtype(s)), generic.__name__, otherwise).py_func

        # Numba wants the overload's own parameters to match those of the function it returns.
        resolver = eval(f"lambda {parameters}: resolve({parameters})", {"resolve": resolve})
        overload(generic, inline="never")(resolver)

    for _name, _parameters in CONTRACT.items():
        overload_by_state(globals()[_name], _parameters, _rules_of)
    overload_by_state(solo_result, OPTIONAL["solo_result"], _rules_of, _won)
