"""How many iterations a search makes in a second of a processor, in any Python, also in that of browsers."""

import sys
import time
from importlib import import_module

from parapegma.bots import Limits, bot_named
from parapegma.core.game import all_games
from parapegma.core.position import Position

_ITERATIONS = 3_000
_TIMES = 9


def speeds() -> dict[str, float]:
    """Iterations a second of each game's search from its first position; the best of several tries."""
    return {game.name: _speed(game.name) for game in all_games()}


def _speed(game: str) -> float:
    position = Position.deal(game, seed=1)
    seat = position.actor
    assert seat is not None
    best = 0.0
    for _ in range(_TIMES):
        bot = bot_named(f"search:{_ITERATIONS}", position.game, 1)
        began = _used()
        found = bot.think(position, seat, Limits(_ITERATIONS))
        best = max(best, found.iterations / (_used() - began))
    return best


def _used() -> float:
    """Seconds of a processor that this thread has used: other programs do not count."""
    if sys.platform != "emscripten":
        return time.thread_time()
    used = import_module("js").process.threadCpuUsage()
    return float(used.user + used.system) / 1e6
