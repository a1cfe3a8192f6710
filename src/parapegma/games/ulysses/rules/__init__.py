"""Ulysses: the rules, one file per topic; what every game provides is gathered here."""

from parapegma.games.ulysses.rules.invariants import INVARIANTS, broken
from parapegma.games.ulysses.rules.knowledge import all_unseen_at, determinize
from parapegma.games.ulysses.rules.observation import OBSERVATION_LENGTH, observe
from parapegma.games.ulysses.rules.scoring import ranks, scores, sources
from parapegma.games.ulysses.rules.setup import setup
from parapegma.games.ulysses.rules.steps.action_phase import temple_cards_needed_at
from parapegma.games.ulysses.rules.steps.cards import strength_at
from parapegma.games.ulysses.rules.steps.choices import ACTION_COUNT
from parapegma.games.ulysses.rules.steps.discussion import is_bound_at, leader_at, least_at
from parapegma.games.ulysses.rules.turn import actor, apply, legal

ENTRY_POINTS = {
    all_unseen_at: ("states", "number", "numbers"),
    leader_at: ("states",),
    least_at: ("states", "number"),
    is_bound_at: ("states", "number"),
    strength_at: ("states", "number"),
    temple_cards_needed_at: ("states", "number"),
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
    "sources",
]
