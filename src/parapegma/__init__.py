"""Parapegma: board games with rules written once, to play and to study.

>>> import parapegma
>>> match = parapegma.Match("ophiuchus", players=2, seed=7)
>>> match.actor
1
"""

from parapegma.core.game import Game, all_games, find_game
from parapegma.core.match import Match
from parapegma.errors import ParapegmaError

__all__ = ["Game", "Match", "ParapegmaError", "all_games", "find_game"]
