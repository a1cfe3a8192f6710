"""A table from the database: from its last checkpoint and the events since, or from all of its events."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from parapegma.core.game import find_game
from parapegma.core.match import Match
from parapegma.server.protocol.table_settings import decode_settings
from parapegma.server.store import tables as stored
from parapegma.server.store.database import Database
from parapegma.server.store.schema import Row
from parapegma.server.store.writer import Change
from parapegma.server.tables.deal import Deal, Snapshot
from parapegma.server.tables.events import TableEvent
from parapegma.server.tables.live_table import RECENT_KEYS, LiveTable
from parapegma.server.tables.state import TableState
from parapegma.server.tables.storage import checkpoints
from parapegma.server.tables.storage.checkpoints import Checkpoint
from parapegma.server.tables.storage.rows import load_events, some_events


async def load(database: Database, row: Row, made_by: str | None, data: bytes | None) -> LiveTable:
    """A table as it stands, from its row and its checkpoint."""
    # A game that began under other rules is played again and compared, every time.
    checkpoint = Checkpoint.read(made_by, data) if _of_today(row) else None
    table = None if checkpoint is None else await _since(database, row, checkpoint)
    return table or LiveTable(row, await load_events(database, row["id"]))


async def _since(database: Database, row: Row, checkpoint: Checkpoint) -> LiveTable | None:
    """A table from a checkpoint; nothing if that does not fit the events."""
    events, needed = await asyncio.gather(
        # Those before it are remembered, though they are counted already.
        load_events(database, row["id"], max(0, checkpoint.number - RECENT_KEYS)),
        some_events(database, row["id"], checkpoint.needs),
    )
    if not events or events[-1].number < checkpoint.number:
        return None
    known = {event.number: event for event in needed}
    restored = checkpoint.restore(Deal.of_row(row), decode_settings(row["settings"]).pace, known)
    return None if restored is None else LiveTable(row, events, restored)


def _of_today(row: Row) -> bool:
    game = find_game(row["game"])
    return bool((row["rules_version"], row["components"]) == (game.version, game.components))


def add_checkpoint(
    change: Change, table: LiveTable, state: TableState, events: Iterable[TableEvent], match: Match
) -> Snapshot | None:
    """Add a checkpoint to a change, if one is due: of a table that then stands so, by these last events."""
    if not checkpoints.due(table.checkpoint_number, state, events) or not _of_today(table.row):
        return None
    data = checkpoints.written(state, match.position)
    stored.add_checkpoint(change, table.id, state.number, checkpoints.maker(), data)
    return Snapshot(len(match), match.position.copy())


def missing_checkpoint(table: LiveTable) -> Change | None:
    """The checkpoint that a table should have which took long to load."""
    if not table.dealt or not checkpoints.due(table.checkpoint_number, table.state, table.recent):
        return None
    change = Change()
    snapshot = add_checkpoint(change, table, table.state, table.recent, table.match)
    if snapshot is None:
        return None
    table.snapshot, table.checkpoint_number = snapshot, table.number
    return change
