"""Entry points from Python into the rules: each takes arrays of states, for any game.

An array argument costs 0.4 microseconds to hand over, a single record ten times as much, so every
entry point takes an array and works on its first element.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from parapegma.core.compiled import rules
from parapegma.core.compiled.jit import COMPILED, integer, rule, word

_WORD = 0xFFFFFFFFFFFFFFFF


@rule
def setup(states, options, key):
    rules.setup(states[0], options, key)


@rule
def actor(states):
    return rules.actor(states[0])


@rule
def legal(states, out):
    return rules.legal(states[0], out)


@rule
def apply(states, a):
    rules.apply(states[0], a)


@rule
def scores(states, out):
    rules.scores(states[0], out)


@rule
def ranks(states, out):
    rules.ranks(states[0], out)


@rule
def sources(states, seat, out):
    rules.sources(states[0], seat, out)


@rule
def determinize(states, seat, key):
    rules.determinize(states[0], seat, key)


@rule
def observe(states, seat, out):
    rules.observe(states[0], seat, out)


@rule
def broken(states):
    return rules.broken(states[0])


@rule
def solo_result(states):
    return rules.solo_result(states[0])


@rule
def pick(seed, n):
    """A cheap random number under n for choosing actions at random, and the next seed (splitmix64)."""
    seed = (word(seed) + word(0x9E3779B97F4A7C15)) & word(_WORD)
    z = seed
    z = ((z ^ (z >> word(30))) * word(0xBF58476D1CE4E5B9)) & word(_WORD)
    z = ((z ^ (z >> word(27))) * word(0x94D049BB133111EB)) & word(_WORD)
    z = z ^ (z >> word(31))
    return integer(((z >> word(32)) * word(n)) >> word(32)), seed


@rule
def random_games(states, options, key, out, seed, games, check):
    """Play whole games at random in ``states[0]``; return the number of decisions made.

    With ``check`` every position is tested for broken invariants; the answer is then minus the
    number of the first one that is broken, and the state is left as it was found.
    """
    steps = 0
    seed = word(seed)
    base = key[0]
    s = states[0]
    for game in range(games):
        key[0] = word(base) + word(game)
        rules.setup(s, options, key)
        while rules.actor(s) >= 0:
            n = rules.legal(s, out)
            if n == 0:
                return -99  # see parapegma.testing.fuzz.NO_CHOICE
            choice, seed = pick(seed, n)
            rules.apply(s, out[choice])
            steps += 1
            if check:
                wrong = rules.broken(s)
                if wrong != 0:
                    return -wrong
    return steps


@rule
def copies(states, n):
    """Copy ``states[0]`` to ``states[1]`` and back n times, to measure what a copy costs."""
    for _ in range(n):
        states[1] = states[0]
        # A change in between, or the compiler would see that nothing is gained by copying.
        states[1].counter = word(states[1].counter) + word(1)
        states[0] = states[1]
    return n


@rule
def perft(states, out, depth):
    """How many sequences of ``depth`` decisions there are from ``states[0]``.

    ``states`` and ``out`` need depth + 1 rows; games that end earlier count as one sequence.
    """
    total = 0
    level = 0
    counts = out[depth]
    counts[0] = rules.legal(states[0], out[0]) if rules.actor(states[0]) >= 0 else 0
    counts[depth] = 0
    if counts[0] == 0:
        return 1
    while level >= 0:
        if counts[level] == 0:
            level -= 1
            continue
        counts[level] -= 1
        a = out[level, counts[level]]
        states[level + 1] = states[level]
        rules.apply(states[level + 1], a)
        over = rules.actor(states[level + 1]) < 0
        if over or level + 1 == depth:
            total += 1
        else:
            level += 1
            counts[level] = rules.legal(states[level], out[level])
    return total


def argument_types(state: np.dtype[Any]) -> dict[Any, tuple[Any, ...]]:
    """The Numba signature of every entry point for a game's states: what is compiled in advance."""
    assert COMPILED
    import numba

    kinds = {
        "s": _states_type(state),
        "out": numba.int64[::1],
        "options": numba.int64[::1],
        "key": numba.uint64[::1],
        "a": numba.int64,
        "seat": numba.int64,
    }
    found = {
        globals()[name]: tuple(kinds[parameter] for parameter in parameters.split(", "))
        for name, parameters in (rules.CONTRACT | rules.OPTIONAL).items()
    }
    found[observe] = (kinds["s"], kinds["seat"], numba.int16[::1])
    numbers = (kinds["out"], numba.uint64, numba.int64, numba.boolean)
    found[random_games] = (kinds["s"], kinds["options"], kinds["key"], *numbers)
    return found


def game_entry_points(state: np.dtype[Any], rules_of_game: ModuleType) -> dict[Any, tuple[Any, ...]]:
    """The same for the entry points that a game adds for its views and refusals.

    Its rules list them as ``ENTRY_POINTS``: for each the kinds of its arguments, which are ``states``,
    ``number``, ``truth``, ``numbers`` (a list of whole numbers) and ``table`` (rows of whole numbers).
    """
    import numba

    kinds = {
        "states": _states_type(state),
        "number": numba.int64,
        "truth": numba.boolean,
        "numbers": numba.int64[::1],
        "table": numba.int64[:, ::1],
    }
    listed: dict[Any, tuple[str, ...]] = getattr(rules_of_game, "ENTRY_POINTS", {})
    return {each: tuple(kinds[kind] for kind in arguments) for each, arguments in listed.items()}


def _states_type(state: np.dtype[Any]) -> Any:
    import numba
    from numba.np.numpy_support import from_dtype

    return numba.types.Array(from_dtype(state), 1, "C")
