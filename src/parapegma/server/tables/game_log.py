"""The game log of the server: which games begin and end. Not who plays them, nor what is decided."""

from __future__ import annotations

import logging

from parapegma.server.tables import events as ev
from parapegma.server.tables.events import TableEvent
from parapegma.server.tables.live_table import LiveTable

log = logging.getLogger(__name__)


def log_games(table: LiveTable, events: list[TableEvent]) -> None:
    """Write down what happened to a table as a whole."""
    for event in events:
        match event.body:
            case ev.Started():
                log.info("a game begins", extra={"table": table.id})
            case ev.TimedOut() | ev.Resigned(why="time"):
                log.info("a clock has run out", extra={"table": table.id})
            case ev.Ended(why=why):
                log.info("a game is over: %s", why, extra={"table": table.id, "count": event.number})
            case _:
                pass
