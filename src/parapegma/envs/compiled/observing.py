"""Writing observations of many games in compiled code, to measure what one costs."""

from __future__ import annotations

from parapegma.core.compiled import rules
from parapegma.core.compiled.jit import rule


@rule
def observe_all(states, seats, out):
    """Write what a seat of every game sees, one after the other; return how many were written."""
    for game in range(seats.shape[0]):
        rules.observe(states[game], seats[game], out)
    return seats.shape[0]
