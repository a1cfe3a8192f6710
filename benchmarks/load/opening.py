"""How long the server takes to open a running game that is not in memory, and to tell what someone missed."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from load.ours import Dealt, database_of, deal, longest_game
from parapegma.server.settings import Settings
from parapegma.server.store.database import Database
from parapegma.server.tables.messages.updates import TableMessages
from parapegma.server.tables.messages.viewpoint import Reader
from parapegma.server.tables.registry import TableRegistry

MOST_DECISIONS = 5_000
"""Random games of Ulysses can go on for much longer; nobody plays such a game."""


@dataclass
class Opened:
    """Milliseconds, the fastest of several tries: what the rest of the machine does can only add to them."""

    game: str
    players: int
    events: int
    cold: float
    """From the database to the message with the whole table."""
    cold_processor: float
    missed: float
    """In memory; a reader comes back who has seen nothing yet: everything is told again."""
    missed_processor: float
    missed_bytes: int
    longest_pause: float
    """For how long nothing else could be done meanwhile."""


async def longest(folder: Path, wanted: list[tuple[str, int]], tries: int) -> list[Dealt]:
    """For each game and number of players a table that is five decisions from the end of a long game."""
    return await deal(folder, [longest_game(*each, tries, MOST_DECISIONS) for each in wanted])


async def opened(folder: Path, dealt: list[Dealt], tries: int = 15) -> list[Opened]:
    """Open each table several times, as a process of the server would."""
    async with Database(Settings(database=database_of(folder))) as database:
        registry = TableRegistry(database, 100)
        return [await _opened(registry, table, tries) for table in dealt]


async def _opened(registry: TableRegistry, dealt: Dealt, tries: int) -> Opened:
    messages = TableMessages(registry, lambda _: frozenset())
    table = await registry.open(dealt.id)
    reader = Reader(table.state.seats[0].person)
    # Once before it counts: compiled code is loaded.
    await _timed(registry, messages, dealt.id, reader, None)
    size = len(await messages.read(table, reader, 0))
    cold, missed, pauses = [], [], []
    for _ in range(tries):
        registry.forget(dealt.id)
        cold.append(await _timed(registry, messages, dealt.id, reader, None))
        async with _Watch() as watch:
            missed.append(await _timed(registry, messages, dealt.id, reader, 0))
        pauses.append(watch.longest)
    measured: list[Any] = [min(part) for times in (cold, missed) for part in zip(*times, strict=True)]
    return Opened(*[dealt.game, dealt.players, dealt.events, *measured, size, min(pauses)])


class _Watch:
    """Notices for how long the event loop does not come round."""

    def __init__(self) -> None:
        self.longest = 0.0

    async def __aenter__(self) -> _Watch:
        self._task = asyncio.create_task(self._run())
        await asyncio.sleep(0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()

    async def _run(self) -> None:
        while True:
            last = time.perf_counter()
            await asyncio.sleep(0)
            self.longest = max(self.longest, 1000 * (time.perf_counter() - last))


async def _timed(
    registry: TableRegistry, messages: TableMessages, table_id: str, reader: Reader, since: int | None
) -> tuple[float, float]:
    start, used = time.perf_counter(), time.process_time()
    table = await registry.open(table_id)
    await messages.read(table, reader, since)
    return 1000 * (time.perf_counter() - start), 1000 * (time.process_time() - used)
