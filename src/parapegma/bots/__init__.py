"""Players that are programs: they see only what their seat may see."""

from parapegma.bots.bot import Bot, Evaluation, Limits
from parapegma.bots.levels import BOTS, LEVELS, bot_named
from parapegma.bots.runner import BotRunner

__all__ = ["BOTS", "LEVELS", "Bot", "BotRunner", "Evaluation", "Limits", "bot_named"]
