"""Asking for hints on a server: bots think in the pool."""

from __future__ import annotations

from parapegma.bots import Evaluation, Limits
from parapegma.core.position import Position
from parapegma.server.analysis.hints import Hints
from parapegma.server.bots.pool import BotPool, Question


def hints_in(pool: BotPool) -> Hints:
    """Hints by bots that think in a pool."""

    async def ask(
        position: Position, decisions: int, bot: str, seed: str, limits: Limits, line: str
    ) -> Evaluation:
        runner = pool.runner(position.game, seed)
        return await pool.evaluate(runner, bot, Question(position.copy(), decisions), limits, line)

    return Hints(ask)
