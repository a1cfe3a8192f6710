"""Who may look at a table."""

from __future__ import annotations

from parapegma.server.problems import no_table
from parapegma.server.tables.record import LiveTable


def check_may_look(table: LiveTable, person: str | None) -> None:
    """Refuse those for whom a table does not exist: spectators where none are wanted."""
    if table.settings.spectators or table.state.status == "waiting":
        return
    if person is None or (person != table.row["created_by"] and not table.state.seats_of(person)):
        raise no_table()
