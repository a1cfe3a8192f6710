"""The decisions of a game evaluated one after the other, and what is found kept now and then."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from parapegma.core.position import Position
from parapegma.server.analysis.analysis import StoredAnalysis, StoredDecision
from parapegma.server.tables.live_table import LiveTable

_SAVE_EVERY = 10

EvaluateOne = Callable[[Position, int, int], Awaitable[StoredDecision]]
"""What is thought of a decision: the position before it, its number, and the action that was played."""


async def evaluate_rest(
    table: LiveTable,
    stored: StoredAnalysis,
    evaluate_one: EvaluateOne,
    save: Callable[[], Awaitable[None]],
    most: int | None = None,
) -> None:
    """Go on with an analysis from where it is to the end of the game, or for so many decisions."""
    actions = list(table.state.actions)
    done = len(stored.decisions)
    position = table.deal.position_after(actions[:done])
    end = len(actions) if most is None else min(done + most, len(actions))
    for place in range(done, end):
        stored.decisions.append(await evaluate_one(position, place + 1, actions[place]))
        position.apply(actions[place])
        if len(stored.decisions) % _SAVE_EVERY == 0:
            await save()
    if len(stored.decisions) % _SAVE_EVERY or done == end:
        await save()
