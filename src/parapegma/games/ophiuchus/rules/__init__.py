"""Ophiuchus: the rules, one file per topic; what every game provides is gathered here."""

from parapegma.games.ophiuchus.rules.invariants import INVARIANTS, broken
from parapegma.games.ophiuchus.rules.knowledge import determinize
from parapegma.games.ophiuchus.rules.observation import OBSERVATION_LENGTH, observe
from parapegma.games.ophiuchus.rules.scoring import ranks, scores, solo_result, sources
from parapegma.games.ophiuchus.rules.setup import setup
from parapegma.games.ophiuchus.rules.steps import ACTION_COUNT
from parapegma.games.ophiuchus.rules.steps.sky import placements, reason_at, rows_at
from parapegma.games.ophiuchus.rules.turn import actor, apply, legal, tiles_playable, ways_at

ENTRY_POINTS = {
    ways_at: ("states", "number", "numbers", "table"),
    reason_at: ("states", "number", "number", "number", "number"),
    rows_at: ("states", "number", "number", "number", "number"),
    placements: ("states", "number"),
    tiles_playable: ("states", "number"),
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
