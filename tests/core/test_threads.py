"""Rules may be asked in several threads at once: each gets its own answer, and others may work meanwhile."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable

import numpy as np
import pytest

from parapegma import find_game
from parapegma.bots import search, search_tree
from parapegma.bots.bot import Limits
from parapegma.core.compiled import entry_points
from parapegma.core.compiled.arrays import MOST_CHOICES, new_states
from parapegma.core.compiled.mode import MODE
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.position import Position

compiled_only = pytest.mark.skipif(
    MODE == "interpreted", reason="in the interpreter every rule holds the lock"
)


@pytest.fixture
def hasty():
    """Threads take turns as often as they can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def test_legal_actions_are_not_mixed_up_between_threads(hasty):
    positions = [Position.deal("ulysses", 4, seed) for seed in (1, 2)]
    for _ in range(15):
        positions[1].apply(positions[1].legal()[0])
    right = [position.legal() for position in positions]
    assert right[0] != right[1]
    wrong = []

    def ask(position: Position, expected: list[int]) -> None:
        for _ in range(20 if MODE == "interpreted" else 20_000):
            if position.legal() != expected:
                wrong.append(expected)

    threads = [threading.Thread(target=ask, args=pair) for pair in zip(positions, right, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def seen_meanwhile(call: Callable[[], object], look: Callable[[], object]) -> int:
    """How many different things this thread saw while another was in one call of compiled code.

    A call that held the interpreter's lock would let this thread look before it and after it, but not
    in between: no more than two different things would be seen.
    """
    thread = threading.Thread(target=call)
    seen = set()
    thread.start()
    while thread.is_alive() and len(seen) < 10:
        seen.add(look())
    thread.join()
    return len(seen)


@compiled_only
def test_rules_leave_the_lock_of_the_interpreter_to_others():
    game = find_game("ophiuchus")
    states, out = new_states(game.state), np.zeros(MOST_CHOICES, np.int64)
    options = np.array(game.encode(*game.check(2, {})), np.int64)

    def play() -> None:
        entry_points.random_games(states, options, key_of_seed(1), out, np.uint64(1), 20_000, False)

    assert seen_meanwhile(play, lambda: states[0]["key"].tobytes()) > 3


@compiled_only
def test_a_search_leaves_the_lock_of_the_interpreter_to_others(monkeypatch):
    """All its iterations in one piece: between two pieces others would get the lock anyway."""
    trees: list[search_tree.Tree] = []

    class Shown(search_tree.Tree):
        def __init__(self, room: int, players: int) -> None:
            super().__init__(room, players)
            trees.append(self)

    monkeypatch.setattr(search, "Tree", Shown)
    monkeypatch.setattr(search, "_FIRST_PIECE", 20_000)
    position = Position.deal("ophiuchus", 2, 3)
    bot = search.Search(position.game, Limits(20_000), seed=1)
    seat = position.actor
    assert seat is not None
    bot.think(position.copy(), seat, Limits(50))
    trees.clear()
    visits = seen_meanwhile(lambda: bot.think(position, seat), lambda: trees[0].visits(0) if trees else 0)
    assert visits > 3
