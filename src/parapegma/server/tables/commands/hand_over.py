"""Several people at one screen: the next one has it now, and the clock that stood still begins to run."""

from __future__ import annotations

from parapegma.server.problems import Problem
from parapegma.server.tables import events as ev
from parapegma.server.tables.live_table import Effects, LiveTable, TableCommand


def uncover(person: str, seat: int) -> TableCommand:
    """The screen was handed over to a seat; nothing happens where its clock runs already or there is none."""

    def command(table: LiveTable) -> Effects:
        state = table.state
        if seat not in state.seats_of(person):
            raise Problem(403, "not-seated", "You have no such seat at this table.", case="such")
        waits = state.clock.seat == seat and state.clock.since > state.changed_at
        return Effects([ev.Uncovered(seat=seat)] if waits else [])

    return command
