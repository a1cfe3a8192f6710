"""Asking for a hint on a server: the bot thinks in the pool."""

from __future__ import annotations

import secrets

from parapegma.bots import BotRunner
from parapegma.server.analysis.hints import BUDGET, LIMITS, Hint, check_hints, hint_of
from parapegma.server.bots.pool import BotPool, Question
from parapegma.server.tables.live_table import LiveTable


async def hint(pool: BotPool, table: LiveTable, person: str) -> Hint:
    """Let a bot think about the decision that a person is to make."""
    seat, number = check_hints(table, person), table.number
    question = Question.of(table.match)
    # What the seat cannot know is guessed anew each time: a guess that follows from the truth would tell it.
    runner = BotRunner(table.deal.game, secrets.token_hex(16))
    evaluation = await pool.evaluate(runner, BUDGET, question, LIMITS)
    return hint_of(question.position, evaluation, number, seat)
