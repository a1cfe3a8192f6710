"""Players that are programs: they see only what their seat may see."""

from parapegma.bots.bot import Bot, Thought
from parapegma.bots.levels import BOTS, LEVELS, bot_named

__all__ = ["BOTS", "LEVELS", "Bot", "Thought", "bot_named"]
