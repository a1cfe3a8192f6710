"""Ophiuchus: the rules, one file per topic; what every game provides is gathered here."""

from parapegma.games.ophiuchus.rules.invariants import broken
from parapegma.games.ophiuchus.rules.knowledge import determinize
from parapegma.games.ophiuchus.rules.observation import observe
from parapegma.games.ophiuchus.rules.turn import actor, apply, legal, ranks, scores, setup, sources

__all__ = [
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
