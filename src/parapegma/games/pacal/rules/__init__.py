"""Pacal's Rocket: the rules, one file per topic; what every game provides is gathered here."""

from parapegma.games.pacal.rules.dealing import setup
from parapegma.games.pacal.rules.invariants import broken
from parapegma.games.pacal.rules.knowledge import determinize
from parapegma.games.pacal.rules.observation import observe
from parapegma.games.pacal.rules.points import ranks, scores, sources
from parapegma.games.pacal.rules.turn import actor, apply, legal

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
