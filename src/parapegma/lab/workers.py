"""How many processes work, how much work lies ready for them, and what they need before they begin."""

from __future__ import annotations

import os
from collections.abc import Callable

from parapegma.core.game import find_game
from parapegma.core.warmup import prepare

AHEAD = 4
"""Jobs in hand per core: enough that no core waits, few enough that a million tasks need no memory."""


def all_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def get_ready(game: str | None, ready: Callable[[], object] | None) -> None:
    """Compile what is needed, so that the workers on this machine find it in the disk cache."""
    if game is not None:
        prepare(find_game(game))
    if ready is not None:
        ready()
