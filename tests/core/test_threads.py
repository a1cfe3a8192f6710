"""Rules may be asked in several threads at once: each gets the answer to its own question."""

from __future__ import annotations

import sys
import threading

import pytest

from parapegma.core import engine
from parapegma.core.match import Match


@pytest.fixture
def hasty():
    """Threads take turns as often as they can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def test_legal_actions_are_not_mixed_up_between_threads(hasty):
    tables = [Match("ulysses", 4, seed=seed) for seed in (1, 2)]
    for _ in range(15):
        tables[1].act(tables[1].position.legal()[0])
    right = [engine.legal(table.states) for table in tables]
    assert right[0] != right[1]
    wrong = []

    def ask(table, expected):
        for _ in range(20_000):
            if engine.legal(table.states) != expected:
                wrong.append(expected)

    threads = [threading.Thread(target=ask, args=pair) for pair in zip(tables, right, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
