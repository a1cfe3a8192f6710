"""Ulysses: the rules, one file per topic; what every game provides is gathered here."""

from parapegma.games.ulysses.rules.invariants import broken
from parapegma.games.ulysses.rules.knowledge import determinize
from parapegma.games.ulysses.rules.observation import observe
from parapegma.games.ulysses.rules.turn import actor, apply, legal, ranks, scores, setup, sources

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
