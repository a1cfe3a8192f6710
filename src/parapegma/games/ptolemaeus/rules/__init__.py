"""Ptolemaeus: the rules, one file per topic; what every game provides is gathered here."""

from parapegma.games.ptolemaeus.rules.deal import setup
from parapegma.games.ptolemaeus.rules.invariants import broken
from parapegma.games.ptolemaeus.rules.knowledge import determinize
from parapegma.games.ptolemaeus.rules.observation import observe
from parapegma.games.ptolemaeus.rules.scoring import ranks, scores, sources
from parapegma.games.ptolemaeus.rules.turn import actor, apply, legal

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
