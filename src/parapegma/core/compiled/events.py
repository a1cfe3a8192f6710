"""What happened during one action, as small rows of integers that the rules write down.

A log, an animation and a spoken account all need to know what followed from a decision: which card
was drawn, who had to pass, which tokens came back. The rules say so while they do it. Each row is
(kind, seat, a, b); the game's ``events.py`` gives the kinds names and says who may read which part.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parapegma.core.compiled.jit import rule


def event_fields(most: int) -> list[Any]:
    """The fields of a state record for games in which one action causes at most ``most`` events."""
    return [("event_n", np.int16), ("event", np.int16, (most, 4))]


@rule
def clear_events(s):
    """Forget the last action's events."""
    s.event_n = 0


@rule
def emit(s, kind, seat, a, b):
    """Write one event down."""
    n = s.event_n
    s.event[n, 0] = kind
    s.event[n, 1] = seat
    s.event[n, 2] = a
    s.event[n, 3] = b
    s.event_n = n + 1


def rows(state: Any) -> list[tuple[int, int, int, int]]:
    """The events of the last action."""
    written = state["event"][: state["event_n"]].tolist()
    return [(kind, seat, a, b) for kind, seat, a, b in written]
