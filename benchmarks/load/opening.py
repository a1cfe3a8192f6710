"""How long the server takes to open a running game that is not in memory, and to tell what someone missed."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass
from pathlib import Path

from load.ours import Dealt, database_of, deal, longest_game
from parapegma.server.settings import Settings
from parapegma.server.store.database import Database
from parapegma.server.tables.reading import read_update
from parapegma.server.tables.rooms import Rooms
from parapegma.server.tables.viewing import Reader

MOST_DECISIONS = 5_000
"""Random games of Ulysses can go on for much longer; nobody plays such a game."""


@dataclass
class Opened:
    """Milliseconds, the median of several tries; processor time in brackets where it is told."""

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
    both: float
    """From the database, and everything is told."""


async def longest(folder: Path, wanted: list[tuple[str, int]], tries: int) -> list[Dealt]:
    """For each game and number of players a table that is five decisions from the end of a long game."""
    return await deal(folder, [longest_game(*each, tries, MOST_DECISIONS) for each in wanted])


async def opened(folder: Path, dealt: list[Dealt], tries: int = 7) -> list[Opened]:
    """Open each table several times, as a process of the server would."""
    async with Database(Settings(database=database_of(folder))) as database:
        rooms = Rooms(database, 100)
        return [await _opened(rooms, table, tries) for table in dealt]


async def _opened(rooms: Rooms, dealt: Dealt, tries: int) -> Opened:
    table = await rooms.open(dealt.id)
    person = table.state.seats[0].person
    reader = Reader(person)
    cold, missed, both = [], [], []
    text = b""
    for _ in range(tries + 1):
        rooms.forget(dealt.id)
        cold.append(await _timed(rooms, dealt.id, reader, None))
        missed.append(await _timed(rooms, dealt.id, reader, 0))
        text = await read_update(rooms, await rooms.open(dealt.id), reader, 0)
        rooms.forget(dealt.id)
        both.append(await _timed(rooms, dealt.id, reader, 0))
    # The first try loads compiled code.
    wall = [statistics.median(each[0] for each in times[1:]) for times in (cold, missed, both)]
    processor = [statistics.median(each[1] for each in times[1:]) for times in (cold, missed)]
    return Opened(
        dealt.game,
        dealt.players,
        dealt.events,
        wall[0],
        processor[0],
        wall[1],
        processor[1],
        len(text),
        wall[2],
    )


async def _timed(rooms: Rooms, table_id: str, reader: Reader, since: int | None) -> tuple[float, float]:
    start, used = time.perf_counter(), time.process_time()
    table = await rooms.open(table_id)
    await read_update(rooms, table, reader, since)
    return 1000 * (time.perf_counter() - start), 1000 * (time.process_time() - used)
