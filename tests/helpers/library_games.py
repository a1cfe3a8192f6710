"""Games played call by call, with a digest of all that is computed.

The same is done by tests/libraries/games.mjs and, on processors that an emulator is, by games.c beside it.

What the rules say is asked in the way that any language can: addresses and numbers, no Position.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from typing import Any

import numpy as np

from parapegma.bots.compiled.playout import ROWS
from parapegma.bots.compiled.tree import COLUMNS, DEEPEST, grow
from parapegma.bots.network import NO_NETWORK, Network
from parapegma.bots.search import Search
from parapegma.core.compiled import entry_points
from parapegma.core.compiled.arrays import MOST_CHOICES, _spans, as_argument, copy_of, new_states, state_bytes
from parapegma.core.compiled.jit import word
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.game import Game
from parapegma.libraries.digests import network_of_chance
from parapegma.testing.fuzz import covering, every_setting

STEPS = 150
"""Decisions of a game that is played call by call."""
NODES, ITERATIONS = 300, 40
"""Room of a tree, and of its iterations; a network makes several nodes in one, and the room may not do."""


def plays_of(game: Game) -> list[dict[str, Any]]:
    """Whole random games of every setting in one call each, and some settings call by call."""
    settings = every_setting(game)
    asked = [(setting, 0) for setting in settings] + [(setting, STEPS) for setting in covering(settings)]
    return [
        {
            "players": setting.players,
            "options": game.encode(setting.players, setting.options),
            "key": [str(int(each)) for each in key_of_seed(f"library {n}")],
            "steps": steps,
        }
        for n, (setting, steps) in enumerate(asked)
    ]


def asked_of(game: Game, file: str, plays: list[dict[str, Any]]) -> dict[str, Any]:
    """What a program in another language is told."""
    searching = Search(game)
    return {
        "file": file,
        "bytes": game.state.itemsize,
        "spans": _spans(game.state),
        "observation": game.observation_length,
        "choices": MOST_CHOICES,
        "weights": [str(each) for each in searching.weights.tolist()],
        "search": {
            "rows": ROWS,
            "columns": COLUMNS,
            "nodes": NODES,
            "deepest": DEEPEST,
            "iterations": ITERATIONS,
        },
        "searches": [
            {"settings": Search(game, network=each).settings.tolist(), "network": _sent(each)}
            for each in (None, network_of_chance(game))
        ],
        "plays": plays,
    }


def in_numbers(asked: dict[str, Any]) -> str:
    """The same for a program in C: numbers in a row, lists with their lengths before them."""
    sizes = [asked[name] for name in ("bytes", "observation", "choices")]
    sizes += [asked["search"][name] for name in ("rows", "columns", "nodes", "deepest", "iterations")]
    spans = [end for span in asked["spans"] for end in span]
    told = [*sizes, len(spans), *spans, len(asked["weights"]), *asked["weights"], len(asked["searches"])]
    for search in asked["searches"]:
        bits = [struct.unpack("<q", struct.pack("<d", each))[0] for each in search["settings"]]
        told += [len(bits), *bits]
        for kind, shape, numbers in search["network"]:
            told += [np.dtype(kind).itemsize, len(shape), *shape, *numbers]
    told.append(len(asked["plays"]))
    for play in asked["plays"]:
        told += [play["players"], play["steps"], len(play["options"]), *play["options"]]
        key = [struct.unpack("<q", struct.pack("<Q", int(each)))[0] for each in play["key"]]
        told += [len(key), *key]
    return " ".join(map(str, told))


def digests_of(told: bytes) -> Iterator[str]:
    """Of what such a program computed: a length and that many bytes for each game."""
    at = 0
    while at < len(told):
        (length,) = struct.unpack_from("<Q", told, at)
        at += 8 + length
        yield hashlib.sha256(told[at - length : at]).hexdigest()[:16]


def play(game: Game, asked: dict[str, Any]) -> str:
    """One game with the rules of this process; the digest of what was computed."""
    digest = hashlib.sha256()
    states, out = new_states(game.state), np.zeros(MOST_CHOICES, np.int64)
    options, key = (
        np.array(asked["options"], np.int64),
        np.array([int(each) for each in asked["key"]], np.uint64),
    )
    if not asked["steps"]:
        arguments = map(as_argument, (states, options, key, out))
        digest.update(f"{int(entry_points.random_games(*arguments, word(7), 1, True))},".encode())
        digest.update(state_bytes(states))
        return digest.hexdigest()[:16]
    entry_points.setup(as_argument(states), as_argument(options), as_argument(key))
    seed: Any = word(1)
    for step in range(asked["steps"]):
        actor = int(entry_points.actor(as_argument(states)))
        if actor < 0:
            break
        n = int(entry_points.legal(as_argument(states), as_argument(out)))
        digest.update(out[:n].tobytes())
        choice, seed = entry_points.pick(seed, n)
        seed = word(int(seed))
        seat = step % asked["players"]
        digest.update(f"{actor},".encode())
        for ask in (entry_points.scores, entry_points.ranks):
            found = np.zeros(asked["players"], np.int64)
            ask(as_argument(states), as_argument(found))
            digest.update(found.tobytes())
        observed = np.zeros(game.observation_length, np.int16)
        entry_points.observe(as_argument(states), seat, as_argument(observed))
        digest.update(observed.tobytes())
        guess = copy_of(states)
        entry_points.determinize(as_argument(guess), seat, as_argument(np.array([seed, 5], np.uint64)))
        digest.update(state_bytes(guess))
        if step % 20 == 10:
            for network in (None, network_of_chance(game)):
                digest.update(_search(game, network, guess, seat, seed, asked["players"]))
        entry_points.apply(as_argument(states), int(out[int(choice)]))
    digest.update(state_bytes(states))
    digest.update(f"{int(entry_points.broken(as_argument(states)))},".encode())
    return digest.hexdigest()[:16]


def _arrays(network: Network | None) -> list[Any]:
    """What a search is handed of a network."""
    return [getattr(each, "_array", each) for each in (network or NO_NETWORK).arguments()]


def _sent(network: Network | None) -> list[Any]:
    """The same for who has no NumPy: kinds, shapes and numbers."""
    return [[array.dtype.name, list(array.shape), array.ravel().tolist()] for array in _arrays(network)]


def _search(game: Game, network: Network | None, guess: Any, seat: int, seed: Any, players: int) -> bytes:
    searching = Search(game, network=network)
    tree, totals = np.zeros((NODES, COLUMNS), np.int32), np.zeros((NODES, players))
    first = (guess, new_states(game.state), tree, totals, searching.weights, searching.settings)
    work, path = np.zeros((ROWS, MOST_CHOICES), np.int64), np.zeros(DEEPEST, np.int64)
    last = (work, path, np.zeros(2 * players), *_arrays(network))
    key = as_argument(np.array([3, 4], np.uint64))
    used, after = grow(*map(as_argument, first), seat, key, seed, *map(as_argument, last), 1, ITERATIONS)
    return f"{int(used)},{int(after)},".encode() + tree.tobytes() + totals.tobytes()
