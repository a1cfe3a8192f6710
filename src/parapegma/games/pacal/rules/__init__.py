"""Pacal's Rocket: the rules, one file per topic; what every game provides is gathered here."""

from parapegma.games.pacal.rules.invariants import INVARIANTS, broken
from parapegma.games.pacal.rules.knowledge import determinize
from parapegma.games.pacal.rules.observation import OBSERVATION_LENGTH, observe
from parapegma.games.pacal.rules.scoring import (
    all_districts_at,
    final_points_at,
    ranks,
    scores,
    sources,
    water_strength_at,
)
from parapegma.games.pacal.rules.setup import setup
from parapegma.games.pacal.rules.steps import ACTION_COUNT
from parapegma.games.pacal.rules.turn import actor, apply, legal

ENTRY_POINTS = {
    final_points_at: ("states", "table"),
    all_districts_at: ("states", "table"),
    water_strength_at: ("states", "number", "number"),
}
"""What views ask besides; see ``game_entry_points`` in parapegma.core.compiled.entry_points."""

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
    "sources",
]
