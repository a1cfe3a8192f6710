"""OpenSpiel: importing this registers every game under ``parapegma_`` and its name.

How chance, memory and pay-offs are handled is told in docs/environments/openspiel.md.

>>> import pyspiel
>>> import parapegma.envs.openspiel
>>> game = pyspiel.load_game("parapegma_ophiuchus(players=3)")
>>> game.num_players(), game.num_distinct_actions()
(3, 335)
"""

from parapegma.core.game import all_games
from parapegma.errors import ParapegmaError

try:
    import pyspiel  # noqa: F401
except ImportError as error:
    raise ParapegmaError(
        "OpenSpiel is not installed; pip install 'parapegma[openspiel]' installs it"
    ) from error

from parapegma.envs.openspiel.game import SpielGame, SpielState, register

NAMES: tuple[str, ...] = tuple(register(game) for game in all_games())
"""The names by which ``pyspiel.load_game`` knows the games."""

__all__ = ["NAMES", "SpielGame", "SpielState"]
