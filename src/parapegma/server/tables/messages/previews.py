"""Messages about what might be, and what was: previews of decisions, steps of a replay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parapegma.core.action import Action
from parapegma.core.log import LogEntry
from parapegma.core.position import Position
from parapegma.server.protocol.messages import ActionPreview, EventMessage, Replay, ReplayStep
from parapegma.server.tables.live_table import LiveTable
from parapegma.server.tables.state import TableState


def action_preview(
    key: str,
    number: int,
    *,
    log: Sequence[LogEntry],
    certain: bool,
    my_turn: bool,
    choices: Sequence[Action] | None,
    changes: dict[str, Any],
    rules: Sequence[str],
) -> ActionPreview:
    """What decisions would do."""
    return ActionPreview(
        key=key,
        number=number,
        log=list(log),
        certain=certain,
        my_turn=my_turn,
        choices=None if choices is None else list(choices),
        changes=changes,
        rules=list(rules),
    )


def replay_step(
    event: EventMessage, state: TableState, position: Position | None, seat: int | None
) -> ReplayStep:
    """How a table stood after an event, as a seat saw it; ``position`` is none before the deal."""
    step = ReplayStep(event.number, len(state.actions), state.actor, event, None)
    if position is not None:
        step.view = position.view(seat)
        if state.actor is not None and state.actor == seat:
            step.choices = position.legal_actions()
    return step


def replay_part(table: LiveTable, seat: int | None, steps: list[ReplayStep]) -> Replay:
    """Some steps of a game that is watched again."""
    return Replay(table.id, seat, table.number, steps)
