"""A table as it stood at any event, as a seat saw it: how a game is watched again."""

from __future__ import annotations

from collections.abc import Sequence

from parapegma.server.problems import Problem
from parapegma.server.protocol.messages import Replay, ReplayStep
from parapegma.server.tables.commands.acting import check_playable
from parapegma.server.tables.events import TableEvent
from parapegma.server.tables.live_table import LiveTable
from parapegma.server.tables.messages.previews import replay_step
from parapegma.server.tables.messages.teller import EventTeller, ReplayedDecisions
from parapegma.server.tables.open_tables import OpenTables
from parapegma.server.tables.state import TableState

MOST = 50
"""Steps in one answer."""


async def replay(tables: OpenTables, table: LiveTable, seat: int | None, first: int, count: int) -> Replay:
    """Steps from an event on."""
    check_playable(table)
    events = await tables.store.events(table.id)
    events = [event for event in events if event.number <= table.number]
    if not 1 <= first <= table.number:
        raise Problem(
            422,
            "no-event",
            f"There is no event {first}; events are 1 to {table.number}.",
            event=first,
            last=table.number,
        )
    chosen = events[first - 1 : first - 1 + min(count, MOST)]
    steps = await tables.work(_steps, table, events[: first - 1], chosen, seat)
    return Replay(table.id, seat, table.number, steps)


def _steps(
    table: LiveTable, before: Sequence[TableEvent], events: Sequence[TableEvent], seat: int | None
) -> list[ReplayStep]:
    state = TableState.new(table.row["players"], table.settings.pace).after(before)
    decisions = ReplayedDecisions(table.deal, state.actions, started=state.moved > 0)
    teller = EventTeller(decisions, seat, table.over)
    steps: list[ReplayStep] = []
    for event in events:
        message = teller.tell(event)
        state.add(event)
        steps.append(replay_step(message, state, decisions.position, seat))
    return steps
