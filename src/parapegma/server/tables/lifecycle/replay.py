"""A table as it stood at any event, as a seat saw it: how a game is watched again."""

from __future__ import annotations

from collections.abc import Sequence

from parapegma.server.problems import Problem
from parapegma.server.protocol.messages import Replay, ReplayStep
from parapegma.server.tables.commands.acting import check_playable
from parapegma.server.tables.events import TableEvent
from parapegma.server.tables.live_table import LiveTable
from parapegma.server.tables.messages.previews import replay_part, replay_step
from parapegma.server.tables.messages.teller import EventTeller, ReplayedDecisions
from parapegma.server.tables.open_tables import OpenTables
from parapegma.server.tables.state import TableState

MOST = 50
"""Steps in one answer."""


async def replay(tables: OpenTables, table: LiveTable, seat: int | None, first: int, count: int) -> Replay:
    """Steps from an event on."""
    check_playable(table)
    if not 1 <= first <= table.number:
        raise Problem(
            422,
            "no-event",
            f"There is no event {first}; events are 1 to {table.number}.",
            event=first,
            last=table.number,
        )
    last = min(first - 1 + min(count, MOST), table.number)
    before = await tables.earlier.state(table, first - 1)
    events = await tables.store.events(table.id, first - 1, last)
    steps, after = await tables.work(_steps, table, before, events, seat)
    # Whoever watches on goes on from here.
    tables.earlier.keep(table, after)
    return replay_part(table, seat, steps)


def gone_through(tables: OpenTables, table: LiveTable, first: int) -> int:
    """How many events are gone through before the first that is told."""
    return tables.earlier.distance(table, min(first - 1, table.number))


def _steps(
    table: LiveTable, before: TableState, events: Sequence[TableEvent], seat: int | None
) -> tuple[list[ReplayStep], TableState]:
    state = before.after(())
    decisions = ReplayedDecisions(table.deal, state.actions, started=state.moved > 0)
    teller = EventTeller(decisions, seat, table.over)
    steps: list[ReplayStep] = []
    for event in events:
        message = teller.tell(event)
        state.add(event)
        steps.append(replay_step(message, state, decisions.position, seat))
    return steps, state
