"""Ours against pgx on one GPU, in the same run: ``python benchmarks/pgx_on_gpu.py [GAME...]``.

pgx plays games on GPUs, too, written in JAX; the one nearest to ours in length and in chance is backgammon.
Both play by chance, with a new deal after every end, the same number of games at a time, in turns. Different
games are different amounts of work, so the ratios are yardsticks, not races. It needs pgx and JAX in the same
environment: ``pip install pgx 'jax[cuda12]'``.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

from parapegma import Game, all_games, find_game
from parapegma.core.cuda.driver import device_named
from parapegma.errors import OptionError, ParapegmaError
from parapegma.lab.bench_gpu import GAMES, batched, played

THEIRS = "backgammon"
STEPS = 200
"""Decisions of each game between two looks at the clock."""
INSTALL = "pip install pgx 'jax[cuda12]'"

Rate = Callable[[float], float]
"""Works for so many seconds and says how many decisions it made per second."""


class Missing(ParapegmaError):
    """What is measured against is not here."""


def pgx_rate(games: int, on: str = "gpu") -> Rate:
    """Backgammon by chance, compiled once; ``on`` is the kind of device that JAX must have found."""
    # JAX would take most of the card's memory at once, and ours is to play beside it.
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    try:
        import jax
        import jax.numpy as jnp
        import pgx
        from pgx.experimental import auto_reset
    except ImportError as error:
        raise Missing(
            f"{error.name} is not installed here, so there is nothing to compare with: {INSTALL}"
        ) from None
    found = jax.default_backend()
    if found != on:
        raise Missing(f"JAX finds no GPU here, only {found}: {INSTALL}")
    env = pgx.make(THEIRS)
    step = jax.vmap(auto_reset(env.step, env.init))

    def decide(carried: tuple[Any, Any], _: None) -> tuple[tuple[Any, Any], None]:
        state, key = carried
        key, choosing, rolling = jax.random.split(key, 3)
        chosen = jax.random.categorical(choosing, jnp.where(state.legal_action_mask, 0.0, -jnp.inf))
        return (step(state, chosen, jax.random.split(rolling, games)), key), None

    play = jax.jit(lambda state, key: jax.lax.scan(decide, (state, key), None, length=STEPS)[0])
    dealing, key = jax.random.split(jax.random.PRNGKey(1))
    held = [(jax.jit(jax.vmap(env.init))(jax.random.split(dealing, games)), key)]
    held[0] = jax.block_until_ready(play(*held[0]))

    def rate(seconds: float) -> float:
        decisions, began = 0, time.perf_counter()
        while (taken := time.perf_counter() - began) < seconds:
            held[0] = jax.block_until_ready(play(*held[0]))
            decisions += games * STEPS
        return decisions / taken

    return rate


def our_rates(games: list[Game], device: str, at_once: int) -> dict[str, Rate]:
    """By name: each game by chance, and stepped as a batch with observations and masks."""

    def alone(game: Game) -> Rate:
        return lambda seconds: played(game, device, "random", seconds, at_once)

    def as_batch(game: Game) -> Rate:
        return lambda seconds: batched(game, device, seconds, at_once)

    return {
        f"{game.name}{what}": make(game)
        for what, make in (("", alone), (", batch", as_batch))
        for game in games
    }


def compared(ours: dict[str, Rate], theirs: Rate, seconds: float, rounds: int) -> dict[str, Any]:
    """All of them in turns; medians, and ratios of each of ours to that of theirs in the same round."""
    found: dict[str, list[float]] = {name: [] for name in ours}
    others: list[float] = []
    for _ in range(rounds):
        others.append(theirs(seconds))
        for name, rate in ours.items():
            found[name].append(rate(seconds))
    return {
        "theirs": round(statistics.median(others)),
        "ours": {name: round(statistics.median(rates)) for name, rates in found.items()},
        "ratios": {
            name: round(statistics.median(a / b for a, b in zip(rates, others, strict=True)), 2)
            for name, rates in found.items()
        },
    }


def table(found: dict[str, Any]) -> str:
    """The figures for people."""
    lines = [
        f"| decisions a second on {found['device']} | million | times pgx |", "| --- | ---: | ---: |",
        f"| pgx {found['pgx']}, {THEIRS} | {found['theirs'] / 1e6:.1f} | 1 |",
    ]  # fmt: skip
    for name, rate in found["ours"].items():
        lines.append(f"| {name} | {rate / 1e6:.1f} | {found['ratios'][name]:.1f} |")
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Measure and tell; what is missing is said in one sentence."""
    parser = argparse.ArgumentParser(prog="pgx_on_gpu.py", description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="all if none is named")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--at-once", type=int, default=GAMES, metavar="N", help=f"games ({GAMES:,})")
    parser.add_argument("--seconds", type=float, default=2.0, help="of each measurement (2)")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is measured (3)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there, too")
    asked = parser.parse_args(arguments)
    try:
        if min(asked.at_once, asked.rounds) < 1 or asked.seconds <= 0:
            raise OptionError("--at-once, --seconds and --rounds must be more than 0")
        games = [find_game(name) for name in asked.games] or all_games()
        card = device_named(asked.device)
        theirs = pgx_rate(asked.at_once)
        ours = our_rates(games, asked.device, asked.at_once)
        found = {"device": card.name, "pgx": metadata.version("pgx"), "at_once": asked.at_once}
        found |= compared(ours, theirs, asked.seconds, asked.rounds)
    except ParapegmaError as error:
        print(f"pgx_on_gpu: {error}", file=sys.stderr)
        return 2
    print(table(found))
    if asked.json is not None:
        asked.json.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
