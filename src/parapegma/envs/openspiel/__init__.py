"""OpenSpiel: importing this registers every game under ``parapegma_`` and its name.

How chance, memory and pay-offs are handled is told in docs/environments/openspiel.md.

>>> import pyspiel
>>> import parapegma.envs.openspiel
>>> game = pyspiel.load_game("parapegma_ophiuchus(players=3)")
>>> game.num_players(), game.num_distinct_actions()
(3, 335)
"""

from parapegma.core.game import all_games
from parapegma.extras import MissingExtra

try:
    from parapegma.envs.openspiel.game import SpielGame, SpielState, register
except ModuleNotFoundError as error:
    raise MissingExtra("a game in OpenSpiel", "openspiel") from error

NAMES: tuple[str, ...] = tuple(register(game) for game in all_games())
"""The names by which ``pyspiel.load_game`` knows the games."""

__all__ = ["NAMES", "SpielGame", "SpielState"]
