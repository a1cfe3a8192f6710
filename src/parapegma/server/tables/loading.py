"""A table from the database: from its last checkpoint and the events since, or from all of its events."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

from parapegma.core.game import find_game
from parapegma.server.store import tables as stored
from parapegma.server.store.database import Database
from parapegma.server.store.writer import Change
from parapegma.server.tables import checkpoints
from parapegma.server.tables.checkpoints import Checkpoint
from parapegma.server.tables.events import Event
from parapegma.server.tables.play import Deal, Play, Standing
from parapegma.server.tables.record import RECENT_KEYS, LiveTable
from parapegma.server.tables.settings import decode_settings
from parapegma.server.tables.state import TableState


async def load(
    database: Database, table_id: str, ready: Callable[[str], Awaitable[None]]
) -> LiveTable | None:
    """A table as it stands; nothing if there is none. ``ready`` waits until its game is loaded."""
    found = await stored.load_kept(database, table_id)
    if found is None:
        return None
    row, made_by, data = found
    await ready(row["game"])
    # A game that began under other rules is played again and compared, every time.
    checkpoint = Checkpoint.read(made_by, data) if _of_today(row) else None
    table = None if checkpoint is None else await _since(database, row, checkpoint)
    if table is None:
        table = LiveTable(row, await stored.load_events(database, table_id))
    return table


async def _since(database: Database, row: Mapping[str, Any], checkpoint: Checkpoint) -> LiveTable | None:
    """A table from a checkpoint; nothing if that does not fit the events."""
    events, needed = await asyncio.gather(
        # Those before it are remembered, though they are counted already.
        stored.load_events(database, row["id"], max(0, checkpoint.number - RECENT_KEYS)),
        stored.some_events(database, row["id"], checkpoint.needs),
    )
    if not events or events[-1].number < checkpoint.number:
        return None
    known = {event.number: event for event in needed}
    restored = checkpoint.restore(Deal.of_row(row), decode_settings(row["settings"]).pace, known)
    return None if restored is None else LiveTable(row, events, restored)


def _of_today(row: Mapping[str, Any]) -> bool:
    game = find_game(row["game"])
    return bool((row["rules_version"], row["components"]) == (game.version, game.components))


def keep(
    change: Change, table: LiveTable, state: TableState, events: Iterable[Event], play: Play
) -> Standing | None:
    """Add a checkpoint to a change, if one is due: of a table that then stands so, by these last events."""
    if not checkpoints.due(table.kept, state, events) or not _of_today(table.row):
        return None
    standing = play.standing()
    data = checkpoints.written(state, standing.record)
    stored.add_checkpoint(change, table.id, state.number, checkpoints.maker(), data)
    return standing


def missing(table: LiveTable) -> Change | None:
    """The checkpoint that a table should have which took long to load."""
    change = Change()
    if not table.dealt or not checkpoints.due(table.kept, table.state, table.recent):
        return None
    standing = keep(change, table, table.state, table.recent, table.play)
    if standing is None:
        return None
    table.standing, table.kept = standing, table.number
    return change
