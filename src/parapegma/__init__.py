"""Parapegma: board games with rules written once, to play and to study.

>>> import parapegma
>>> match = parapegma.Match("ophiuchus", players=2, seed=7)
>>> match.actor
1

What is listed in ``__all__`` is the public face; docs/api.md describes it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from parapegma.bots.bot import Bot, Evaluation, Limits
    from parapegma.bots.runner import BotRunner
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

_MODULES = {
    "parapegma.bots.bot": ("Bot", "Evaluation", "Limits"),
    "parapegma.bots.runner": ("BotRunner",),
    "parapegma.core.action": ("Action",),
    "parapegma.core.game": ("Game", "all_games", "find_game"),
    "parapegma.core.log": ("LogEntry",),
    "parapegma.core.match": ("Decision", "Match"),
    "parapegma.core.position": ("Position",),
    "parapegma.core.records": ("Record",),
    "parapegma.core.view": ("View",),
    "parapegma.errors": (
        "BotError",
        "DataError",
        "IllegalAction",
        "OptionError",
        "ParapegmaError",
        "PositionError",
        "RecordError",
    ),
}
_HOME = {name: module for module, names in _MODULES.items() for name in names}
"""Where a name is loaded from when it is first used: NumPy alone takes longer than a command's help."""


def __getattr__(name: str) -> Any:
    if name == "__version__":
        value = import_module("importlib.metadata").version("parapegma")
    elif name in _HOME:
        value = getattr(import_module(_HOME[name]), name)
    else:
        raise AttributeError(f"module 'parapegma' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "__version__"})
