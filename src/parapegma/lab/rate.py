"""How many steps of some work are done in a second."""

from __future__ import annotations

import time
from collections.abc import Callable


def rate(work: Callable[[int], int], seconds: float) -> float:
    """Steps per second of processor time, after a warm-up that also finds how much to do at once."""
    work(1)
    amount = 1
    while True:
        began = time.process_time()
        work(amount)
        if time.process_time() - began > seconds / 8:
            break
        amount *= 2
    steps, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        steps += work(amount)
    return steps / (time.process_time() - began)
