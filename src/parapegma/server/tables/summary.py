"""What the events of a table say in short, for lists and clocks."""

from __future__ import annotations

from typing import Any

from parapegma.server.tables.state import TableState


def summary_of(state: TableState) -> dict[str, Any]:
    """As the row of a table repeats it."""
    return {
        "status": state.status,
        "last_event": state.number,
        "actor": state.actor,
        "waits_for": state.waits_for,
        "turn": state.turn,
        "deadline_at": state.clock.deadline_at,
        "warn_at": state.clock.warn_at,
        "changed_at": state.changed_at,
    }
