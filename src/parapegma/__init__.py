"""Parapegma: board games with rules written once, to play and to study.

>>> import parapegma
>>> match = parapegma.Match("ophiuchus", players=2, seed=7)
>>> match.actor
1

What is listed in ``__all__`` is the public face; docs/api.md describes it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from parapegma.core.action import Action
from parapegma.core.game import Game, all_games, find_game
from parapegma.core.log import LogEntry
from parapegma.core.match import Decision, Match
from parapegma.core.position import Position
from parapegma.core.records import Record
from parapegma.core.view import View
from parapegma.errors import (
    BotError,
    DataError,
    IllegalAction,
    OptionError,
    ParapegmaError,
    PositionError,
    RecordError,
)

if TYPE_CHECKING:
    from parapegma.bots.bot import Bot, Evaluation, Limits
    from parapegma.bots.runner import BotRunner

__version__: str

__all__ = [
    "Action",
    "Bot",
    "BotError",
    "BotRunner",
    "DataError",
    "Decision",
    "Evaluation",
    "Game",
    "IllegalAction",
    "Limits",
    "LogEntry",
    "Match",
    "OptionError",
    "ParapegmaError",
    "Position",
    "PositionError",
    "Record",
    "RecordError",
    "View",
    "all_games",
    "find_game",
]

_OF_BOTS = {
    "Bot": "parapegma.bots.bot",
    "BotRunner": "parapegma.bots.runner",
    "Evaluation": "parapegma.bots.bot",
    "Limits": "parapegma.bots.bot",
}
"""Names that are looked up when they are first used: who plays without bots need not load them."""


def __getattr__(name: str) -> Any:
    if name in _OF_BOTS:
        return getattr(import_module(_OF_BOTS[name]), name)
    if name == "__version__":
        # Reading what is installed takes longer to import than all else here.
        return import_module("importlib.metadata").version("parapegma")
    raise AttributeError(f"module 'parapegma' has no attribute {name!r}")
