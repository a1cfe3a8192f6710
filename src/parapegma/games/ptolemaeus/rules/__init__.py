"""Ptolemaeus: the rules, one file per topic; what every game provides is gathered here."""

from parapegma.games.ptolemaeus.rules.invariants import INVARIANTS, broken
from parapegma.games.ptolemaeus.rules.knowledge import determinize
from parapegma.games.ptolemaeus.rules.observation import OBSERVATION_LENGTH, observe
from parapegma.games.ptolemaeus.rules.scoring import (
    against_umbra,
    points_at,
    public_points_at,
    ranks,
    scores,
    solo_result,
    sources,
)
from parapegma.games.ptolemaeus.rules.setup import setup
from parapegma.games.ptolemaeus.rules.steps.observing import has_tokens_at, without_room_at
from parapegma.games.ptolemaeus.rules.steps.sky import count_orders, move_bodies_at
from parapegma.games.ptolemaeus.rules.turn import ACTION_COUNT, actor, apply, legal

ENTRY_POINTS = {
    points_at: ("states", "number"),
    public_points_at: ("states", "number"),
    against_umbra: ("states",),
    move_bodies_at: ("states",),
    count_orders: ("numbers", "numbers", "number", "number", "table", "numbers"),
    without_room_at: ("states", "number", "number", "truth"),
    has_tokens_at: ("states", "number", "number", "number"),
}
"""What views and refusals ask besides; see ``game_entry_points`` in parapegma.core.compiled.entry_points."""

__all__ = [
    "ACTION_COUNT",
    "ENTRY_POINTS",
    "INVARIANTS",
    "OBSERVATION_LENGTH",
    "actor",
    "apply",
    "broken",
    "determinize",
    "legal",
    "observe",
    "ranks",
    "scores",
    "setup",
    "solo_result",
    "sources",
]
